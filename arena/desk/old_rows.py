"""Rows that nobody asks for any more: what was read, used up or sent long ago."""

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import Session, col, or_

from arena.desk.players.sessions import has_ended
from arena.league.calendar import Calendar
from arena.store.tables import BrowserSession, Message, Notice, SignInLink, Usage
from arena.store.tables.news import MessageState

KEPT = timedelta(days=90)


def delete_old_rows(session: Session, calendar: Calendar, now: datetime) -> int:
    """Delete notices that were read, limits that were used, messages that were sent or put aside and links
    that expired, all more than 90 days ago, and sessions that have ended; how many rows went. The log of
    organisers' acts, which has no reader, stays."""
    before = now - KEPT
    settled = or_(
        col(Message.sent_at) < before,
        (col(Message.state) == MessageState.CLOSED) & (col(Message.not_before) < before),
    )
    old = (
        delete(Notice).where(col(Notice.read_at) < before),
        delete(Usage).where(col(Usage.day) < calendar.local_date(before)),
        delete(Message).where(settled),
        delete(SignInLink).where(col(SignInLink.expires_at) < before),
        delete(BrowserSession).where(has_ended(now)),
    )
    return sum(session.connection().execute(rows).rowcount for rows in old)
