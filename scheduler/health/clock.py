"""The clock: everything that the league does follows it."""

import time
from datetime import timedelta

from sqlalchemy import func, select
from sqlmodel import col

from arena.desk.desk import Desk
from arena.desk.moments import told_moment
from arena.store.tables import HeroVersion, Message, Run
from arena.store.types import UTCDateTime
from scheduler.health.finding import Finding, doubtful, fine, wrong

TOLERANCE = timedelta(seconds=5)


def look_at_clock(desk: Desk) -> list[Finding]:
    """Whether it is behind what was done already, or tells another time than the database's server."""
    stamps = (Run.started_at, Run.finished_at, Message.sent_at, HeroVersion.saved_at)
    with desk.read() as (session, now):
        newest = [session.scalar(select(func.max(col(stamp), type_=UTCDateTime()))) for stamp in stamps]
        skew = desk.store.seconds(session) - time.time()
    last = max((each for each in newest if each is not None), default=now)
    if last > now + TOLERANCE:
        done, told = told_moment(desk.calendar, last), told_moment(desk.calendar, now)
        return [wrong("clock", "health-clock-back", last=done["local"], now=told["local"], zone=told["zone"])]
    if abs(skew) > TOLERANCE.total_seconds():
        return [doubtful("clock", "health-clock-skew", seconds=round(abs(skew)))]
    return [fine("clock", **told_moment(desk.calendar, now))]
