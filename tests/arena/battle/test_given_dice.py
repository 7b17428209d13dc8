"""Moments that a whole battle seldom reaches: one turn of the twin, from a given state, with given dice.

A few no battle reaches by today's numbers, such as a stun on an enemy that is still stunned. The kernel is
held to the twin by `test_twin_agrees`, whose kept battles are those in which such moments do come up.
"""

import pytest

from arena.rulesets import load_ruleset
from tests.arena.battle.dice import given_rolls
from tests.arena.battle.scripts import first, second
from tests.arena.battle.twin import Bout, Hit, bout

HIT, CRIT = 50, 0
"""Rolls."""

FULL: dict[str, object] = {"knowledge": 10_000}
"""What the ultimate needs."""


def one_turn(*rolls: int, action: str, ruleset: str = "v1", **state: dict[str, object]) -> Bout:
    """The turn of an `a` that can do anything; `state` sets what `a` and `b` are before it."""
    hero = first(rules=(f"turn >= 1 -> {action}",))
    with given_rolls(*rolls) as dice:
        battle = bout(hero, second(), load_ruleset(ruleset), dice)
        battle.a.energy = 100
        for fighter in (battle.a, battle.b):
            for name, value in state.get(fighter.side, {}).items():
                setattr(fighter, name, value)
        battle.take_turn(battle.a, battle.b)
    assert battle.log[-1].action == action
    return battle


# ---- chance


@pytest.mark.parametrize(("roll", "outcome"), [(0, "crit"), (9, "crit"), (10, "hit"), (99, "hit")])
def test_ten_of_a_hundred_rolls_are_crits(roll: int, outcome: str) -> None:
    assert one_turn(roll, action="strike").hits[0].outcome == outcome


def test_every_hit_of_a_combo_has_its_own_roll() -> None:
    battle = one_turn(HIT, CRIT, HIT, action="combo")
    assert battle.hits == [Hit("hit", 6), Hit("crit", 8), Hit("hit", 6)]


@pytest.mark.parametrize(("roll", "mover"), [(0, "a"), (1, "b")])
def test_equal_speeds_roll_for_the_first_move(roll: int, mover: str) -> None:
    with given_rolls(roll) as dice:
        battle = bout(second(), second(), load_ruleset(), dice)
        battle.a.gauge = battle.b.gauge = 99
        assert next(one.side for one, _ in battle.who_moves()) == mover


def test_unequal_speeds_roll_nothing() -> None:
    with given_rolls() as dice:
        battle = bout(second(), first(), load_ruleset(), dice)
        battle.a.gauge = battle.b.gauge = 99
        assert [one.side for one, _ in battle.who_moves()] == ["b", "a"]


# ---- who falls


def test_a_combo_ends_when_the_enemy_falls() -> None:
    battle = one_turn(HIT, HIT, action="combo", b={"hp": 7})
    assert (battle.hits, battle.winner, battle.end) == ([Hit("hit", 6), Hit("hit", 1)], "a", "hit")


def test_a_combo_ends_when_what_comes_back_fells_its_owner() -> None:
    battle = one_turn(HIT, action="combo", a={"hp": 3}, b={"counter": True})
    assert (battle.a.hp, battle.winner, battle.end) == (0, "b", "hit")


def test_a_blow_that_kills_is_not_answered() -> None:
    battle = one_turn(HIT, action="strike", a={"hp": 1}, b={"hp": 8, "counter": True})
    assert (battle.a.hp, battle.winner) == (1, "a")


def test_what_would_follow_a_blow_that_kills_does_not_happen() -> None:
    battle = one_turn(HIT, action="rage", b={"hp": 8})
    assert (battle.log[-1].effects[0], battle.a.last) == ((), None)
    battle = one_turn(HIT, action="drain", a={"hp": 100}, b={"hp": 8})
    assert battle.log[-1].change == 0


def test_what_runs_down_at_the_end_of_a_turn_stays_when_the_battle_ends_in_it() -> None:
    battle = one_turn(HIT, action="strike", a={"rage_turns": 1}, b={"hp": 8})
    assert battle.log[-1].effects[0] == ("rage",)


def test_poison_can_be_lost_to_before_energy_is_gained() -> None:
    with given_rolls() as dice:
        battle = bout(first(), second(), load_ruleset(), dice)
        battle.a.hp, battle.a.poison, battle.a.poison_turns = 5, 5, 2
        battle.take_turn(battle.a, battle.b)
    assert (battle.winner, battle.end, battle.log, battle.a.energy) == ("b", "poison", [], 0)


# ---- knowledge


def test_knowledge_stops_at_full() -> None:
    battle = one_turn(HIT, action="strike", a={"knowledge": 9_900}, b={"knowledge": 9_900})
    assert battle.log[-1].knowledge == (10_000, 10_000)


def test_the_share_of_knowledge_is_of_the_victims_health_and_rounded_down() -> None:
    """A takes 6 of B's 205 when nothing else counts: 6·4000/205 is 117.07, 6·8000/205 is 234.1."""
    with given_rolls() as dice:
        battle = bout(first(), second(hp=31, foc=24), load_ruleset(), dice)
        assert battle.lose(battle.b, battle.a, 6) == 6
    assert (battle.a.knowledge, battle.b.knowledge) == (117, 234)


# ---- effects that meet themselves


