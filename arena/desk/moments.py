"""An instant as texts tell it: in the league's zone, and in UTC for programs."""

from datetime import UTC, datetime

from arena.league.calendar import Calendar


def told_moment(calendar: Calendar, instant: datetime) -> dict[str, str]:
    """What fills a text that tells an instant: `local` (2026-04-24 14:00), `zone` (Europe/Moscow), `utc`
    (2026-04-24T11:00:00Z)."""
    return {
        "local": f"{instant.astimezone(calendar.zone):%Y-%m-%d %H:%M}",
        "zone": calendar.zone.key,
        "utc": f"{instant.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
    }
