"""Rulings in whole battles, each fought three ways: every effect, and effects that meet."""

from tests.arena.battle.agreement import duel
from tests.arena.battle.scripts import actions_of, first, second, seed_for, turns_of
from tests.arena.battle.twin import Hit

PLAIN = seed_for("." * 20)
"""No crit among the first twenty hits."""


# ---- poison


def test_poison_goes_past_a_shield_which_keeps_all_it_has() -> None:
    """(24 + 15) / 8 is 4.875, so 5; the shield of 35 still stands and takes the next blow of 8 whole."""
    battle = duel(first("poison"), second("shield"), PLAIN)
    shielding, struck, poisoned = turns_of(battle, "b")[0], turns_of(battle, "a")[1], turns_of(battle, "b")[1]
    assert (shielding.poison, shielding.hp_b) == (5, 195)
    assert (struck.hits, struck.hp_b) == ((Hit("hit", 0),), 195)
    assert (poisoned.poison, poisoned.hp_b) == (5, 190)
    assert poisoned.effects[1] == ("shield", "poison")


def test_poison_lasts_four_turns_of_its_victim() -> None:
    battle = duel(first("poison"), second(), PLAIN)
    assert [turn.poison for turn in turns_of(battle, "b")[:6]] == [5, 5, 5, 5, 0, 0]
    assert ["poison" in turn.effects[1] for turn in turns_of(battle, "b")[:4]] == [True, True, True, False]


def test_poison_cast_again_starts_anew_and_does_not_add_up() -> None:
    battle = duel(first("poison", "strike", "poison"), second(), PLAIN)
    assert [turn.poison for turn in turns_of(battle, "b")[:8]] == [5, 5, 5, 5, 5, 5, 0, 0]


def test_rage_does_not_strengthen_poison() -> None:
    battle = duel(first("rage", "poison"), second(), PLAIN)
    assert turns_of(battle, "b")[1].poison == 5


def test_poison_teaches_its_caster() -> None:
    """5 of 200 health are 1 point for the dealer, 2 for the victim."""
    battle = duel(first("poison"), second("dodge"), PLAIN)
    assert battle.log[1].knowledge == (200 + 100, 200 + 200)


def test_the_turn_in_which_poison_kills_is_counted_but_has_no_row() -> None:
    """Of 75 health poison takes 5 a turn and blows take 8, until 5 are left as B's seventh turn begins."""
    battle = duel(first(rules=("not enemy.has(poison) -> poison",)), second(hp=5, atk=25, foc=40), PLAIN)
    assert (battle.end, battle.winner) == ("poison", "a")
    assert battle.turns == len(battle.log) + 1
    assert (battle.b.turn, turns_of(battle, "b")[-1].turn) == (7, 6)


# ---- rage


def test_rage_hits_first_and_then_lasts_three_own_turns() -> None:
    """8 without rage, 10.4 with it; up after the turn that begins it and after the two that follow."""
    battle = duel(first("rage"), second(), PLAIN)
    turns = turns_of(battle, "a")[:5]
    assert [turn.loss for turn in turns] == [8, 10, 10, 10, 8]
    assert ["rage" in turn.effects[0] for turn in turns] == [True, True, True, False, False]


def test_rage_costs_armour_which_may_fall_below_nothing() -> None:
    """Armour 8 becomes -7: 10.7 instead of 9.2."""
    battle = duel(first("rage", def_=8, foc=36), second(), PLAIN)
    assert [turn.loss for turn in turns_of(battle, "b")[:4]] == [11, 11, 11, 9]


def test_the_old_rage_does_not_hit() -> None:
    battle = duel(first("rage"), second(), PLAIN, "v0")
    assert [turn.hits for turn in turns_of(battle, "a")[:2]] == [(), (Hit("hit", 10),)]


# ---- shield


def test_a_shield_lasts_two_turns_of_the_enemy() -> None:
    """35 against two blows of 8: the third takes health although 19 were left."""
    battle = duel(first("shield"), second(), PLAIN)
    assert [turn.loss for turn in turns_of(battle, "b")[:3]] == [0, 0, 8]
    assert ["shield" in turn.effects[0] for turn in turns_of(battle, "b")[:2]] == [True, False]


