"""Heroes of every kind, at random: for hypothesis, which shrinks them, and by the thousand from a seed."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from arena.hero import MAX_SLOTS, Hero
from arena.hero.sample import SAMPLE
from arena.rulesets import STATS, load_ruleset
from dsl import format_rule
from dsl.syntax import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Test, TurnTest
from dsl.vocabulary import (
    ABILITIES,
    ACTIONS,
    BASIC_ACTIONS,
    EFFECTS,
    EQUALITY_SIGNS,
    FIGHTERS,
    GAUGES,
    MAX_CONDITIONS,
    PERCENT_MAX,
    SIGNS,
    TURN_MAX,
)

Below = Callable[[int], int]
"""`below(n)` chooses a number from 0 to n - 1."""

RULESETS = [
    pytest.param("v0", marks=pytest.mark.medium),
    "v1",
    pytest.param("v9", marks=pytest.mark.medium),
]
"""The quick tests have the current one."""
SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def heroes(draw: st.DrawFn) -> Hero:
    """A hero that may have any stats, abilities and rules that the top level allows."""
    return a_hero(lambda n: draw(st.integers(0, n - 1)))


def many_heroes(count: int, seed: int) -> list[Hero]:
    """The same from a seed, and always the same ones."""
    below = random.Random(seed).randrange
    return [a_hero(below) for _ in range(count)]


def a_hero(below: Below) -> Hero:
    abilities = some_abilities(below)
    rules = [format_rule(a_rule(below, abilities)) for _ in range(below(MAX_SLOTS.rules + 1))]
    return fighting_hero({"stats": some_stats(below), "abilities": abilities, "rules": rules})


def fighting_hero(plain: dict[str, Any]) -> Hero:
    """A hero of which only what counts in a battle is given."""
    return Hero.model_validate({**SAMPLE, **plain})


def some_stats(below: Below) -> dict[str, int]:
    spread = load_ruleset().stats
    names = list(STATS)
    points = dict.fromkeys(names, spread.minimum)
    room = spread.maximum - spread.minimum
    left = spread.total - spread.minimum * len(names)
    while names:
        name = names.pop(below(len(names)))
        least = max(0, left - room * len(names))
        given = least + below(min(room, left) - least + 1)
        points[name] += given
        left -= given
    return points


def some_abilities(below: Below) -> list[str]:
    unused = list(ABILITIES)
    return [unused.pop(below(len(unused))) for _ in range(below(MAX_SLOTS.abilities + 1))]


def a_rule(below: Below, abilities: list[str]) -> Rule:
    conditions = tuple(a_condition(below) for _ in range(1 + below(MAX_CONDITIONS)))
    return Rule(conditions, one_of(below, (*BASIC_ACTIONS, *abilities)))


def a_condition(below: Below) -> Condition:
    return Condition(a_test(below), negated=below(4) == 3)


def a_test(below: Below) -> Test:
    who, kind = one_of(below, FIGHTERS), below(7)
    if kind < len(GAUGES):
        return GaugeTest(who, GAUGES[kind], one_of(below, SIGNS), below(PERCENT_MAX + 1))
    if kind == 3:
        return EffectTest(who, one_of(below, EFFECTS))
    if kind == 4:
        return FasterTest(who)
    if kind == 5:
        return LastTest(who, one_of(below, EQUALITY_SIGNS), one_of(below, ACTIONS))
    latest = one_of(below, (10, 50, TURN_MAX))
    return TurnTest(one_of(below, SIGNS), 1 + below(latest))


def one_of(below: Below, choices: tuple[Any, ...]) -> Any:
    return choices[below(len(choices))]