def test_a_new_shield_replaces_what_is_left_of_the_old() -> None:
    battle = one_turn(action="shield", a={"shield": 3, "shield_turns": 1})
    assert (battle.a.shield, battle.a.shield_turns) == (35, 2)


def test_rage_renewed_while_it_lasts_counts_that_turn() -> None:
    """It was up as the turn began, so the turn is one of the new three."""
    battle = one_turn(HIT, action="rage", a={"rage_turns": 1})
    assert battle.a.rage_turns == 2


def test_a_stun_on_a_stunned_enemy_takes_one_turn_and_no_more() -> None:
    battle = one_turn(HIT, action="stun", b={"stunned": True})
    battle.take_turn(battle.b, battle.a)
    assert (battle.log[-1].action, battle.b.stunned, battle.b.immune_turns) == ("stunned", False, 3)


def test_poison_of_another_strength_replaces_both_strength_and_turns() -> None:
    battle = one_turn(action="poison", b={"poison": 8, "poison_turns": 1})
    assert (battle.b.poison, battle.b.poison_turns) == (5, 4)


def test_a_shield_that_was_taken_off_has_no_turns_left_to_lose() -> None:
    battle = one_turn(HIT, action="review", b={"shield": 30, "shield_turns": 1})
    assert (battle.b.shield, battle.log[-1].effects[1]) == (0, ())


# ---- the ultimate


def test_the_ultimate_passes_armour_dodge_and_counter_and_rolls_nothing() -> None:
    battle = one_turn(action="ultimate", a=FULL, b={"dodge": True, "counter": True})
    assert (battle.b.hp, battle.a.hp) == (20, 200)
    assert battle.log[-1].effects[1] == ("dodge", "counter")


def test_the_old_dodge_is_not_used_up_by_the_ultimate() -> None:
    battle = one_turn(action="ultimate", ruleset="v0", a=FULL, b={"dodge": True})
    assert (battle.b.hp, battle.log[-1].effects[1]) == (20, ("dodge",))


def test_a_shield_takes_its_part_of_the_ultimate() -> None:
    battle = one_turn(action="ultimate", a=FULL, b={"shield": 35, "shield_turns": 2})
    assert (battle.b.hp, battle.log[-1].effects[1]) == (55, ())


def test_the_ultimate_teaches_its_victim_only() -> None:
    """180 of 200 health are 72 points to who loses them; the caster's knowledge is spent and stays so."""
    battle = one_turn(action="ultimate", a=FULL)
    assert battle.log[-1].knowledge == (0, 7_200)


def test_a_point_above_the_tenth_the_ultimate_takes_that_point() -> None:
    assert one_turn(action="ultimate", a=FULL, b={"hp": 21}).b.hp == 20


def test_half_a_point_of_the_tenth_is_rounded_up() -> None:
    with given_rolls() as dice:
        battle = bout(first(rules=("turn >= 1 -> ultimate",)), second(hp=5, atk=40), load_ruleset(), dice)
        battle.a.knowledge = 10_000
        battle.take_turn(battle.a, battle.b)
    assert (battle.b.max_hp, battle.b.hp) == (75, 8)


def test_the_finishing_blow_is_two_and_a_half_strikes_and_a_shield_may_stop_it() -> None:
    """25 against a shield of 24 leave 1 of 20 to lose; against one of 5 they kill."""
    assert one_turn(action="ultimate", a=FULL, b={"hp": 20, "shield": 24}).b.hp == 19
    assert one_turn(action="ultimate", a=FULL, b={"hp": 20, "shield": 5}).winner == "a"


def test_rage_raises_the_finishing_blow_but_not_the_other() -> None:
    """32.5 becomes 33, of which a shield of 24 lets 9 through."""
    assert one_turn(action="ultimate", a={**FULL, "rage_turns": 2}, b={"hp": 20, "shield": 24}).b.hp == 11
    assert one_turn(action="ultimate", a={**FULL, "rage_turns": 2}).b.hp == 20


def test_a_weak_finishing_blow_is_as_strong_as_the_health_that_is_left() -> None:
    """5 strength strike for 6, of which two and a half are 15, but 20 are left and fall."""
    with given_rolls() as dice:
        battle = bout(first(atk=5, foc=34, rules=("turn >= 1 -> ultimate",)), second(), load_ruleset(), dice)
        battle.a.knowledge, battle.b.hp = 10_000, 20
        battle.take_turn(battle.a, battle.b)
    assert (battle.winner, battle.end) == ("a", "hit")


# ---- the last tick


@pytest.mark.parametrize(
    ("hp_a", "hp_b", "winner"),
    [(100, 102, "a"), (100, 103, "b"), (160, 164, None), (161, 164, "a"), (101, 103, "a")],
)
def test_at_the_last_tick_shares_are_compared_exactly(hp_a: int, hp_b: int, winner: str | None) -> None:
    """Of 200 and of 205: 102 and 103 are 49.8 and 50.2 %, 160 and 164 are four fifths."""
    with given_rolls() as dice:
        battle = bout(first(), second(hp=31, foc=24), load_ruleset(), dice)
        battle.tick, battle.a.hp, battle.b.hp = 300, hp_a, hp_b
        battle.fight()
    assert (battle.winner, battle.end, battle.tick) == (winner, "ticks", 300)