def test_a_shield_that_is_used_up_is_gone_and_lets_the_rest_through() -> None:
    """A shield of 20 against 18·2·0.95: 34.2, of which 14 come through."""
    strong = second("strike", "heavy", atk=40, hp=5)
    battle = duel(first("strike", "shield", def_=5, foc=39), strong, PLAIN)
    blow = turns_of(battle, "b")[1]
    assert (blow.loss, blow.effects[0]) == (14, ())


# ---- dodge


def test_every_hit_misses_a_dodge_until_its_owner_moves() -> None:
    battle = duel(first("dodge"), second("combo"), PLAIN)
    assert turns_of(battle, "b")[0].hits == (Hit("miss", 0),) * 3
    assert "dodge" in turns_of(battle, "b")[0].effects[0]
    assert turns_of(battle, "a")[1].effects[0] == ()


def test_the_old_dodge_is_used_up_by_the_first_hit() -> None:
    battle = duel(first("dodge"), second("combo"), PLAIN, "v0")
    combo = turns_of(battle, "b")[0]
    assert combo.hits == (Hit("miss", 0), Hit("hit", 5), Hit("hit", 5))
    assert combo.effects[0] == ()


def test_the_old_dodge_ends_unused_when_its_owner_moves() -> None:
    battle = duel(first("dodge"), second("poison"), PLAIN, "v0")
    assert turns_of(battle, "b")[0].effects[0] == ("poison", "dodge")
    assert turns_of(battle, "a")[1].effects[0] == ("poison",)


def test_a_miss_asks_nothing_of_chance() -> None:
    """B misses first, and the first roll of the battle is that of A's strike after it."""
    battle = duel(first("dodge", "strike"), second(), seed_for("*."))
    assert turns_of(battle, "b")[0].hits == (Hit("miss", 0),)
    assert turns_of(battle, "a")[1].hits == (Hit("crit", 12),)


def test_a_rule_never_sees_its_own_dodge_or_counter() -> None:
    rules = ("self.has(dodge) -> ultimate", "self.has(counter) -> ultimate")
    battle = duel(first("dodge", "counter", rules=rules), second(), PLAIN)
    about_self = [
        reason.seen
        for turn in turns_of(battle, "a")[2:]
        for skipped in turn.skipped[2:]
        for reason in skipped.reasons
        if reason.kind == "condition"
    ]
    assert about_self == [False] * len(about_self)
    assert len(about_self) == 2 * len(turns_of(battle, "a")[2:])


# ---- counter


def test_a_counter_hits_first_and_sends_half_of_a_blow_back_past_armour() -> None:
    battle = duel(first("counter"), second("heavy"), PLAIN)
    assert turns_of(battle, "a")[0].hits == (Hit("hit", 8),)
    heavy = turns_of(battle, "b")[0]
    assert (heavy.loss, heavy.change) == (14, -7)


def test_half_of_an_odd_blow_is_rounded_up() -> None:
    """10 less 10 % is 9, of which 5 come back."""
    battle = duel(first("counter", def_=10, foc=34), second(), PLAIN)
    assert (turns_of(battle, "b")[0].loss, turns_of(battle, "b")[0].change) == (9, -5)


def test_every_hit_of_a_combo_comes_back_by_itself() -> None:
    """Armour 30 makes each of the three 4.9, so 5, and 3 of each come back, not 8 of all."""
    battle = duel(first("counter", def_=30, foc=14), second("combo"), PLAIN)
    assert (turns_of(battle, "b")[0].loss, turns_of(battle, "b")[0].change) == (15, -9)


def test_a_counter_teaches_both_sides_as_any_damage_does() -> None:
    """Blows of 8 teach 1.6 and 3.2, the 4 that come back 0.8 and 1.6, each side's turn 2."""
    battle = duel(first("counter"), second(), PLAIN)
    assert battle.log[1].knowledge == (200 + 160 + 320 + 80, 320 + 200 + 160 + 160)


