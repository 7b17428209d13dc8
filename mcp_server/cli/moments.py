"""Instants as commands write them: for programs in UTC, for people in the league's zone."""

from datetime import datetime

from arena.instants import instant_text, minute_text
from arena.league.calendar import Calendar


def instant(moment: datetime | None) -> str | None:
    """`2026-04-24T18:00:00Z`; None stays None."""
    return None if moment is None else instant_text(moment)


def local_minute(moment: datetime, calendar: Calendar) -> str:
    """`2026-04-24 21:00`, by the league's clocks."""
    return minute_text(moment, calendar.zone)
