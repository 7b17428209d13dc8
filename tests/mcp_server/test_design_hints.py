"""What the overview calls good play is measured: random heroes with it and without, against the roster."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from arena import roster
from arena.battle import fight_many, pack
from arena.hero import Hero, check_hero
from arena.hero.plain_rules import GUARD_RULE, PLAIN_RULES
from arena.hero.sample import SAMPLE
from arena.rulesets import STATS, load_ruleset
from dsl.vocabulary import ULTIMATE
from mcp_server.rulebook.example import EXAMPLE

HEROES = 400
SEEDS = 6
"""Battles of each pair of heroes."""
STRONG = {"combo", "heavy", "drain", "heal"}
ULTIMATE_RULE = PLAIN_RULES[ULTIMATE]
ABILITY_RULES = {id_: rule for id_, rule in PLAIN_RULES.items() if id_ != ULTIMATE}


@dataclass(frozen=True)
class Design:
    """What is random of a hero."""

    stats: dict[str, int]
    abilities: tuple[str, ...]
    rules: tuple[str, ...]


Rules = Sequence[str]


@cache
def designs() -> tuple[Design, ...]:
    """Heroes with two abilities and the plain rules for them, the same in every run."""
    chance = random.Random(20260424)
    return tuple(_design(chance) for _ in range(HEROES))


def _design(chance: random.Random) -> Design:
    bounds = load_ruleset().stats
    stats = dict.fromkeys(STATS, bounds.minimum)
    weights = [chance.random() ** 2 for _ in STATS]
    while sum(stats.values()) < bounds.total:
        (stat,) = chance.choices(STATS, weights)
        stats[stat] += stats[stat] < bounds.maximum
    abilities = chance.sample(list(ABILITY_RULES), 2)
    ordered = tuple(id_ for id_ in ABILITY_RULES if id_ in abilities)
    return Design(stats, ordered, (ULTIMATE_RULE, *(ABILITY_RULES[id_] for id_ in ordered)))


def shares(designs: Sequence[Design], change: Callable[[Rules], Rules] = tuple) -> np.ndarray:
    """The share of battles that each design wins against the roster, with its rules changed."""
    opponents = [roster.load(id_) for id_ in roster.names()]
    heroes = [
        Hero.model_validate(
            {
                **SAMPLE,
                "stats": each.stats,
                "abilities": list(each.abilities),
                "rules": list(change(each.rules)),
            }
        )
        for each in designs
    ]
    first, second, seeds = np.meshgrid(
        np.arange(len(heroes)),
        np.arange(len(opponents)) + len(heroes),
        np.arange(SEEDS, dtype=np.uint64),
        indexing="ij",
    )
    outcomes = fight_many(pack([*heroes, *opponents]), first.ravel(), second.ravel(), seeds.ravel())
    return (outcomes["winner"] == 0).reshape(len(heroes), -1).mean(axis=1)


def having(*abilities: str) -> list[Design]:
    return [each for each in designs() if set(abilities) <= set(each.abilities)]


def gain(designs: Sequence[Design], without: Callable[[Rules], Rules]) -> float:
    """By how much the share of wins falls when the advice is not followed."""
    return float(shares(designs).mean() - shares(designs, without).mean())


def swapped(old: str, new: str) -> Callable[[Rules], Rules]:
    """Rules with another one in the place of one."""
    return lambda rules: [new if rule == old else rule for rule in rules]


def test_the_ultimate_s_rule_at_the_top_is_worth_more_than_any_other_advice() -> None:
    dropped = gain(designs(), lambda rules: rules[1:])
    assert dropped > 0.1
    assert dropped > gain(designs(), lambda rules: [*rules[1:], rules[0]]) > 0.02


def test_points_in_speed_and_strength_win_and_those_in_much_focus_lose() -> None:
    won = shares(designs())

    def lead(*stats: str) -> float:
        """What the third of the heroes with most points in them wins more than the third with least."""
        order = np.argsort([sum(each.stats[stat] for stat in stats) for each in designs()], kind="stable")
        third = HEROES // 3
        return float(won[order[-third:]].mean() - won[order[:third]].mean())

    assert lead("spd") > 0.02
    assert lead("atk") > 0.02
    assert lead("spd", "atk") > 0.1
    assert lead("foc") < -0.02


def test_what_is_left_is_better_shared_by_health_and_armour_than_in_health_alone() -> None:
    pairs = [("shield", "heavy"), ("shield", "combo"), ("heal", "heavy"), ("drain", "heavy")]

    def won(armour: int) -> float:
        stats = {"hp": 43 - armour, "atk": 25, "def": armour, "spd": 27, "foc": 5}
        return float(shares([_plain(stats, pair) for pair in pairs]).mean())

    assert won(18) - won(5) > 0.03


def _plain(stats: dict[str, int], abilities: tuple[str, str]) -> Design:
    return Design(stats, abilities, (ULTIMATE_RULE, *(ABILITY_RULES[id_] for id_ in abilities)))


def test_the_hero_that_the_rules_show_is_valid_at_once_and_wins_most_battles_with_each_dummy() -> None:
    assert check_hero(EXAMPLE).needs_level == 1
    hero, seeds = Hero.model_validate(EXAMPLE), np.arange(1000, dtype=np.uint64)
    for dummy in roster.dummies().values():
        first = np.zeros(len(seeds), np.int64)
        outcomes = fight_many(pack([hero, dummy]), first, first + 1, seeds)
        assert (outcomes["winner"] == 0).mean() > 0.6, dummy.name


def test_two_abilities_without_a_strong_one_seldom_win() -> None:
    weak = [each for each in designs() if not STRONG & set(each.abilities)]
    strong = [each for each in designs() if STRONG & set(each.abilities)]
    assert shares(weak).mean() < 0.2
    assert shares(strong).mean() > shares(weak).mean() + 0.1


def test_rage_wants_a_strong_hit_beside_it() -> None:
    with_hit = [each for each in having("rage") if {"combo", "heavy"} & set(each.abilities)]
    without = [each for each in having("rage") if not STRONG & set(each.abilities)]
    assert shares(with_hit).mean() > shares(without).mean() + 0.05


def test_poison_that_still_works_is_better_not_renewed() -> None:
    assert gain(having("poison"), swapped(ABILITY_RULES["poison"], "turn >= 1 -> poison")) > 0.02


@pytest.mark.parametrize(
    ("ability", "late"),
    [("shield", "self.hp < 35% and not self.has(shield) -> shield"), ("heal", "self.hp < 35% -> heal")],
)
def test_healing_and_shielding_early_beats_the_last_moment(ability: str, late: str) -> None:
    assert gain(having(ability), swapped(ABILITY_RULES[ability], late)) > 0.01


def test_a_shield_against_the_enemy_s_super_blow_wins_battles() -> None:
    guarded = shares(having("shield"), lambda rules: [GUARD_RULE, *rules])
    assert guarded.mean() - shares(having("shield")).mean() > 0.01
