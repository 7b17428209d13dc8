"""Heroes that do what a test tells them turn by turn, and seeds whose chance falls as the test needs it."""

from functools import cache
from itertools import count
from typing import Any

from arena.hero import Hero
from dsl.vocabulary import ABILITIES
from tests.arena.battle.dice import SplitMix64
from tests.arena.battle.strategies import fighting_hero
from tests.arena.battle.twin import Bout, Turn

CRIT_PERCENT = 10


def first(*script: str, **changes: Any) -> Hero:
    """Side A's usual hero: as `second` but a point faster, so that it moves first in every round.

    `script` is what it does in its turns 1, 2, ...; after it, it strikes. It has 200 health and an armour
    of 20, and strikes for 10 before armour.
    """
    return scripted(script, {"hp": 30, "atk": 15, "def": 20, "spd": 11, "foc": 24}, **changes)


def second(*script: str, **changes: Any) -> Hero:
    """Side B's usual hero."""
    return scripted(script, {"hp": 30, "atk": 15, "def": 20, "spd": 10, "foc": 25}, **changes)


def scripted(
    script: tuple[str, ...],
    stats: dict[str, int],
    *,
    at: dict[int, str] | None = None,
    rules: tuple[str, ...] = (),
    **points: int,
) -> Hero:
    """`at` is a script by turn, `rules` stand under the script's, `points` are stats (`def_` for def)."""
    planned = {**dict(enumerate(script, 1)), **(at or {})}
    lines = [f"turn == {turn} -> {action}" for turn, action in planned.items() if action != "strike"]
    lines += rules
    abilities = [ability for ability in ABILITIES if any(line.endswith(f"-> {ability}") for line in lines)]
    changed = {name.rstrip("_"): value for name, value in points.items()}
    return fighting_hero({"stats": {**stats, **changed}, "abilities": abilities, "rules": lines})


@cache
def seed_for(pattern: str) -> int:
    """The least seed that draws this: `a` or `b` moves first, `.` a plain hit, `*` a crit, `?` either."""
    return next(seed for seed in count() if _falls(SplitMix64(seed), pattern))


def _falls(dice: SplitMix64, pattern: str) -> bool:
    return all(wanted in ("?", _drawn(dice, wanted)) for wanted in pattern)


def _drawn(dice: SplitMix64, wanted: str) -> str:
    if wanted in "ab":
        return "ab"[dice.below(2)]
    return "*" if dice.below(100) < CRIT_PERCENT else "."


def turns_of(battle: Bout, side: str) -> list[Turn]:
    """One side's turns; its turn n is at place n - 1."""
    return [turn for turn in battle.log if turn.side == side]


def actions_of(battle: Bout, side: str) -> list[str]:
    return [turn.action for turn in turns_of(battle, side)]