def test_a_shield_takes_what_a_counter_sends_back() -> None:
    battle = duel(first("strike", "counter"), second("shield", "strike"), PLAIN)
    assert (turns_of(battle, "b")[1].loss, turns_of(battle, "b")[1].change) == (8, 0)


def test_nothing_comes_back_of_a_blow_that_a_shield_took() -> None:
    battle = duel(first("shield", "counter"), second(), PLAIN)
    answered = turns_of(battle, "b")[1]
    assert answered.effects[0] == ("counter",)
    assert (answered.loss, answered.change) == (0, 0)


def test_rage_raises_a_blow_but_not_once_more_what_comes_back() -> None:
    """Both rage: B's blow on A's armour of 5 is 10·1.3·0.95, so 12; 6 come back."""
    battle = duel(first("rage", "counter"), second("rage", "strike"), PLAIN)
    answered = turns_of(battle, "b")[1]
    assert (answered.loss, answered.change) == (12, -6)


# ---- stun


def test_a_stunned_fighter_gathers_but_does_not_act() -> None:
    battle = duel(first("strike", "stun"), second("heavy"), PLAIN)
    stunned = turns_of(battle, "b")[1]
    assert (stunned.action, stunned.rule, stunned.skipped, stunned.hits) == ("stunned", None, (), ())
    assert stunned.energy[1] == 10 + 40
    assert "stun" in turns_of(battle, "a")[1].effects[1]
    assert "stun" not in stunned.effects[1]


def test_poison_hurts_before_a_stunned_turn_is_skipped() -> None:
    battle = duel(first("poison", "strike", "stun"), second(), PLAIN)
    stunned = turns_of(battle, "b")[2]
    assert (stunned.action, stunned.poison) == ("stunned", 5)


def test_the_last_action_stays_through_a_stunned_turn() -> None:
    battle = duel(first("strike", "stun", rules=("enemy.last == heavy -> review",)), second("heavy"), PLAIN)
    assert actions_of(battle, "a")[2] == "review"


def test_cooldowns_run_on_through_a_stunned_turn() -> None:
    battle = duel(first("strike", "stun"), second("review", "strike", "review"), PLAIN)
    assert actions_of(battle, "b")[:3] == ["review", "stunned", "review"]


def test_rage_runs_on_through_a_stunned_turn() -> None:
    """Raging in turns 2, 3 and 4, of which the third is lost."""
    battle = duel(first("strike", "strike", "stun"), second("rage"), PLAIN)
    turns = turns_of(battle, "b")[:5]
    assert [turn.loss for turn in turns] == [8, 10, 0, 10, 8]
    assert ["rage" in turn.effects[1] for turn in turns] == [True, True, True, False, False]


def test_immunity_lasts_three_own_turns_after_the_one_that_was_lost() -> None:
    """At equal pace the second stun comes when those three are over."""
    battle = duel(first(at={2: "stun", 6: "stun"}), second(), PLAIN)
    assert actions_of(battle, "b")[1:7] == ["stunned", "strike", "strike", "strike", "stunned", "strike"]


def test_a_stun_within_the_immunity_hits_and_does_no_more() -> None:
    """A's fifth turn comes before B's fourth."""
    quick = first(at={1: "stun", 5: "stun"}, spd=40, hp=5, def_=10, foc=30)
    battle = duel(quick, second(spd=5, foc=30), PLAIN)
    fifth = turns_of(battle, "a")[4]
    assert (fifth.action, fifth.hits[0].outcome, fifth.effects[1]) == ("stun", "hit", ())
    assert actions_of(battle, "b")[:4] == ["stunned", "strike", "strike", "strike"]


def test_a_stun_works_although_its_hit_missed() -> None:
    battle = duel(first("strike", "dodge"), second("strike", "stun"), PLAIN)
    assert turns_of(battle, "b")[1].hits == (Hit("miss", 0),)
    assert actions_of(battle, "a")[2] == "stunned"


