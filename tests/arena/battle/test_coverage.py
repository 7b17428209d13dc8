"""Coverage counts what the logs of the same battles tell, and what advice calls dead never fires."""

import random
from itertools import pairwise

import numpy as np
import pytest

from arena.battle import coverage, fight
from arena.hero import Hero
from arena.rulesets import load_ruleset
from dsl import DEAD_CODES, advise
from tests.arena.battle.strategies import RULESETS, many_heroes
from tests.arena.battle.twin import bout, rule_counts

pytestmark = pytest.mark.usefixtures("v9")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_coverage_counts_what_the_logs_tell(ruleset: str) -> None:
    heroes, chance = many_heroes(30, 77), random.Random(7)
    for hero, opponent in zip(heroes, [heroes[0], *heroes[:-1]], strict=True):
        seeds = [chance.getrandbits(64) for _ in range(5)]
        counted = [
            (row.reached, row.true, row.fired)
            for row in coverage(hero, opponent, np.array(seeds, np.uint64), ruleset)
        ]
        logged = [turn for seed in seeds for turn in fight(hero, opponent, seed, ruleset).log]
        played = [
            turn for seed in seeds for turn in bout(hero, opponent, load_ruleset(ruleset), seed).fight().log
        ]
        for log in (logged, played):
            own = [turn for turn in log if turn.side == "a"]
            assert counted == rule_counts(own, len(hero.rules))


def test_coverage_has_a_row_for_each_rule_in_their_order() -> None:
    for hero in many_heroes(20, 78):
        assert [row.rule for row in coverage(hero, hero, 1)] == list(range(len(hero.rules)))


def test_a_rule_below_is_reached_when_none_above_fires() -> None:
    for hero in many_heroes(40, 79):
        rows = coverage(hero, hero, np.arange(20))
        for above, below in pairwise(rows):
            assert below.reached == above.reached - above.fired
        assert all(row.fired <= row.true <= row.reached for row in rows)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_that_advice_calls_dead_never_fires(ruleset: str) -> None:
    heroes = many_heroes(400, 80)
    opponents = heroes[:8]
    condemned = 0
    for hero in heroes:
        dead = dead_rules(hero, ruleset)
        condemned += len(dead)
        if dead:
            for opponent in opponents:
                rows = coverage(hero, opponent, np.arange(12), ruleset)
                assert not any(rows[rule].fired for rule in dead), (hero.rules, opponent)
    assert condemned > 200


def dead_rules(hero: Hero, ruleset: str) -> list[int]:
    rules = load_ruleset(ruleset)
    advice = advise(
        hero.parsed_rules,
        abilities=hero.abilities,
        costs=rules.costs,
        cooldowns=rules.cooldowns,
        energy_per_turn=rules.formulas.energy.value(hero.stats.by_name),
        knowledge_per_turn=rules.knowledge.each_turn // 100,
        ultimate_knowledge=rules.abilities.ultimate.knowledge // 100,
    )
    return [found.rule for found in advice if found.code in DEAD_CODES and found.rule is not None]
