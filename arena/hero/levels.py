"""Levels: the experience that opens each, and its slots for abilities and rules.

Source: the table «Уровни» of the rules, which stands in arena/league/league.toml.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from arena.errors import refuse
from arena.excerpt import shown


@dataclass(frozen=True)
class Slots:
    """How many abilities and rules a hero may have."""

    abilities: int
    rules: int


@dataclass(frozen=True)
class Level:
    """A level, its number from 1, and the experience points that open it."""

    number: int
    xp: int
    slots: Slots


def _load() -> tuple[Level, ...]:
    table = tomllib.loads(files("arena").joinpath("league/league.toml").read_text(encoding="utf-8"))
    return tuple(
        Level(number, row["xp"], Slots(row["abilities"], row["rules"]))
        for number, row in enumerate(table["levels"], start=1)
    )


LEVELS = _load()
"""Every level, the first (which needs no experience) first."""

MAX_SLOTS = LEVELS[-1].slots
"""The most that any level allows."""


def level_for(xp: int) -> int:
    """The level that `xp` experience points have opened, from 1."""
    return max((level.number for level in LEVELS if level.xp <= xp), default=1)


def slots(level: int) -> Slots:
    """The slots of a level. Raises `ArenaError` `unknown-level`, which names the levels there are, for
    anything else."""
    if type(level) is not int or not 1 <= level <= len(LEVELS):
        raise refuse("unknown-level", found=shown(level), lowest=1, highest=len(LEVELS))
    return LEVELS[level - 1].slots


def level_with(abilities: int, rules: int) -> Level | None:
    """The lowest level with slots for so many abilities and rules; `None` if no level has them."""
    fitting = (level for level in LEVELS if level.slots.abilities >= abilities and level.slots.rules >= rules)
    return next(fitting, None)
