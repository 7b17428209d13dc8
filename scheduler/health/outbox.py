"""The outbox: messages that did not arrive, or may not have."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import func, select
from sqlmodel import col

from arena.desk.desk import Desk
from arena.desk.players.addresses import EMAIL
from arena.settings import variable
from arena.store.tables import Message, Player
from arena.store.tables.news import MessageState
from scheduler.health.finding import Finding, doubtful, fine, wrong

OVERDUE = timedelta(hours=1)
GOING_WELL = (MessageState.SENT, MessageState.WAITING, MessageState.SENDING)


def look_at_outbox(desk: Desk, mail_url: str | None) -> list[Finding]:
    """What was not sent, and whether e-mail can be."""
    with desk.read() as (session, now):
        counted = session.execute(
            select(col(Message.state), func.count(), func.max(col(Message.id))).group_by(col(Message.state))
        )
        states = {state: (count, last) for state, count, last in counted}
        overdue = session.scalar(
            select(func.count()).where(
                col(Message.state) == MessageState.WAITING, col(Message.not_before) < now - OVERDUE
            )
        )
        tried = col(Message.state) == MessageState.WAITING, col(Message.attempts) > 0
        refused = session.scalars(select(Message).where(*tried).order_by(col(Message.id).desc())).first()
        again = session.scalar(select(func.count()).select_from(Message).where(*tried)) or 0
        addresses = session.scalars(select(col(Player.address)).where(col(Player.address).is_not(None)))
        mails = sum(EMAIL.fullmatch(address or "") is not None for address in addresses)
    found = list(_troubled(states))
    if refused is not None:
        told = doubtful("outbox", "health-messages-refused", count=again, id=refused.id)
        found.append(replace(told, reason=refused.error))
    if overdue:
        found.append(wrong("outbox", "health-messages-waiting", count=overdue))
    if mails and mail_url is None:
        found.append(doubtful("outbox", "health-no-mail", count=mails, variable=variable("mail_url")))
    sent, waiting, sending = (states.get(state, (0, 0))[0] for state in GOING_WELL)
    return found or [fine("outbox", sent=sent, waiting=waiting + sending)]


def _troubled(states: dict[str, tuple[int, int]]) -> Iterator[Finding]:
    for state in (MessageState.FAILED, MessageState.UNKNOWN):
        if state in states:
            count, last = states[state]
            yield doubtful("outbox", f"health-messages-{state}", count=count, id=last)
