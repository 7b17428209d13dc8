"""Which backups stay: of the last seven days, and of four weeks before them."""

import re
from datetime import date
from pathlib import Path

DAYS = 7
WEEKS = 4

NAME = re.compile(r"arena-(\d{4}-\d\d-\d\d)\.(sqlite|dump)")


def backup_name(day: date, is_sqlite: bool) -> str:
    """What the nightly backup of a day of the league is called: `arena-2026-04-24.sqlite`, for PostgreSQL
    `arena-2026-04-24.dump`."""
    return f"arena-{day}.{'sqlite' if is_sqlite else 'dump'}"


def thin_out(folder: Path, today: date) -> list[Path]:
    """Delete the nightly backups in a folder that nobody needs any more, and give them.

    Files with other names are left alone, and so are those of days to come, which a wrong clock has made.
    """
    gone = [folder / name for name in superfluous([file.name for file in folder.iterdir()], today)]
    for file in gone:
        file.unlink(missing_ok=True)
    return gone


def superfluous(names: list[str], today: date) -> list[str]:
    """Of the names of nightly backups those to delete: all but the last 7 days that have one, and before
    them the last day of each of the last 4 weeks (Monday to Sunday) that have one."""
    days = {name: day for name in names if (day := _day_of(name)) is not None}
    past = sorted({day for day in days.values() if day <= today}, reverse=True)
    last_of_week: dict[tuple[int, int], date] = {}
    for day in past[DAYS:]:
        last_of_week.setdefault(day.isocalendar()[:2], day)
    weekly = list(last_of_week.values())[:WEEKS]
    gone = set(past) - set(past[:DAYS]) - set(weekly)
    return sorted(name for name, day in days.items() if day in gone)


def backup_days(names: list[str]) -> list[date]:
    """The days of the nightly backups among names of files, oldest first."""
    return sorted(day for name in names if (day := _day_of(name)) is not None)


def _day_of(name: str) -> date | None:
    match = NAME.fullmatch(name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:  # a day that no month has
        return None
