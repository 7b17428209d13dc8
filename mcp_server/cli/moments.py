"""Instants as commands write them: for programs in UTC, for people in the league's zone."""

from datetime import UTC, datetime

from arena.league.calendar import Calendar


def instant(moment: datetime | None) -> str | None:
    """`2026-04-24T18:00:00Z`; None stays None."""
    return None if moment is None else f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def local_minute(moment: datetime, calendar: Calendar) -> str:
    """`2026-04-24 21:00`, by the league's clocks."""
    return f"{moment.astimezone(calendar.zone):%Y-%m-%d %H:%M}"
