"""The sender of what waits in the outbox: one message at a time, each in transactions of its own.

A message is claimed, sent, and noted as sent. Nobody can do the last two in one step: one whose sender died
between them is of unknown fate, which is told to the organisers and never sent again by itself. A message
that was refused is sent again some times, with growing waits; a bad address harms nobody else.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.digests.sights import Addresses
from arena.desk.outbox.writing import MY_DIGEST
from arena.desk.reasons import keep_error, keep_reason, reason_code
from arena.errors import ArenaError
from arena.logs import LOG, code_of, log_unexpected
from arena.store.tables import Message, Player
from arena.store.tables.news import MessageState
from scheduler.alerts import alert_unsent
from scheduler.courier.letter import Letter
from scheduler.letters import letter_of
from scheduler.sending import CourierError, RefusedError, Send, UnknownFateError

LEASE = 180.0
"""Seconds after which a sender that has not come back is given up."""
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
"""From each refused attempt to the next; after the last there is none."""
MOST_ATTEMPTS = len(WAITS) + 1
TIME = 100.0
"""Seconds that sending takes at most before runs that have come due have their turn."""
NOBODYS = {"no-hero": "letter-no-hero", "digest-unknown": "letter-no-digest"}
"""Errors after which a message will never have anything to say, and why that is."""

Outcome = tuple[MessageState | None, str | None]
"""How a message stands after an attempt (None: it was refused), and the kept reason."""


def send_waiting(
    desk: Desk,
    send: Send,
    seconds: float = TIME,
    stopping: Callable[[], bool] = lambda: False,
    addresses: Addresses | None = None,
) -> int:
    """Send what waits, the oldest first, for about `seconds`; how many messages were sent. `addresses` are
    those to which letters lead."""
    _give_up_lost(desk)
    until, sent = time.monotonic() + seconds, 0
    while time.monotonic() < until and not stopping() and (message := _claim(desk)) is not None:
        sent += _sent(desk, send, message, addresses)
    return sent


def _give_up_lost(desk: Desk) -> None:
    """Messages whose sender has not come back are of unknown fate."""
    with desk.read() as (session, _):
        if not _lost(session, desk):
            return
    with desk.write() as (session, now):
        for message in _lost(session, desk):
            message.state, message.error = MessageState.UNKNOWN, keep_reason("send-lost")
            session.add(message)
            alert_unsent(session, desk, message, now)
            LOG.warning("message_unknown", message_id=message.id, kind=message.kind)


def _lost(session: Session, desk: Desk) -> list[Message]:
    seconds = desk.store.seconds(session)
    sending = select(Message).where(col(Message.state) == MessageState.SENDING)
    return list(session.exec(sending.where(col(Message.lease_until) < seconds)))


def _claim(desk: Desk) -> Message | None:
    """The next message, claimed: `lease_until` is the mark of this claim."""
    with desk.read() as (session, now):
        if _next(session, now) is None:
            return None
    with desk.write() as (session, now):
        while (message := _next(session, now)) is not None:
            session.add(message)
            if not _is_wanted(session, message):
                message.state, message.error = MessageState.CLOSED, keep_reason("send-address-gone")
                session.flush()
                continue
            message.state, message.attempts = MessageState.SENDING, message.attempts + 1
            message.lease_until = desk.store.seconds(session) + LEASE
            return message
    return None


def _next(session: Session, now: datetime) -> Message | None:
    waiting = select(Message).where(col(Message.state) == MessageState.WAITING)
    waiting = waiting.where(col(Message.not_before) <= now)
    return session.exec(waiting.order_by(col(Message.not_before), col(Message.id)).limit(1)).first()


def _is_wanted(session: Session, message: Message) -> bool:
    """Whether a participant's own digest still has where to go."""
    if message.kind != MY_DIGEST:
        return True
    player = session.get(Player, message.player_id)
    return player is not None and player.forgotten_at is None and player.address == message.recipient


def _sent(desk: Desk, send: Send, message: Message, addresses: Addresses | None) -> bool:
    """Send a claimed message and note what has become of it; whether it was sent."""
    begun = time.monotonic()
    log = LOG.bind(message_id=message.id, kind=message.kind)
    state, reason = _tried(desk, send, message, addresses, log)
    _note(desk, message, state, reason)
    if state is MessageState.SENT:
        log.info("message_sent", seconds=round(time.monotonic() - begun, 3))
    return state is MessageState.SENT


def _tried(desk: Desk, send: Send, message: Message, addresses: Addresses | None, log: Any) -> Outcome:
    """Make the letter and send it."""
    try:
        letter = letter_of(desk, message, addresses)
    except ArenaError as error:
        if error.code in NOBODYS:
            return MessageState.CLOSED, keep_reason(NOBODYS[error.code])
        return None, keep_error(error)
    except Exception as error:  # whatever it is, nothing was sent
        id_ = log_unexpected("letter_failed", error, log)
        return None, keep_reason("letter-unexpected", kind=code_of(error), id=id_)
    return _handed_over(send, message, letter, log)


def _handed_over(send: Send, message: Message, letter: Letter, log: Any) -> Outcome:
    try:
        send(message.recipient, letter)
    except RefusedError as error:
        return None, error.kept
    except UnknownFateError as error:
        return MessageState.UNKNOWN, error.kept
    except Exception as error:  # it may have arrived all the same; what the error says may hold a password
        id_ = log_unexpected("sending_failed", error, log, in_its_words=isinstance(error, CourierError))
        return MessageState.UNKNOWN, keep_reason("send-unexpected", kind=code_of(error), id=id_)
    return MessageState.SENT, None


def _note(desk: Desk, message: Message, state: MessageState | None, error: str | None) -> None:
    """Write how a claimed message stands. One that was refused is tried again if it may.

    One that was forgotten with its recipient meanwhile, or is in other hands, is left alone.
    """
    with desk.write() as (session, now):
        row = session.get(Message, message.id)
        ours = (MessageState.SENDING, MessageState.UNKNOWN)
        if row is None or row.state not in ours or row.lease_until != message.lease_until:
            return
        row.error = error
        if state is None and row.attempts < MOST_ATTEMPTS:
            row.state, row.not_before = MessageState.WAITING, now + WAITS[row.attempts - 1]
        else:
            row.state = state or MessageState.FAILED
        row.sent_at = now if row.state == MessageState.SENT else None
        session.add(row)
        if row.state in (MessageState.FAILED, MessageState.UNKNOWN):
            alert_unsent(session, desk, row, now)
    if error is not None:
        LOG.warning(
            "message_failed",
            message_id=message.id,
            kind=message.kind,
            state=str(row.state),
            reason=reason_code(error),
        )
