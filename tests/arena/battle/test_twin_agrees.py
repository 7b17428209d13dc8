"""Batch kernel, logged path and plain twin are one battle, under any ruleset, a made-up one too."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from arena.battle import fight, fight_many, pack
from arena.hero import Hero
from arena.rulesets import load_ruleset
from tests.arena.battle.agreement import assert_same_battle, duel, outcome_of, read_outcome
from tests.arena.battle.strategies import RULESETS, SEEDS, fighting_hero, heroes, many_heroes
from tests.arena.battle.twin import Bout, bout

FIXTURES = Path(__file__).parent / "fixtures"
KEPT: list[dict[str, Any]] = json.loads((FIXTURES / "battles.json").read_text(encoding="utf-8"))

pytestmark = pytest.mark.usefixtures("v9")


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60, deadline=None)
@given(hero_a=heroes(), hero_b=heroes(), seed=SEEDS)
def test_all_three_agree_on_any_heroes(ruleset: str, hero_a: Hero, hero_b: Hero, seed: int) -> None:
    duel(hero_a, hero_b, seed, ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_three_agree_turn_by_turn_on_fixed_seeds(ruleset: str) -> None:
    assert_all_agree(ruleset, battles=250, heroes_seed=20, logs_every=1)


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case["why"].replace(" ", "-"))
def test_battles_that_once_mattered_stay_the_same(case: dict[str, Any]) -> None:
    twin = duel(fighting_hero(case["a"]), fighting_hero(case["b"]), int(case["seed"]), case["ruleset"])
    assert list(outcome_of(twin)) == case["outcome"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hundred_thousand_battles_agree(ruleset: str) -> None:
    for heroes_seed in range(34):
        assert_all_agree(ruleset, 1000, heroes_seed, logs_every=10)


def assert_all_agree(ruleset: str, battles: int, heroes_seed: int, logs_every: int) -> None:
    """Fight random pairs of 100 random heroes in one batch, and each again in the twin."""
    some = many_heroes(100, heroes_seed)
    chance = random.Random(heroes_seed)
    pairs = [(chance.randrange(100), chance.randrange(100)) for _ in range(battles)]
    seeds = [chance.getrandbits(64) for _ in range(battles)]
    a, b = zip(*pairs, strict=True)
    outcomes = fight_many(pack(some), a, b, np.array(seeds, np.uint64), ruleset)
    for i, (row, seed) in enumerate(zip(outcomes, seeds, strict=True)):
        pair = some[a[i]], some[b[i]]
        twin = bout(*pair, load_ruleset(ruleset), seed).fight()
        assert read_outcome(row) == outcome_of(twin), to_keep(twin, *pair, seed)
        if i % logs_every == 0:
            assert_same_battle(twin, fight(*pair, seed, ruleset))


def to_keep(twin: Bout, hero_a: Hero, hero_b: Hero, seed: int) -> str:
    """A line for fixtures/battles.json."""
    sides = {
        name: {"stats": fighter.stats, "abilities": hero.abilities, "rules": hero.rules}
        for name, fighter, hero in (("a", twin.a, hero_a), ("b", twin.b, hero_b))
    }
    case = {"why": "", "ruleset": twin.ruleset.id, **sides, "seed": str(seed), "outcome": outcome_of(twin)}
    return f"add to fixtures/battles.json and say why:\n{json.dumps(case)}"
