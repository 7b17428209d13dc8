"""What holds in every battle, whoever fights."""

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings

from arena.battle import Battle, Turn, fight
from arena.hero import Hero
from arena.rulesets import KNOWLEDGE_POINT, load_ruleset
from tests.arena.battle.strategies import RULESETS, SEEDS, heroes

OTHER_SIDE = {"a": "b", "b": "a", None: None}

pytestmark = [pytest.mark.usefixtures("v9"), pytest.mark.parametrize("ruleset", RULESETS)]
battles = settings(max_examples=60, deadline=None)


@battles
@given(hero_a=heroes(), hero_b=heroes(), seed=SEEDS)
def test_every_gauge_stays_in_its_range(ruleset: str, hero_a: Hero, hero_b: Hero, seed: int) -> None:
    rules = load_ruleset(ruleset)
    most = [rules.formulas.max_hp.value(hero.stats.by_name) for hero in (hero_a, hero_b)]
    for turn in fight(hero_a, hero_b, seed, ruleset).log:
        assert 0 <= turn.hp_a <= most[0]
        assert 0 <= turn.hp_b <= most[1]
        assert all(0 <= energy <= rules.limits.energy for energy in turn.energy)
        assert all(0 <= knowledge <= rules.knowledge.full // KNOWLEDGE_POINT for knowledge in turn.knowledge)
        assert 1 <= turn.tick <= rules.limits.ticks


@battles
@given(hero_a=heroes(), hero_b=heroes(), seed=SEEDS)
def test_an_ability_waits_for_its_cooldown_and_no_longer(
    ruleset: str, hero_a: Hero, hero_b: Hero, seed: int
) -> None:
    rules = load_ruleset(ruleset)
    log = [turn for turn in fight(hero_a, hero_b, seed, ruleset).log if turn.action != "stunned"]
    for side, hero in (("a", hero_a), ("b", hero_b)):
        used: dict[str, int] = {}
        for turn in (turn for turn in log if turn.side == side):
            for skipped in turn.skipped:
                action = hero.parsed_rules[skipped.rule].action
                ready = used.get(action, -rules.limits.ticks) + rules.abilities[action].cooldown
                told = [reason.seen for reason in skipped.reasons if reason.kind == "cooldown"]
                assert told == ([ready - turn.turn] if ready > turn.turn else [])
            if turn.action in used:
                assert turn.turn >= used[turn.action] + rules.abilities[turn.action].cooldown
            used[turn.action] = turn.turn


@battles
@given(hero_a=heroes(), hero_b=heroes(), seed=SEEDS)
def test_turns_are_numbered_without_gaps_and_end_with_the_battle(
    ruleset: str, hero_a: Hero, hero_b: Hero, seed: int
) -> None:
    battle = fight(hero_a, hero_b, seed, ruleset)
    for side in ("a", "b"):
        numbers = [turn.turn for turn in battle.log if turn.side == side]
        assert numbers == list(range(1, len(numbers) + 1))
    assert all(one.tick <= next_.tick for one, next_ in pairwise(battle.log))
    assert all(turn.hp_a > 0 and turn.hp_b > 0 for turn in battle.log[:-1])
    assert battle.turns == len(battle.log) + (battle.end == "poison")
    assert (battle.end == "ticks") == (battle.hp_a > 0 and battle.hp_b > 0)


@battles
@given(hero_a=heroes(), hero_b=heroes(), seed=SEEDS)
def test_what_a_turn_takes_and_gives_adds_up_to_the_next(
    ruleset: str, hero_a: Hero, hero_b: Hero, seed: int
) -> None:
    rules = load_ruleset(ruleset)
    hp = {
        side: rules.formulas.max_hp.value(hero.stats.by_name) for side, hero in (("a", hero_a), ("b", hero_b))
    }
    for turn in fight(hero_a, hero_b, seed, ruleset).log:
        hp[turn.side] += turn.change - turn.poison
        hp[OTHER_SIDE[turn.side]] -= turn.loss
        assert (turn.hp_a, turn.hp_b) == (hp["a"], hp["b"])
        if turn.action != "ultimate":
            assert sum(hit.loss for hit in turn.hits) == turn.loss


@battles
@given(hero_a=heroes(), hero_b=heroes(), seed=SEEDS)
def test_changing_sides_mirrors_the_battle_unless_speeds_are_equal(
    ruleset: str, hero_a: Hero, hero_b: Hero, seed: int
) -> None:
    assume(hero_a.stats.spd != hero_b.stats.spd)
    battle, swapped = fight(hero_a, hero_b, seed, ruleset), fight(hero_b, hero_a, seed, ruleset)
    assert summary(swapped) == summary(battle)[:3] + summary(battle)[4:2:-1] + (OTHER_SIDE[battle.winner],)
    assert [mirrored(turn) for turn in swapped.log] == [as_seen(turn) for turn in battle.log]


def summary(battle: Battle) -> tuple[object, ...]:
    return battle.ticks, battle.turns, battle.end, battle.hp_a, battle.hp_b, battle.winner


def as_seen(turn: Turn) -> tuple[object, ...]:
    return turn.side, turn.hp_a, turn.hp_b, tuple(turn.knowledge), tuple(turn.effects), *what_was_done(turn)


def mirrored(turn: Turn) -> tuple[object, ...]:
    seen = OTHER_SIDE[turn.side], turn.hp_b, turn.hp_a, turn.knowledge[::-1], turn.effects[::-1]
    return *seen, *what_was_done(turn)


def what_was_done(turn: Turn) -> tuple[object, ...]:
    return turn.tick, turn.turn, turn.rule, turn.action, turn.hits, turn.skipped
