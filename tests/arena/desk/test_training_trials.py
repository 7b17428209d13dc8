"""Changes that a training proposes were tried: applied to the letter they do not make a hero worse."""

import json
import re

import numpy as np
import pytest

from arena import roster
from arena.battle import fight_many, pack
from arena.desk.training.advice import what_to_try
from arena.desk.training.changes import changes
from arena.desk.training.sparring import SAMPLED
from arena.desk.training.statistics import train, wilson
from arena.desk.training.trials import BATTLES, try_changes
from arena.hero import Hero, Slots, check_level, slots
from arena.hero.sample import SAMPLE
from arena.rulesets import load_ruleset

SEED = 11
FRESH = 2000
"""Battles with seeds that no trial has seen."""
FRAGILE = {
    **SAMPLE,
    "stats": {"hp": 22, "atk": 30, "def": 8, "spd": 30, "foc": 10},
    "abilities": ["combo", "shield"],
    "rules": [
        "self.knowledge >= 100 -> ultimate",
        "enemy.knowledge >= 90 and not self.has(shield) -> shield",
        "self.hp < 80% and not self.has(shield) -> shield",
        "self.energy >= 40 -> combo",
    ],
}
"""Wins against some dummies and loses to others; guesses at what to mend made it much worse."""
DRAFTS = {
    "fragile": FRAGILE,
    "example": SAMPLE,
    "bare": {**SAMPLE, "abilities": [], "rules": ["self.energy >= 30 -> strike"]},
} | {id_: roster.load(id_).model_dump() for id_ in roster.sample_ids() if roster.level(id_) == 1}
LEVEL_1 = slots(1)


def _others(id_):
    return [roster.load(each) for each in roster.DUMMY_IDS if each != id_]


def _trials(draft, id_, allowed=LEVEL_1):
    hero = Hero.model_validate(draft)
    return try_changes(hero, roster.load(id_), _others(id_), allowed, SEED, load_ruleset())


def _wins(hero, opponent):
    seeds = np.arange(10**9, 10**9 + FRESH, dtype=np.uint64)
    return int((fight_many(pack([hero, opponent]), 0, 1, seeds)["winner"] == 0).sum())


def _applied(draft, tip):
    """The draft with a tip followed by its text alone, as an agent would."""
    hint, rules = tip.hint("en"), list(draft["rules"])
    place = int(tip.path.rsplit("/", 1)[1]) if tip.path else None
    index = re.search(r"index (\d+)", hint)
    match tip.reason:
        case "stats":
            return {**draft, "stats": json.loads(re.search(r"\{.*\}", hint).group())}
        case "order":
            rules.insert(int(index.group(1)), rules.pop(place))
            return {**draft, "rules": rules}
        case "drop":
            rules.pop(place)
            return {**draft, "rules": rules}
    *ability, rule = re.findall(r"`([^`]*)`", hint)
    rules.insert(int(index.group(1)), rule)
    return {**draft, "abilities": [*draft["abilities"], *ability], "rules": rules}


@pytest.mark.parametrize("id_", roster.DUMMY_IDS)
@pytest.mark.parametrize("name", DRAFTS)
def test_a_proposed_change_followed_to_the_letter_does_not_lose_more(name, id_):
    draft, dummy = DRAFTS[name], roster.load(id_)
    hero = Hero.model_validate(draft)
    training = train(hero, dummy, 1000, SEED, "v1", sampled=SAMPLED)
    tips = what_to_try(hero, training, load_ruleset(), _trials(draft, id_))
    for tip in (each for each in tips if each.code == "change-tried"):
        changed = Hero.model_validate(_applied(draft, tip))
        assert wilson(_wins(changed, dummy), FRESH).high >= wilson(_wins(hero, dummy), FRESH).low, tip
        before, after = (
            sum(_wins(each, other) for other in _others(id_)) / (3 * FRESH) for each in (hero, changed)
        )
        assert after >= before - 0.05, tip


@pytest.mark.parametrize("id_", roster.DUMMY_IDS)
@pytest.mark.parametrize("name", DRAFTS)
def test_a_rule_that_did_nothing_can_be_left_out_and_nothing_changes(name, id_):
    """What is told of such a rule proposes its slot for another one."""
    draft, dummy = DRAFTS[name], roster.load(id_)
    hero = Hero.model_validate(draft)
    training = train(hero, dummy, 300, SEED, "v1", sampled=SAMPLED)
    for tip in what_to_try(hero, training, load_ruleset()):
        if tip.code in ("rule-unreached", "rule-never-true", "rule-never-ready"):
            rules = [rule for place, rule in enumerate(draft["rules"]) if tip.path != f"/rules/{place}"]
            without = train(Hero.model_validate({**draft, "rules": rules}), dummy, 300, SEED, "v1")
            assert (without.wins, without.draws) == (training.wins, training.draws)


def test_armour_for_the_fragile_hero_is_found_by_trying():
    best = _trials(FRAGILE, "ninja")[0]
    assert best.change.kind == "stats"
    assert str(best.change.params["more"]).startswith("def +")
    assert best.before.share < 0.3
    assert best.after.share > best.before.share + 0.3


@pytest.mark.parametrize("id_", roster.DUMMY_IDS)
def test_what_a_trial_tells_are_the_wins_of_its_heroes(id_):
    for trial in _trials(FRAGILE, id_):
        for hero, told in ((Hero.model_validate(FRAGILE), trial.before), (trial.change.hero, trial.after)):
            assert abs(_wins(hero, roster.load(id_)) / FRESH - told.share) < 0.08
        assert wilson(trial.after.here, BATTLES).low > wilson(trial.before.here, BATTLES).high


@pytest.mark.parametrize("name", DRAFTS)
@pytest.mark.parametrize("level", [1, 3, 7])
def test_every_change_is_one_that_the_hero_may_save_at_its_level(name, level):
    hero = Hero.model_validate(DRAFTS[name])
    found = list(changes(hero, slots(level), load_ruleset()))
    assert found
    for change in found:
        assert not check_level(change.hero, level)
        assert change.hero != hero
    assert len({change.hero.model_dump_json() for change in found}) == len(found)


def test_an_ability_is_tried_only_in_a_free_slot():
    kinds = {
        allowed: {each.kind for each in changes(Hero.model_validate(SAMPLE), allowed, load_ruleset())}
        for allowed in (Slots(2, 4), Slots(3, 4), Slots(3, 3))
    }
    assert [("ability" in each) for each in kinds.values()] == [False, True, False]


def test_the_same_seed_tries_the_same():
    assert _trials(SAMPLE, "ninja") == _trials(SAMPLE, "ninja")


def test_seeds_at_the_end_of_their_range_can_be_tried():
    hero, dummy = Hero.model_validate(SAMPLE), roster.load("ninja")
    assert try_changes(hero, dummy, _others("ninja"), LEVEL_1, 2**64 - 1, load_ruleset())
