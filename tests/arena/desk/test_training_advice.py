"""What a training says to try: counted, and true in its battles."""

import re
from collections import Counter
from itertools import product

import pytest

from arena import roster
from arena.battle import fight
from arena.desk.battles.losses import losses
from arena.desk.training.advice import LEAST_BATTLES, what_to_try
from arena.desk.training.habits import habits_of
from arena.desk.training.statistics import train
from arena.rulesets import load_ruleset

SEED = 5


def _trained(hero, opponent="witch", battles=60, sampled=10):
    return train(hero, roster.load(opponent), battles, SEED, "v1", sampled=sampled)


def _advice(hero, **kinds):
    return what_to_try(hero, _trained(hero, **kinds), load_ruleset())


def _logs(hero, opponent, count=10):
    return [fight(hero, roster.load(opponent), SEED + i, "v1") for i in range(count)]


@pytest.mark.parametrize("id_", roster.names())
def test_habits_are_what_the_logs_say(id_):
    hero, battles = roster.load(id_), _logs(roster.load(id_), "pm")
    found = habits_of(hero, battles)
    own = [turn for battle in battles for turn in battle.log if turn.side == "a" and turn.action != "stunned"]
    assert found.turns == len(own)
    assert found.by_default == sum(turn.rule is None for turn in own)
    lost = [battle for battle in battles if battle.winner == "b"]
    theirs = [turn for each in lost for turn in each.log if turn.side == "b" and turn.action != "stunned"]
    assert sum(map(len, found.energies.values())) == len(theirs)
    assert (found.lost, found.timed_out) == (
        sum(battle.winner == "b" for battle in battles),
        sum(battle.end == "ticks" for battle in battles),
    )
    # All that was gained was paid, was left at the end, or did not fit.
    costs = load_ruleset().costs
    paid = sum(costs[turn.action] for turn in own)
    kept = sum([turn.energy.a for turn in battle.log if turn.side == "a"][-1] for battle in battles)
    assert found.gained == paid + kept + found.spilt


@pytest.mark.parametrize("id_", roster.names())
def test_what_took_health_in_lost_battles_sums_up_to_all_that_was_lost(id_):
    hero = roster.load(id_)
    whole = load_ruleset().formulas.max_hp.value(hero.stats.by_name)
    for battle in _logs(hero, "witch"):
        taken = sum(points for _, points in losses(battle, 0))
        healed = sum(turn.change for turn in battle.log if turn.side == "a" and turn.change > 0)
        assert taken == whole - battle.hp_a + healed


def test_a_rule_below_one_that_always_fires_was_never_asked(make_hero):
    hero = make_hero({"/rules": ["turn >= 1 -> strike", "enemy.hp < 50% -> heavy"]})
    assert [(each.code, each.path) for each in _advice(hero) if each.path] == [("shadowed", "/rules/1")]


def test_a_rule_that_other_rules_left_no_turn_was_never_asked(make_hero):
    hero = make_hero({"/rules": ["enemy.hp > 0% -> strike", "enemy.hp < 50% -> heavy"]})
    advice = {each.path: each for each in _advice(hero)}
    assert advice["/rules/1"].code in ("rule-unreached", "shadowed")


def test_a_rule_that_was_asked_and_never_true_is_told_with_the_times(make_hero):
    hero = make_hero({"/rules": ["enemy.has(counter) -> heavy", "self.energy >= 30 -> heavy"]})
    training = _trained(hero)
    (told,) = (each for each in what_to_try(hero, training, load_ruleset()) if each.path == "/rules/0")
    assert told.code == "rule-never-true"
    assert told.params["reached"] == training.rules.coverage[0].reached > 0
    assert "`enemy.has(counter) -> heavy`" in told.message("en")
    assert not re.search(r"[Rr]ule \d", told.text("en"))


