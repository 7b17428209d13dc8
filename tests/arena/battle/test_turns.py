"""Rulings in whole battles, each fought three ways: order, gains, picking, rounding, the ultimate."""

import pytest

from arena.battle import fight
from tests.arena.battle.agreement import duel
from tests.arena.battle.scripts import actions_of, first, second, seed_for, turns_of
from tests.arena.battle.twin import Hit

PLAIN = seed_for("." * 20)
"""No crit among the first twenty hits."""


# ---- who moves


def test_the_faster_moves_first_when_both_are_ready() -> None:
    battle = duel(second(), first(), PLAIN)
    assert [(turn.tick, turn.side) for turn in battle.log[:4]] == [(3, "b"), (3, "a"), (5, "b"), (5, "a")]


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_chance_decides_between_equal_speeds_anew_each_time(order: str) -> None:
    battle = duel(second(), second(), seed_for(f"{order[0]}..{order[1]}.."))
    assert [turn.side for turn in battle.log[:4]] == [order[0], order[1], order[1], order[0]]


def test_what_a_gauge_holds_beyond_a_turn_carries_over() -> None:
    """64 a tick: 128 at tick 2 leaves 28, so that ticks 4, 5, 7 and 8 follow."""
    battle = duel(first(spd=40, hp=6, foc=19), second(), PLAIN)
    assert [turn.tick for turn in turns_of(battle, "a")[:5]] == [2, 4, 5, 7, 8]


def test_the_old_rules_let_the_fastest_move_more_often() -> None:
    """30 + 40 a tick and not 40 + 0.6·40."""
    battle = duel(first(spd=40, hp=6, foc=19), second(), PLAIN, "v0")
    assert [turn.tick for turn in turns_of(battle, "a")[:5]] == [2, 3, 5, 6, 8]


# ---- energy, cooldowns, knowledge


def test_energy_is_gained_before_the_action_and_stops_at_the_limit() -> None:
    battle = duel(first("heavy"), second(), PLAIN)
    assert [turn.energy[0] for turn in turns_of(battle, "a")[:5]] == [9, 48, 87, 100, 100]


def test_an_ability_is_ready_again_as_many_own_turns_later_as_its_cooldown_says() -> None:
    battle = duel(first(rules=("turn >= 1 -> review",)), second(), PLAIN)
    turns = turns_of(battle, "a")[:5]
    assert [turn.action for turn in turns] == ["review", "strike", "review", "strike", "review"]
    (skipped,) = turns[1].skipped
    assert [(reason.kind, reason.seen, reason.needed) for reason in skipped.reasons] == [("cooldown", 1, 0)]


def test_who_takes_damage_learns_twice_as_much_as_who_deals_it() -> None:
    """8 of 200 health: 1.6 points for the dealer, 3.2 for the victim, and 2 for the dealer's turn."""
    battle = duel(first(), second(), PLAIN)
    assert battle.log[0].knowledge == (200 + 160, 320)


def test_the_log_tells_knowledge_in_whole_points_as_rules_compare_it() -> None:
    turn = fight(first(), second(), PLAIN).log[0]
    assert turn.knowledge == (3, 3)


def test_a_rule_sees_knowledge_in_whole_points() -> None:
    """A has 3.6 points after its first blow: that is 3, and not more than 3."""
    rules = ("enemy.knowledge > 3 -> heavy", "enemy.knowledge == 3 -> shield")
    battle = duel(first(), second(rules=rules), PLAIN)
    assert actions_of(battle, "b")[0] == "shield"


# ---- conditions


def test_before_the_first_action_nothing_is_last() -> None:
    rules = ("enemy.last == strike -> heavy", "self.last != strike -> review")
    battle = duel(first(rules=rules), second(), PLAIN)
    assert actions_of(battle, "a")[0] == "review"
    (skipped,) = turns_of(battle, "a")[0].skipped
    assert skipped.reasons[0].seen is None


def test_equal_speeds_make_neither_faster() -> None:
    rules = ("self.faster -> heavy", "enemy.faster -> review", "turn >= 1 -> shield")
    battle = duel(second(rules=rules), second(), seed_for("a...."))
    assert actions_of(battle, "a")[0] == "shield"


def test_a_share_of_health_is_compared_exactly() -> None:
    """Three blows of 13 leave 166 of 205, which is 80.976 %: not 81."""
    battle = duel(first(atk=30, hp=15), second(hp=31, foc=24, rules=("self.hp >= 81% -> heavy",)), PLAIN)
    assert actions_of(battle, "b")[:3] == ["heavy", "heavy", "strike"]
    assert turns_of(battle, "a")[2].hp_b == 166


def test_every_reason_against_a_rule_is_told() -> None:
    rules = ("turn > 5 and enemy.has(shield) -> combo", "self.hp < 50% -> ultimate")
    battle = duel(first(rules=rules), second(), PLAIN)
    combo, ultimate = turns_of(battle, "a")[0].skipped
    assert [(reason.kind, reason.condition, reason.seen, reason.needed) for reason in combo.reasons] == [
        ("condition", "turn > 5", 1, None),
        ("condition", "enemy.has(shield)", False, None),
        ("energy", None, 39, 40),
    ]
    assert [(reason.kind, reason.seen, reason.needed) for reason in ultimate.reasons] == [
        ("condition", 100.0, None),
        ("knowledge", 2, 100),
    ]


def test_a_true_rule_that_is_not_ready_leaves_the_turn_to_the_next() -> None:
    battle = duel(first(rules=("turn >= 1 -> combo", "turn >= 1 -> heavy")), second(), PLAIN)
    assert [turn.rule for turn in turns_of(battle, "a")[:2]] == [1, 0]


def test_no_rule_at_all_means_a_strike() -> None:
    battle = duel(first(), second(), PLAIN)
    assert {(turn.rule, turn.action, turn.skipped) for turn in battle.log} == {(None, "strike", ())}


# ---- rounding


def test_a_half_of_a_point_is_rounded_up() -> None:
    """A review of 0.5 on an armour of 10: 4.5, so 5."""
    battle = duel(first("review"), second(def_=10, foc=35), PLAIN)
    assert battle.log[0].loss == 5


def test_a_crit_is_half_again_and_rounded_once() -> None:
    """10·0.95·1.5 is 14.25, so 14; rounded before as well it would be 1.5·10."""
    battle = duel(first(), second(def_=5, foc=40), seed_for("*."))
    assert battle.log[0].hits == (Hit("crit", 14),)


# ---- the ultimate


def test_an_ultimate_leaves_a_tenth_and_spends_all_knowledge() -> None:
    battle = duel(first(rules=("self.knowledge >= 100 -> ultimate",)), second(), seed_for("." * 26))
    insight = next(turn for turn in battle.log if turn.action == "ultimate")
    assert (insight.hp_b, insight.hits) == (20, ())
    assert insight.knowledge == (0, 10_000)


def test_at_exactly_a_tenth_the_ultimate_finishes() -> None:
    """Twenty blows of 9 leave 20 of 200, which is a tenth; a blow of nothing would leave them."""
    battle = duel(first(at={21: "ultimate"}), second(def_=10, foc=35), seed_for(".?" * 20))
    assert battle.log[-2].hp_b == 20
    assert (battle.log[-1].action, battle.log[-1].hp_b, battle.end) == ("ultimate", 0, "hit")
