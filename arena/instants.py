"""Instants as they are written: for programs, and for seeds, in UTC; for people by the clocks of a zone."""

from datetime import UTC, datetime, tzinfo


def instant_text(instant: datetime) -> str:
    """`2026-04-24T18:00:00Z`. Raises `ValueError` for a naive time."""
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return f"{instant.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def minute_text(instant: datetime, zone: tzinfo) -> str:
    """`2026-04-24 21:00`."""
    return f"{instant.astimezone(zone):%Y-%m-%d %H:%M}"
