"""The outbox in an organiser's hands: what waits, what went wrong, and what is to become of it.

Nobody but the sender reads a whole address: it may hold a password.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.outbox.recipients import message_text, recipient_text, setting_of
from arena.desk.pages import check_limit
from arena.desk.players.addresses import masked
from arena.errors import refuse
from arena.store.tables import Message, Player
from arena.store.tables.news import MessageState

TROUBLED = (MessageState.UNKNOWN, MessageState.FAILED)
"""States that wait for an organiser's word."""
DEFAULT_ROWS, MOST_ROWS = 50, 1000


@dataclass(frozen=True)
class KnownMessage:
    """A message: what it is (`kind`, and the digest's `digest_key`), for whom, how it stands and why.

    It is for a participant, `player` by name, or for an address of a setting: the variable, and its number
    there from 1. `error` is a kept reason (`arena.desk.reasons`). `not_before`: when it is sent at the
    earliest, or was when it was written.
    """

    id: int
    kind: str
    recipient: str
    player_id: int | None
    player: str | None
    setting: tuple[str, int] | None
    digest_key: str | None
    state: MessageState
    attempts: int
    not_before: datetime
    error: str | None
    sent_at: datetime | None

    def for_whom(self, locale: str) -> str:
        """The participant, or which address of which setting."""
        return recipient_text(self.recipient, self.setting, self.player_id, self.player, locale)

    def what(self, locale: str) -> str:
        """What it is."""
        return message_text(self.kind, self.digest_key, locale)


def list_messages(
    desk: Desk, states: Sequence[MessageState] = tuple(MessageState), limit: int = DEFAULT_ROWS
) -> tuple[KnownMessage, ...]:
    """The last messages in these states, the newest first; at most `limit`, of 1..1000. Raises `ArenaError`
    `page-limit`."""
    check_limit(limit, MOST_ROWS)
    with desk.read() as (session, _):
        found = select(Message, Player).outerjoin(Player, col(Player.id) == col(Message.player_id))
        last = found.where(col(Message.state).in_(states)).order_by(col(Message.id).desc()).limit(limit)
        return tuple(_known(desk, row, player) for row, player in session.exec(last))


def count_unknown(desk: Desk) -> int:
    """How many messages are of unknown fate: after a restore, those that waited at the time of the backup."""
    with desk.read() as (session, _):
        unknown = select(func.count()).where(col(Message.state) == MessageState.UNKNOWN)
        return session.exec(unknown).one()


def retry_message(desk: Desk, message_id: int) -> KnownMessage:
    """Have a message sent that has failed, is of unknown fate, was put aside, or waits for its next attempt.

    Raises `ArenaError`: `message-unknown`, `message-sent`, `message-at-work`.
    """
    with desk.write() as (session, now):
        row = _unsent(session, message_id)
        row.state, row.attempts, row.lease_until = MessageState.WAITING, 0, 0.0
        row.not_before, row.error = now, None
        session.add(row)
        return _of_row(session, desk, row)


def close_message(desk: Desk, message_id: int) -> KnownMessage:
    """Put a message aside: it is known to have arrived, or is not to arrive any more. What it said of why it
    was not sent stays.

    Raises `ArenaError`: `message-unknown`, `message-sent`, `message-at-work`.
    """
    with desk.write() as (session, _):
        row = _unsent(session, message_id)
        row.state, row.lease_until = MessageState.CLOSED, 0.0
        session.add(row)
        return _of_row(session, desk, row)


def _unsent(session: Session, message_id: int) -> Message:
    row = session.get(Message, message_id)
    if row is None:
        raise refuse("message-unknown", id=message_id)
    if row.state == MessageState.SENT:
        raise refuse("message-sent", id=message_id)
    if row.state == MessageState.SENDING:
        raise refuse("message-at-work", id=message_id)
    return row


def _of_row(session: Session, desk: Desk, row: Message) -> KnownMessage:
    return _known(desk, row, None if row.player_id is None else session.get(Player, row.player_id))


def _known(desk: Desk, row: Message, player: Player | None) -> KnownMessage:
    assert row.id is not None, "it was stored"
    return KnownMessage(
        id=row.id,
        kind=row.kind,
        recipient=masked(row.recipient),
        player_id=row.player_id,
        player=None if player is None else player.name,
        setting=setting_of(desk, row),
        digest_key=row.digest_key,
        state=MessageState(row.state),
        attempts=row.attempts,
        not_before=row.not_before,
        error=row.error,
        sent_at=row.sent_at,
    )
