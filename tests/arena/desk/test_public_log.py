"""What a public log holds and what it leaves out."""

from dataclasses import fields

import pytest

from arena import roster
from arena.battle import PercentHit, Reason, Sides, Skipped, fight, health_percent
from arena.desk.battles.public_log import OwnTurn, PublicTurn, public_log
from arena.rulesets import load_ruleset
from tests.arena.desk.told_fields import PUBLIC, told_fields, told_values

SEEDS = range(12)


def _battle(seed, a="witch", b="fox"):
    heroes = Sides(roster.load(a), roster.load(b))
    return fight(*heroes, seed), heroes


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_s_log_holds_nothing_but_what_is_public(seed):
    battle, heroes = _battle(seed)
    log = public_log(battle, heroes, Sides(False, False))
    assert len(log) == len(battle.log)
    assert told_fields(log) <= PUBLIC
    percents = ("health", "damage", "poison", "change")
    numbers = [value for name, value in told_values(log) if name in percents]
    assert numbers
    assert all(type(value) is int and -100 <= value <= 100 for value in numbers)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("side", ["a", "b"])
def test_of_the_other_hero_the_owner_sees_no_more_than_anybody(seed, side):
    battle, heroes = _battle(seed)
    mine = public_log(battle, heroes, Sides(side == "a", side == "b"))
    nobodys = public_log(battle, heroes, Sides(False, False))
    for turn, public in zip(mine, nobodys, strict=True):
        assert turn.exact is None
        if turn.side != side:
            assert turn == public
        else:
            assert turn.own is not None
            assert told_fields(turn) <= PUBLIC | {"own"} | _names(OwnTurn, Skipped, Reason)


def _names(*models):
    return {field.name for model in models for field in fields(model)}


def test_the_owner_sees_which_rule_fired_and_why_others_did_not():
    battle, heroes = _battle(3)
    log = public_log(battle, heroes, Sides(True, False))
    for turn, exact in zip(log, battle.log, strict=True):
        if turn.side == "a":
            assert (turn.own.rule, turn.own.energy) == (exact.rule, exact.energy.a)
            assert [each.rule for each in turn.own.skipped] == [each.rule for each in exact.skipped]


def test_health_that_rules_compared_is_told_in_half_steps_so_that_points_stay_hidden():
    seen = set()
    for seed in SEEDS:
        battle, heroes = _battle(seed)
        for turn in public_log(battle, heroes, Sides(True, False)):
            for skipped in turn.own.skipped if turn.own else ():
                seen |= {r.seen for r in skipped.reasons if isinstance(r.seen, float)}
    assert seen
    assert all(value * 2 == int(value * 2) for value in seen)


def test_the_half_step_is_on_the_side_of_the_whole_percent_where_the_rule_saw_it():
    for seed in SEEDS:
        battle, heroes = _battle(seed)
        exact = [r for turn in battle.log if turn.side == "a" for s in turn.skipped for r in s.reasons]
        told = [r for turn in public_log(battle, heroes, Sides(True, False)) if turn.own
                for s in turn.own.skipped for r in s.reasons]  # fmt: skip
        for real, shown in zip(exact, told, strict=True):
            if isinstance(real.seen, float):
                assert abs(real.seen - shown.seen) < 0.5 + 1e-9
                assert (shown.seen == int(shown.seen)) == (real.seen == int(real.seen))
            else:
                assert shown == real


def test_two_open_heroes_show_every_number():
    battle, heroes = _battle(2)
    log = public_log(battle, heroes, Sides(True, True))
    assert tuple(turn.exact for turn in log) == battle.log
    assert all(turn.own is not None for turn in log)


def test_damage_is_a_share_of_the_victim_s_health_and_the_rest_of_the_actor_s_own():
    battle, heroes = _battle(5)
    formula = load_ruleset().formulas.max_hp
    whole = {"a": formula.value(heroes.a.stats.by_name), "b": formula.value(heroes.b.stats.by_name)}
    for turn, exact in zip(public_log(battle, heroes, Sides(False, False)), battle.log, strict=True):
        enemy = "b" if turn.side == "a" else "a"
        assert turn.damage == health_percent(exact.loss, whole[enemy])
        assert turn.poison == health_percent(exact.poison, whole[turn.side])
        assert turn.hits == tuple(
            PercentHit(hit.outcome, health_percent(hit.loss, whole[enemy])) for hit in exact.hits
        )


def test_a_new_field_of_the_log_must_be_judged_here():
    assert {field.name for field in fields(PublicTurn)} - {"own", "exact"} | {"outcome"} == PUBLIC
