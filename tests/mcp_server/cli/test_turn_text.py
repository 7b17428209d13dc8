"""A turn in words."""

from dataclasses import replace

import pytest

from arena.battle import Hit, Reason, Sides, Skipped, Turn
from arena.hero import Hero
from arena.hero.sample import SAMPLE
from arena.rulesets import load_ruleset
from mcp_server.cli.pages.turn_text import Teller
from mcp_server.words import Words

NONE: Sides[tuple[str, ...]] = Sides((), ())
STRIKE = Turn(
    tick=2,
    side="a",
    turn=1,
    rule=None,
    action="strike",
    hp_a=190,
    hp_b=178,
    energy=Sides(27, 0),
    knowledge=Sides(4, 5),
    effects=NONE,
    hits=(Hit("hit", 12),),
    poison=0,
    change=0,
    loss=12,
    skipped=(),
)


def _teller(locale: str = "en") -> Teller:
    hero = Hero.model_validate(SAMPLE)
    return Teller(Sides(hero, hero), load_ruleset("v1"), Words(locale))


def _deed(turn: Turn, before: Sides[tuple[str, ...]] = NONE, locale: str = "en") -> str:
    return _teller(locale).deed(turn, before).plain


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "Commit −12"),
        ({"hits": (Hit("crit", 18),), "loss": 18}, "Commit −18 crit"),
        ({"hits": (Hit("miss", 0),), "loss": 0}, "Commit miss"),
        ({"hits": (Hit("hit", 0),), "loss": 0}, "Commit absorbed"),
        (
            {"action": "combo", "hits": (Hit("hit", 8), Hit("miss", 0), Hit("crit", 12)), "loss": 20},
            "Sprint −8 miss −12 crit",
        ),
        ({"action": "ultimate", "hits": (), "loss": 77}, "Insight −77"),
        ({"action": "drain", "change": 6}, "Copy-paste −12 +6 to itself"),
        ({"action": "heal", "hits": (), "loss": 0, "change": 22}, "Hotfix +22 to itself"),
        ({"change": -6}, "Commit −12 Blame in return −6"),
        ({"poison": 5}, "Tech debt −5 · Commit −12"),
        ({"action": "stunned", "hits": (), "loss": 0}, "skips the turn"),
        ({"action": "stunned", "hits": (), "loss": 0, "poison": 5}, "Tech debt −5 · skips the turn"),
    ],
)
def test_a_deed_tells_each_blow_and_what_came_of_it(changes, told):
    assert _deed(replace(STRIKE, **changes)) == told


def test_effects_that_came_and_went_are_told_of_both():
    turn = replace(STRIKE, effects=Sides(("rage",), ("poison",)))
    before: Sides[tuple[str, ...]] = Sides(("dodge",), ("shield",))
    assert _deed(turn, before) == (
        "Commit −12 · + Crunch · over: Offline · enemy: + Tech debt · over for the enemy: Backup"
    )


def test_an_effect_that_the_action_is_named_for_is_not_told_twice():
    turn = replace(STRIKE, action="shield", hits=(), loss=0, effects=Sides(("shield",), ()))
    assert _deed(turn) == "Backup"


def test_side_b_is_the_enemy_of_side_a():
    turn = replace(STRIKE, side="b", effects=Sides(("poison",), ()))
    assert _deed(turn) == "Commit −12 · enemy: + Tech debt"


def test_the_rule_is_told_by_its_number_and_its_text():
    teller = _teller()
    assert teller.rule(replace(STRIKE, rule=2)) == "rule 3: self.energy >= 30 -> heavy"
    assert teller.rule(STRIKE) == "no rule fits: strike"
    assert teller.rule(replace(STRIKE, action="stunned")) == ""


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        ((Reason("condition", 62.5, condition="self.hp < 35%"),), "self.hp < 35% is false: it is 62.5%"),
        ((Reason("condition", 20, condition="self.energy >= 30"),), "self.energy >= 30 is false: it is 20"),
        ((Reason("condition", True, condition="not self.has(shield)"),), "not self.has(shield) is false"),
        (
            (Reason("condition", "heal", condition="enemy.last == heavy"),),
            "enemy.last == heavy is false: it is heal",
        ),
        (
            (Reason("condition", None, condition="enemy.last == heavy"),),
            "enemy.last == heavy is false: it is nothing yet",
        ),
        ((Reason("energy", 20, 30),), "energy 20 of 30"),
        ((Reason("knowledge", 12, 100),), "knowledge 12 of 100"),
        ((Reason("cooldown", 2, 0),), "cooling down, own turns left: 2"),
        (
            (Reason("energy", 20, 25), Reason("cooldown", 2, 0)),
            "energy 20 of 25; cooling down, own turns left: 2",
        ),
        (
            (Reason("condition", 20, condition="self.energy >= 30"), Reason("energy", 20, 30)),
            "self.energy >= 30 is false: it is 20",
        ),
    ],
)
def test_why_tells_the_false_conditions_or_else_what_was_not_ready(reasons, told):
    assert _teller().why(replace(STRIKE, skipped=(Skipped(1, reasons),))) == [f"rule 2 did not fire: {told}"]


@pytest.mark.parametrize(("locale", "told"), [("ru", "Форс-пуш −12 крит"), ("es", "Force push −12 crítico")])
def test_abilities_have_the_ruleset_s_names_in_the_reader_s_language(locale, told):
    assert _deed(replace(STRIKE, action="heavy", hits=(Hit("crit", 12),)), locale=locale) == told


def test_energy_and_knowledge_are_told_of_each_side():
    assert _teller().state(STRIKE, 0) == "E 27 K 4"
    assert _teller().state(STRIKE, 1) == "E 0 K 5"