def test_a_rule_that_lacks_energy_most_of_the_time_is_told_with_what_it_costs(make_hero):
    hero = make_hero(
        {
            "/abilities": ["stun", "review"],
            "/rules": ["turn >= 1 -> stun", "turn >= 1 -> review"],
            "/stats": {"hp": 30, "atk": 25, "def": 20, "spd": 20, "foc": 5},
        }
    )
    training = _trained(hero)
    told = {each.path: each for each in what_to_try(hero, training, load_ruleset())}["/rules/0"]
    row, unready = training.rules.coverage[0], training.rules.unready[0]
    assert told.code == "rule-short-of-energy"
    assert (told.params["true"], told.params["fired"]) == (row.true, row.fired)
    assert (told.params["energy"], told.params["turns"]) == (unready.energy, unready.turns)
    assert told.params["need"] == load_ruleset().costs["stun"]


@pytest.mark.parametrize("id_", roster.names())
def test_a_strike_by_default_lets_an_ability_pass_that_a_rule_without_conditions_would_have_used(id_):
    """Counted the other way: what the logs say of rules that always hold and come last."""
    hero, battles = roster.load(id_), _logs(roster.load(id_), "witch")
    found = habits_of(hero, battles)
    passed, costs, cooldowns = Counter(), load_ruleset().costs, load_ruleset().cooldowns
    let_pass = 0
    for battle in battles:
        own = [turn for turn in battle.log if turn.side == "a" and turn.action != "stunned"]
        for place, turn in enumerate(own):
            ready = [
                ability
                for ability in hero.abilities
                if turn.rule is None
                and turn.energy.a >= costs[ability]
                and not any(
                    earlier.action == ability and turn.turn - earlier.turn < cooldowns[ability]
                    for earlier in own[:place]
                )
            ]
            passed.update(ready)
            let_pass += bool(ready)
    assert (found.let_pass, Counter(found.ready)) == (let_pass, passed)


def test_strikes_while_nothing_else_can_be_paid_are_not_told(make_hero):
    """Saving up for the only ability is no fault."""
    hero = make_hero({"/abilities": ["combo"], "/rules": ["self.energy >= 40 -> combo"]})
    training = _trained(hero)
    assert training.habits.by_default * 4 >= training.habits.turns
    assert training.habits.let_pass == 0
    assert "strikes-by-default" not in {each.code for each in what_to_try(hero, training, load_ruleset())}


def test_energy_that_does_not_fit_is_told(make_hero):
    hero = make_hero({"/abilities": ["dodge"], "/rules": []})
    told = {each.code: each for each in _advice(hero)}
    assert {"energy-wasted", "strikes-by-default"} <= set(told)
    assert told["strikes-by-default"].params["count"] == told["strikes-by-default"].params["turns"]
    assert "`dodge`" in told["strikes-by-default"].hint("en")


def test_an_ability_that_no_rule_uses_is_told(make_hero):
    hero = make_hero({"/abilities": ["heavy", "shield"], "/rules": ["self.energy >= 30 -> heavy"]})
    assert {"unused-ability", "no-ultimate"} <= {each.code for each in _advice(hero)}


@pytest.mark.parametrize("id_", roster.names())
def test_what_took_most_health_is_told_with_its_share(id_):
    hero = roster.load(id_)
    training = _trained(hero)
    told = [each for each in what_to_try(hero, training, load_ruleset()) if each.code == "lost-to"]
    taken = Counter(training.habits.taken)
    total = taken.total()
    largest = max(taken.values(), default=0)
    assert bool(told) == bool(
        training.habits.lost >= LEAST_BATTLES
        and training.interval.low <= 0.9
        and (200 * largest + total) // (2 * total) >= 30
    )
    for each in told:
        share = 100 * taken[each.params["action"]] / total
        assert taken[each.params["action"]] == largest
        assert abs(each.params["percent"] - share) <= 0.5


def test_what_a_few_lost_battles_say_is_not_told():
    hero, few = roster.load("teapot"), LEAST_BATTLES - 1
    for sampled in (few, few + 1):
        training = _trained(hero, "ninja", sampled=sampled)
        assert training.habits.lost == sampled
        codes = {each.code for each in what_to_try(hero, training, load_ruleset())}
        assert ("lost-to" in codes) == (sampled > few)


def test_of_one_battle_only_what_holds_in_all_is_told(make_hero):
    hero = make_hero(
        {"/abilities": ["dodge"], "/rules": ["enemy.has(counter) -> dodge", "turn < 1 -> dodge"]}
    )
    training = train(hero, roster.load("ninja"), 1, SEED, "v1")
    told = what_to_try(hero, training, load_ruleset())
    assert {each.code for each in told} == {"no-ultimate", "never-fires"}


