"""The outbox: what is to be sent, one row for each recipient, written in the transaction that causes it.

How rows are sent is the scheduler's business.
"""

import hashlib
from datetime import datetime
from typing import Any

from sqlalchemy import Select, String, cast, insert, literal, select
from sqlmodel import Session, col

from arena.desk.desk import Desk
from arena.store.tables import Message, Player
from arena.store.types import UTCDateTime

DIGEST, MY_DIGEST, ALERT = "digest", "my-digest", "alert"
"""The kinds of messages."""
FAILURES = ("failed:", "message-failed:")
"""How an alert is called (`what`) that is about something that has failed."""


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
    session.connection().execute(insert(Message).from_select(*_own_digests(key, now)))


def _own_digests(key: str, now: datetime) -> tuple[list[str], Select[Any]]:
    """The rows of the participants that have an address, and their columns: there may be many thousands."""
    columns: dict[str, Any] = {
        "dedupe": literal(f"{MY_DIGEST}:{key}:").concat(cast(col(Player.id), String)),
        "kind": literal(MY_DIGEST),
        "recipient": col(Player.address),
        "player_id": col(Player.id),
        "digest_key": literal(key),
        "lang": col(Player.lang),
        "not_before": literal(now, UTCDateTime()),
    }
    reached = col(Player.address).is_not(None), col(Player.forgotten_at).is_(None)
    return list(columns), select(*columns.values()).where(*reached).order_by(col(Player.id))


def send_alert(session: Session, desk: Desk, what: str, body: str, now: datetime) -> None:
    """Tell the organisers once about `what`; `body` is the text."""
    for address in desk.alert_urls:
        dedupe = f"{ALERT}:{what}:{_fingerprint(address)}"
        known = session.scalars(select(Message).where(col(Message.dedupe) == dedupe)).first()
        if known is None:
            session.add(
                Message(
                    dedupe=dedupe, kind=ALERT, recipient=address, body=body, lang=desk.lang, not_before=now
                )
            )


def is_failure(message: Message) -> bool:
    """Whether an alert is about something that has failed, and not about what may yet be well."""
    return message.dedupe.removeprefix(f"{ALERT}:").startswith(FAILURES)


def _fingerprint(address: str) -> str:
    """An address told apart from others without being told."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]
