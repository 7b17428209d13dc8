"""Changes that a training proposes were tried: applied to the letter they do not make a hero worse."""

import json
import random
import re

import numpy as np
import pytest

from arena import roster
from arena.battle import fight_many, pack
from arena.desk.training.advice import what_to_try
from arena.desk.training.changes import changes
from arena.desk.training.sparring import SAMPLED
from arena.desk.training.statistics import train, wilson
from arena.desk.training.trials import BATTLES, SAMPLE_BATTLES, Rivals, try_changes
from arena.hero import Hero, Slots, check_hero, check_level, slots
from arena.hero.sample import SAMPLE
from arena.rulesets import STATS, load_ruleset
from dsl.catalogue import LOCALES
from dsl.vocabulary import ABILITIES

SEED = 11
FRESH = 2000
"""Battles with seeds that no trial has seen."""
NOISE = 0.03
"""Of a share of some thousand battles."""
SHIELD = "self.hp < 80% and not self.has(shield) -> shield"
HEAVY, HEAVY_TOO = "enemy.hp < 40% -> heavy", "self.energy >= 60 -> heavy"
CONDITIONS = ("turn >= 1", "self.hp < 50%", "self.energy >= 60", "enemy.hp < 30%", "enemy.knowledge >= 90")
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


def _rivals(id_):
    others = {each: roster.load(each) for each in roster.DUMMY_IDS if each != id_}
    return Rivals(roster.load(id_), others, list(roster.samples().values()))


def _trials(draft, id_, allowed=LEVEL_1, seed=SEED):
    return try_changes(Hero.model_validate(draft), _rivals(id_), allowed, seed, load_ruleset())


def _wins(hero, opponent, battles=FRESH):
    seeds = np.arange(10**9, 10**9 + battles, dtype=np.uint64)
    return int((fight_many(pack([hero, opponent]), 0, 1, seeds)["winner"] == 0).sum())


def _share(hero, opponents, battles=FRESH):
    return sum(_wins(hero, each, battles) for each in opponents) / (len(opponents) * battles)


def _drafts(seed, count):
    """Heroes as somebody makes them who knows the words and not what is good."""
    chance = random.Random(seed)
    for _ in range(count):
        stats = dict.fromkeys(STATS, 5)
        while sum(stats.values()) < 100:
            stat = chance.choice([each for each in STATS if stats[each] < 40])
            stats[stat] += 1
        abilities = chance.sample(ABILITIES, 2)
        rules = ["self.knowledge >= 100 -> ultimate"] if chance.random() < 0.7 else []
        rules += [f"{chance.choice(CONDITIONS)} -> {chance.choice(abilities)}" for _ in range(3)]
        yield {**SAMPLE, "stats": stats, "abilities": abilities, "rules": rules}


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
        case "forgo":
            rules.pop(place)
            (ability,) = re.findall(r"`([^`]*)`", hint)
            return {**draft, "abilities": [a for a in draft["abilities"] if a != ability], "rules": rules}
        case "swap":
            abilities, rules = map(json.loads, re.findall(r"\[.*?\]", hint))
            return {**draft, "abilities": abilities, "rules": rules}
    *ability, rule = re.findall(r"`([^`]*)`", hint)
    rules.insert(int(index.group(1)), rule)
    return {**draft, "abilities": [*draft["abilities"], *ability], "rules": rules}


def _trained(name, id_, battles):
    """A draft, a dummy, the draft as a hero, and its training."""
    dummy, hero = roster.load(id_), Hero.model_validate(DRAFTS[name])
    return DRAFTS[name], dummy, hero, train(hero, dummy, battles, SEED, "v1", sampled=SAMPLED)


@pytest.mark.medium
@pytest.mark.parametrize("id_", roster.DUMMY_IDS)
@pytest.mark.parametrize("name", DRAFTS)
def test_a_proposed_change_followed_to_the_letter_does_not_lose_more(name, id_):
    draft, dummy, hero, training = _trained(name, id_, 1000)
    tips = what_to_try(hero, training, load_ruleset(), _trials(draft, id_))
    for tip in (each for each in tips if each.code == "change-tried"):
        changed = Hero.model_validate(_applied(draft, tip))
        assert wilson(_wins(changed, dummy), FRESH).high >= wilson(_wins(hero, dummy), FRESH).low, tip
        for group in (list(_rivals(id_).others.values()), list(roster.samples().values())):
            assert _share(changed, group, 500) >= _share(hero, group, 500) - NOISE, tip


def _losses_of_the_first_advice(seed, count):
    """How much of its share against the samples each draft loses that follows what is told first."""
    samples, losses = list(roster.samples().values()), []
    for number, draft in enumerate(_drafts(seed, count)):
        tips = _trials(draft, roster.DUMMY_IDS[number % len(roster.DUMMY_IDS)], seed=seed + number)
        if tips:
            shares = [
                _share(each, samples, 400) for each in (Hero.model_validate(draft), tips[0].change.hero)
            ]
            losses.append(shares[0] - shares[1])
    return losses