def test_a_hero_that_surely_wins_is_told_nothing_of_its_habits(make_hero):
    strong, weak = {"hp": 20, "atk": 35, "def": 5, "spd": 35, "foc": 5}, {"hp": 5, "atk": 5, "def": 10}
    hero = make_hero({"/stats": strong, "/abilities": ["dodge"], "/rules": []})
    training = train(hero, make_hero({"/stats": {**weak, "spd": 40, "foc": 40}}), 200, 1, "v1")
    assert training.interval.low > 0.9
    assert training.habits.let_pass == training.habits.turns
    codes = {each.code for each in what_to_try(hero, training, load_ruleset())}
    assert codes.isdisjoint({"lost-to", "energy-wasted", "strikes-by-default", "timed-out"})


@pytest.mark.medium
def test_what_took_most_is_told_with_its_price_and_no_threshold_to_write():
    pairs = product(roster.names(), roster.DUMMY_IDS)
    every = (each for id_, opponent in pairs for each in _advice(roster.load(id_), opponent=opponent))
    found = [each for each in every if each.code == "lost-to" and each.reason == "ability"]
    assert found
    for told in found:
        action = told.params["action"]
        assert told.params["cost"] == load_ruleset().costs[action]
        assert told.params["cooldown"] == load_ruleset().cooldowns[action]
        assert told.params["cost"] <= told.params["low"] <= told.params["high"] <= 100
        for locale in ("ru", "en", "es"):
            assert not re.search(r"[<>=]|dodge|shield|counter", told.hint(locale).replace(f"`{action}`", ""))


def _never_ready(hero, place, opponent="golem"):
    told = {each.path: each for each in _advice(hero, opponent=opponent, battles=300)}
    return told[f"/rules/{place}"]


def test_a_rule_whose_action_a_rule_below_spends_is_told_which_and_not_to_be_moved(make_hero):
    below = "turn <= 2 -> shield"
    hero = make_hero({"/abilities": ["shield"], "/rules": ["turn == 3 -> shield", below]})
    told = _never_ready(hero, 0)
    assert (told.code, told.reason, told.params["spender"]) == ("rule-never-ready", "below", below)
    assert f"`{below}`" in told.hint("en")
    assert not re.search("move|above", told.hint("en"), re.IGNORECASE)


def test_a_rule_whose_action_a_rule_above_spends_is_told_to_stand_above_it(make_hero):
    above = "turn == 3 -> shield"
    hero = make_hero({"/abilities": ["shield"], "/rules": [above, "turn == 4 -> shield"]})
    told = _never_ready(hero, 1)
    assert (told.code, told.reason, told.params["spender"]) == ("rule-never-ready", "above", above)
    assert "moved above" in told.hint("en")


def test_a_super_blow_before_its_time_is_told_what_it_needs(make_hero):
    hero = make_hero({"/abilities": [], "/rules": ["turn <= 3 -> ultimate"]})
    told = _never_ready(hero, 0)
    assert (told.code, told.reason, told.params["need"]) == ("rule-never-ready", "knowledge", 100)


def test_battles_that_time_ends_are_told(make_hero):
    wall = {"/stats": {"hp": 40, "atk": 5, "def": 40, "spd": 5, "foc": 10}, "/abilities": [], "/rules": []}
    hero = make_hero(wall)
    training = train(hero, hero, 8, SEED, "v1")
    ends = [fight(hero, hero, SEED + i, "v1").end for i in range(8)]
    told = {each.code: each for each in what_to_try(hero, training, load_ruleset())}
    assert ("timed-out" in told) == (4 * ends.count("ticks") >= 8)


@pytest.mark.medium
def test_all_advice_has_words_in_every_language():
    for id_ in roster.names():
        for opponent in roster.DUMMY_IDS:
            for each in _advice(roster.load(id_), opponent=opponent, battles=20, sampled=8):
                for locale in ("ru", "en", "es"):
                    assert each.message(locale)
                    assert each.hint(locale)
