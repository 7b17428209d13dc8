"""What gives experience, and how much of it. The ledger has one row for each reason and key, so nothing
is given twice.

Source: the section «Уровни».
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from arena.league.settings import ExperienceSettings, league


class Reason(StrEnum):
    """Why a row stands in the ledger."""

    LIBRARY = "library"
    BATTLE_DAY = "battle-day"
    TOURNAMENT = "tournament"
    CORRECTION = "correction"


@dataclass(frozen=True)
class Grant:
    """A row of the ledger: `key` is what it is for (a source's id, a day, a Friday) and never comes twice."""

    reason: Reason
    key: str
    xp: int


def monday_of(day: date) -> date:
    """The first day of a library week."""
    return day - timedelta(days=day.weekday())


def library_grants(
    points: Iterable[tuple[str, date, int]],
    granted: Mapping[date, int],
    settings: ExperienceSettings | None = None,
) -> list[Grant]:
    """Experience for library points: (source id, local day, points) in the order in which they came.

    `granted` has what weeks, by their Monday, were given before. What is above a week's most lapses; such
    a row is kept with what was left, 0 at the least, so that its source is known. Raises `ValueError` for
    negative points.
    """
    numbers = settings or league().experience
    given = dict(granted)
    grants = []
    for source, day, count in points:
        if count < 0:
            raise ValueError(f"{count} library points")
        week = monday_of(day)
        left = max(0, numbers.library_week - given.get(week, 0))
        xp = min(numbers.library_point * count, left)
        given[week] = given.get(week, 0) + xp
        grants.append(Grant(Reason.LIBRARY, source, xp))
    return grants


def battle_day_grant(day: date) -> Grant:
    """For a local day with a rated or tournament battle; once a day, by its key."""
    return Grant(Reason.BATTLE_DAY, day.isoformat(), league().experience.battle_day)


def tournament_grant(friday: date) -> Grant:
    """For taking part in a Friday's tournament."""
    return Grant(Reason.TOURNAMENT, friday.isoformat(), league().experience.tournament)