@pytest.mark.medium
def test_the_first_advice_makes_no_hero_worse_against_the_samples():
    losses = _losses_of_the_first_advice(seed=7, count=24)
    assert len(losses) > 12
    assert max(losses) <= NOISE


@pytest.mark.slow
def test_the_first_advice_makes_none_of_many_heroes_worse_against_the_samples():
    losses = _losses_of_the_first_advice(seed=8, count=400)
    assert len(losses) > 200
    assert max(losses) <= NOISE


@pytest.mark.medium
@pytest.mark.parametrize("seed", range(4))
def test_a_proposed_change_brings_no_new_advice_of_a_check_and_differs_from_the_others(seed):
    for draft in _drafts(seed, 6):
        trials = _trials(draft, "ninja")
        known = {each.code for each in check_hero(Hero.model_validate(draft)).advice}
        for trial in trials:
            assert {each.code for each in check_hero(trial.change.hero).advice} <= known, trial.change
        assert len({trial.after for trial in trials}) == len(trials)


def test_where_the_last_rule_of_an_ability_goes_the_ability_goes_too():
    hero = Hero.model_validate(
        {**SAMPLE, "abilities": ["shield", "heavy"], "rules": [SHIELD, HEAVY, HEAVY_TOO]}
    )
    dropped = {
        each.path: (each.kind, each.hero.abilities)
        for each in changes(hero, LEVEL_1, load_ruleset())
        if each.kind in ("drop", "forgo")
    }
    assert dropped == {
        "/rules/0": ("forgo", ("heavy",)),
        "/rules/1": ("drop", ("shield", "heavy")),
        "/rules/2": ("drop", ("shield", "heavy")),
    }


def test_with_every_slot_taken_an_ability_is_tried_in_another_s_place():
    rules = ["self.knowledge >= 100 -> ultimate", "not self.has(rage) -> rage", "enemy.energy >= 40 -> dodge"]
    draft = {**SAMPLE, "abilities": ["rage", "dodge"], "rules": rules}
    trials = {each.change.kind: each for each in _trials(draft, "golem")}
    assert trials["swap"].after.here.share > trials["swap"].before.here.share + 0.1
    assert trials["swap"].change.params["old"] in draft["abilities"]


@pytest.mark.parametrize("locale", LOCALES)
def test_whom_a_change_was_tried_against_is_told(locale):
    hero = Hero.model_validate(FRAGILE)
    training = train(hero, roster.load("ninja"), 100, SEED, "v1", sampled=SAMPLED)
    tip = what_to_try(hero, training, load_ruleset(), _trials(FRAGILE, "ninja"))[0]
    assert "(golem, witch, pm)" in tip.message(locale)
    assert str(len(roster.sample_ids())) in tip.message(locale)


@pytest.mark.parametrize("id_", roster.DUMMY_IDS)
@pytest.mark.parametrize("name", DRAFTS)
def test_a_rule_that_did_nothing_can_be_left_out_and_nothing_changes(name, id_):
    """What is told of such a rule proposes its slot for another one."""
    draft, dummy, hero, training = _trained(name, id_, 300)
    for tip in what_to_try(hero, training, load_ruleset()):
        if tip.code in ("rule-unreached", "rule-never-true", "rule-never-ready"):
            rules = [rule for place, rule in enumerate(draft["rules"]) if tip.path != f"/rules/{place}"]
            without = train(Hero.model_validate({**draft, "rules": rules}), dummy, 300, SEED, "v1")
            assert (without.wins, without.draws) == (training.wins, training.draws)


def test_armour_for_the_fragile_hero_is_found_by_trying():
    best = _trials(FRAGILE, "ninja")[0]
    assert best.change.kind == "stats"
    assert str(best.change.params["more"]).startswith("def +")
    assert best.before.here.share < 0.3
    assert best.after.here.share > best.before.here.share + 0.3


@pytest.mark.parametrize("id_", roster.DUMMY_IDS)
def test_what_a_trial_tells_are_the_wins_of_its_heroes(id_):
    for trial in _trials(FRAGILE, id_):
        for hero, told in ((Hero.model_validate(FRAGILE), trial.before), (trial.change.hero, trial.after)):
            assert abs(_wins(hero, roster.load(id_)) / FRESH - told.here.share) < 0.08
            assert abs(_share(hero, list(_rivals(id_).others.values())) - told.others.share) < 0.05
            assert abs(_share(hero, list(roster.samples().values()), 400) - told.samples.share) < 0.05
        battles = (trial.after.here.battles, trial.after.others.battles, trial.after.samples.battles)
        assert battles == (BATTLES, 3 * BATTLES, 15 * SAMPLE_BATTLES)
        assert trial.after.here.interval.low > trial.before.here.interval.high


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
    assert _trials(SAMPLE, "ninja", seed=2**64 - 1)
