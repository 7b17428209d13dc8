"""How the points are spent on the stats: their sum, the stats' other names, and spendings that are right.

Source: the section «Характеристики» of the rules.
"""

import json
from collections.abc import Iterator, Mapping

from arena.excerpt import shown
from arena.hero.problems import STATS, Problem, problem
from arena.messages import LOCALES
from arena.rulesets import STATS as STAT_NAMES

LARGEST_SUMMED = 999_999
"""A larger stat is wrong by itself; a sum with it would say nothing."""

STAT_WORDS: Mapping[str, str] = {
    "health": "hp",
    "hit points": "hp",
    "attack": "atk",
    "defence": "def",
    "defense": "def",
    "speed": "spd",
    "focus": "foc",
} | {STATS[stat].name.text(locale): stat for stat in STAT_NAMES for locale in LOCALES}
"""What the stats are called in words: what their ids are short for, and the names that people are shown."""


def stats_problems(stats: Mapping[str, object]) -> Iterator[Problem]:
    """The sum, if every stat is a whole number and none of them absurd."""
    points = {
        name: value
        for name in STAT_NAMES
        if type(value := stats.get(name)) is int and abs(value) <= LARGEST_SUMMED
    }
    spent = sum(points.values())
    if len(points) < len(STAT_NAMES) or spent == STATS.total:
        return
    yield problem(
        "stats-sum-low" if spent < STATS.total else "stats-sum-high",
        (),
        stats,
        found=shown(spent),
        total=STATS.total,
        difference=shown(abs(STATS.total - spent)),
        example=", ".join(f"{name} {value}" for name, value in _balanced(points).items()),
    )


def _balanced(stats: Mapping[str, int]) -> dict[str, int]:
    """Stats near to these that keep the bounds and the sum."""
    points = {name: min(max(value, STATS.minimum), STATS.maximum) for name, value in stats.items()}
    while (missing := STATS.total - sum(points.values())) != 0:
        pick = min if missing > 0 else max
        points[pick(points, key=points.__getitem__)] += 1 if missing > 0 else -1
    return points


def spent_as(value: object) -> str:
    """All the points as a JSON object of stats: near to `value`, if it lists five numbers, else evenly."""
    spent = [STATS.total // len(STAT_NAMES)] * len(STAT_NAMES)
    if isinstance(value, list | tuple) and len(value) == len(STAT_NAMES):
        spent = [points if type(points) is int else even for points, even in zip(value, spent, strict=True)]
    return json.dumps(_balanced(dict(zip(STAT_NAMES, spent, strict=True))))
