"""An instant as texts tell it: in the league's zone, and in UTC for programs."""

from datetime import datetime

from arena.instants import instant_text, minute_text
from arena.league.calendar import Calendar


def told_moment(calendar: Calendar, instant: datetime) -> dict[str, str]:
    """What fills a text that tells an instant: `local` (2026-04-24 14:00), `zone` (Europe/Moscow), `utc`
    (2026-04-24T11:00:00Z)."""
    return {
        "local": minute_text(instant, calendar.zone),
        "zone": calendar.zone.key,
        "utc": instant_text(instant),
    }
