"""The outbox: what is to be sent, one row for each recipient, written in the transaction that causes it.

How rows are sent is the scheduler's business.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.store.tables import Message, Player

DIGEST, MY_DIGEST, ALERT = "digest", "my-digest", "alert"
"""The kinds of messages."""


def send_digest(session: Session, desk: Desk, key: str, now: datetime) -> None:
    """Put a digest into the outbox: for the league's own addresses, and each participant's that has one."""
    for address in dict.fromkeys(desk.notify_urls):  # one that is named twice gets it once
        session.add(
            Message(
                dedupe=f"{DIGEST}:{key}:{_fingerprint(address)}",
                kind=DIGEST,
                recipient=address,
                digest_key=key,
                lang=desk.lang,
                not_before=now,
            )
        )
    for player in _with_address(session):
        session.add(
            Message(
                dedupe=f"{MY_DIGEST}:{key}:{player.id}",
                kind=MY_DIGEST,
                recipient=player.address or "",
                player_id=player.id,
                digest_key=key,
                lang=player.lang,
                not_before=now,
            )
        )


def send_alert(session: Session, desk: Desk, what: str, body: str, now: datetime) -> None:
    """Tell the organisers once about `what`; `body` is the text."""
    for address in desk.alert_urls:
        dedupe = f"{ALERT}:{what}:{_fingerprint(address)}"
        known = session.exec(select(Message).where(col(Message.dedupe) == dedupe)).first()
        if known is None:
            session.add(
                Message(
                    dedupe=dedupe, kind=ALERT, recipient=address, body=body, lang=desk.lang, not_before=now
                )
            )


def _with_address(session: Session) -> Iterable[Player]:
    return session.exec(
        select(Player).where(col(Player.address).is_not(None), col(Player.forgotten_at).is_(None))
    )


def _fingerprint(address: str) -> str:
    """An address told apart from others without being told."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]