def test_a_dodge_ends_at_a_stunned_turn_too() -> None:
    battle = duel(first("strike", "dodge"), second("strike", "stun"), PLAIN)
    assert turns_of(battle, "b")[1].effects[0] == ("dodge", "stun")
    assert turns_of(battle, "a")[2].effects[0] == ()


def test_the_old_stun_does_not_use_up_a_dodge() -> None:
    """B moves twice before A does: the stun leaves the dodge, the strike meets it."""
    quick = second(at={3: "stun"}, spd=40, hp=10, foc=15)
    battle = duel(first("dodge", spd=5, foc=30), quick, PLAIN, "v0")
    stun, strike = turns_of(battle, "b")[2:4]
    assert (stun.action, stun.hits, stun.effects[0]) == ("stun", (), ("dodge", "stun"))
    assert (strike.hits, strike.effects[0]) == ((Hit("miss", 0),), ("stun",))


# ---- review


def test_a_review_takes_everything_off_although_its_hit_missed() -> None:
    battle = duel(first("rage", "dodge"), second("strike", "review"), PLAIN)
    review = turns_of(battle, "b")[1]
    assert review.hits == (Hit("miss", 0),)
    assert review.effects[0] == ()
    assert turns_of(battle, "a")[2].loss == 8


def test_a_review_meets_the_shield_and_the_counter_before_it_takes_them_off() -> None:
    battle = duel(first("shield"), second("review"), PLAIN)
    assert (turns_of(battle, "b")[0].loss, turns_of(battle, "b")[0].effects[0]) == (0, ())
    battle = duel(first("counter"), second("review"), PLAIN)
    review = turns_of(battle, "b")[0]
    assert (review.loss, review.change, review.effects[0]) == (4, -2, ())


def test_a_review_leaves_poison_and_stun() -> None:
    battle = duel(first(), second("poison", "review"), PLAIN)
    assert turns_of(battle, "b")[1].effects[0] == ("poison",)
    quick = second(at={5: "stun", 6: "review"}, spd=40, hp=10, foc=15)
    battle = duel(first(spd=5, foc=30), quick, PLAIN)
    assert turns_of(battle, "b")[5].action == "review"
    assert turns_of(battle, "b")[5].effects[0] == ("stun",)


def test_the_old_review_makes_no_hit_and_takes_the_dodge_off() -> None:
    battle = duel(first("dodge"), second("review"), PLAIN, "v0")
    assert (turns_of(battle, "b")[0].hits, turns_of(battle, "b")[0].effects[0]) == ((), ())


# ---- healing


def test_a_drain_heals_half_of_what_it_took_up_to_the_whole_health() -> None:
    """13·0.8 is 10.4, so 10: a wounded fighter gets 5 back, one at whole health nothing."""
    battle = duel(first("strike", "strike", "drain"), second(), PLAIN)
    assert (turns_of(battle, "a")[2].loss, turns_of(battle, "a")[2].change) == (10, 5)
    battle = duel(first("drain"), second(), PLAIN)
    assert (turns_of(battle, "a")[0].loss, turns_of(battle, "a")[0].change) == (10, 0)


def test_a_drain_is_answered_before_it_heals() -> None:
    """The drainer is whole: 5 of 10 come back, then 5 are healed. Healing first would give nothing."""
    battle = duel(first("heal", "counter"), second("dodge", "drain"), PLAIN)
    drain = turns_of(battle, "b")[1]
    assert (drain.loss, drain.change, drain.hp_b) == (10, 0, 200)


def test_a_heal_stops_at_the_whole_health() -> None:
    battle = duel(first("strike", "heal"), second(), PLAIN)
    assert (turns_of(battle, "a")[1].change, turns_of(battle, "a")[1].hp_a) == (8, 200)


def test_the_two_heals() -> None:
    """Now 10 + 24 of focus; before, 15 % of 200 and half of 24."""
    for ruleset, healed in (("v1", 34), ("v0", 42)):
        battle = duel(first(at={5: "heal"}), second(atk=40, hp=5), PLAIN, ruleset)
        assert turns_of(battle, "a")[4].change == healed
