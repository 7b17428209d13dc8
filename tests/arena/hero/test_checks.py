"""Levels and their slots, advice, and the hero that comes out."""

import json
import subprocess
import sys

import pytest
from pydantic import ValidationError

from arena.errors import ArenaError
from arena.hero import (
    LEVELS,
    MAX_SLOTS,
    Hero,
    Slots,
    check_hero,
    check_level,
    level_for,
    load_hero,
    slots,
)
from arena.hero.sample import SAMPLE
from dsl import RuleSyntaxError, parse_rule
from tests.waiting import LONGEST

FOUR = ["shield", "heavy", "combo", "heal"]
RULE = "turn > 1 -> strike"


def test_the_levels_are_those_of_the_rules():
    assert [level.xp for level in LEVELS] == [0, 100, 250, 450, 650, 850, 1100]
    assert [slots(number).abilities for number in range(1, 8)] == [2, 2, 3, 3, 3, 4, 4]
    assert [slots(number).rules for number in range(1, 8)] == [4, 5, 5, 6, 7, 7, 8]
    assert slots(7) == MAX_SLOTS == Slots(abilities=4, rules=8)


@pytest.mark.parametrize(
    ("xp", "level"),
    [(0, 1), (99, 1), (100, 2), (249, 2), (250, 3), (850, 6), (1099, 6), (1100, 7), (10**9, 7)],
)
def test_experience_opens_a_level_at_its_threshold(xp, level):
    assert level_for(xp) == level


@pytest.mark.parametrize(
    "level", [0, 8, -1, 1.0, True, "1", [1], {}, float("nan"), pytest.param(10**5000, id="huge")]
)
def test_a_level_that_does_not_exist_names_those_that_do(level):
    with pytest.raises(ArenaError) as caught:
        check_hero(SAMPLE, level)
    assert caught.value.code == "unknown-level"
    assert "1 to 7" in caught.value.text("en")


def test_the_model_allows_the_most_that_any_level_allows(make_hero):
    hero = make_hero({"/abilities": FOUR, "/rules": [RULE] * 8})
    assert check_level(hero, 7) == ()


def test_what_is_over_a_levels_slots_is_told_at_the_first_one_over_with_the_level_that_opens_it(make_hero):
    hero = make_hero({"/abilities": FOUR, "/rules": [RULE] * 6})
    abilities, rules = check_level(hero, 1)
    assert (abilities.code, abilities.path) == ("too-many-abilities", "/abilities/2")
    assert "Level 6 (850 XP) has slots for 4" in abilities.hint()
    assert (rules.code, rules.path) == ("too-many-rules", "/rules/4")
    assert "Level 4 (450 XP) has slots for 6" in rules.hint()


def test_slots_are_checked_together_with_everything_else(hero_data):
    data = hero_data({"/abilities": FOUR, "/name": "", "/stats/hp": 1})
    assert [fault.code for fault in check_hero(data, 1).faults] == [
        "name-too-short",
        "stats-sum-low",
        "stat-range",
        "too-many-abilities",
    ]


def test_more_than_any_level_allows_is_told_beside_what_this_level_allows(hero_data):
    data = hero_data({"/rules": [RULE] * 9})
    assert [(fault.code, fault.path) for fault in check_hero(data, 1).faults] == [
        ("too-many-rules", "/rules/4"),
        ("rules-over-maximum", "/rules/8"),
    ]
    assert [fault.code for fault in check_hero(data, 7).faults] == ["rules-over-maximum"]


@pytest.mark.parametrize(
    ("abilities", "rules", "level"),
    [(0, 0, 1), (2, 4, 1), (2, 5, 2), (3, 4, 3), (3, 7, 5), (4, 1, 6), (1, 8, 7), (5, 1, None)],
)
def test_the_lowest_level_with_enough_slots_is_told(hero_data, abilities, rules, level):
    listed = [*FOUR, "stun"][:abilities]
    check = check_hero(hero_data({"/abilities": listed, "/rules": [RULE] * rules, "/name": ""}))
    assert check.needs_level == level


def test_no_level_is_told_for_what_is_not_listed(hero_data):
    assert check_hero(hero_data({"/rules": 5})).needs_level is None


def test_a_hero_over_its_level_is_not_given_out(hero_data):
    raw = json.dumps(hero_data({"/abilities": FOUR}))
    assert load_hero(raw).abilities == tuple(FOUR)
    assert check_hero(hero_data({"/abilities": FOUR}), 1).hero is None
    with pytest.raises(ArenaError) as caught:
        load_hero(raw, level=1)
    assert caught.value.code == "too-many-abilities"


def test_a_broken_rule_is_told_with_its_place_and_the_rule_languages_words(hero_data):
    rule = "  self.hp < 35 -> shield"
    check = check_hero(hero_data({"/rules/1": rule, "/rules/2": "nonsense"}))
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(rule)
    (expected,) = caught.value.diagnostics
    fault = check.faults[0]
    assert (fault.code, fault.path) == (expected.code, "/rules/1")
    assert fault.span == (expected.start, expected.end)
    assert fault.message("es") == expected.message_in("es")
    assert fault.hint() == expected.hint
    assert {other.path for other in check.faults[1:]} == {"/rules/2"}


def test_an_ability_that_a_rule_names_but_the_hero_lacks_is_a_fault_at_the_action(hero_data):
    rule = "self.energy >= 45 -> stun"
    (fault,) = check_hero(hero_data({"/rules/2": rule})).faults
    assert (fault.code, fault.path) == ("ability-not-equipped", "/rules/2")
    assert rule[slice(*fault.span)] == "stun"


def test_strike_and_ultimate_need_not_be_listed(make_hero):
    hero = make_hero({"/abilities": [], "/rules": ["turn > 9 -> ultimate", RULE]})
    assert [rule.action for rule in hero.parsed_rules] == ["ultimate", "strike"]


def test_advice_comes_with_a_valid_hero_and_blocks_nothing(hero_data):
    check = check_hero(hero_data({"/rules": ["self.energy >= 0 -> strike", RULE]}))
    assert check.hero is not None
    assert "/rules/1" in {advice.path for advice in check.advice}
    for advice in check.advice:
        assert all(advice.message(locale) and advice.hint(locale) for locale in ("ru", "en", "es"))


def test_advice_is_given_beside_faults_that_it_does_not_depend_on(hero_data):
    rules = ["self.energy >= 0 -> strike", RULE]
    assert check_hero(hero_data({"/rules": rules, "/name": ""})).advice
    assert check_hero(hero_data({"/rules": rules, "/stats": None})).advice


@pytest.mark.parametrize("changes", [{"/rules": 1}, {"/abilities": [1]}, {"/rules": [RULE] * 9}])
def test_no_advice_is_given_on_what_cannot_be_understood(hero_data, changes):
    assert check_hero(hero_data(changes)).advice == ()


def test_a_hero_survives_its_own_json(make_hero):
    pixels = SAMPLE["sprite"]["pixels"]
    rig = ["".join("." if pixel == "." else "t" for pixel in row) for row in pixels]
    hero = make_hero({"/sprite/strike": pixels, "/sprite/rig": rig, "/sprite/strike_rig": rig})
    assert Hero.model_validate_json(hero.model_dump_json()) == hero
    assert Hero.model_validate(hero.model_dump()) == hero
    assert Hero.model_validate(hero) is hero
    assert check_hero(hero).hero == hero


def test_texts_are_kept_as_the_author_wrote_them_but_trimmed(make_hero):
    hero = make_hero({"/rules/0": "  self . hp<35 %->shield\t", "/sprite/palette/0": "#ABCDEF"})
    assert hero.rules[0] == "self . hp<35 %->shield"
    assert hero.sprite.palette[0] == "#abcdef"


def test_parsed_rules_follow_the_rules_of_a_copy(make_hero):
    hero = make_hero()
    copy = hero.model_copy(update={"rules": (RULE,)})
    assert copy.parsed_rules == (parse_rule(RULE),)
    assert len(hero.parsed_rules) == 3


def test_a_hero_cannot_be_changed(make_hero):
    hero = make_hero()
    with pytest.raises(ValidationError):
        hero.name = "Other"
    assert isinstance(hero.sprite.pixels, tuple)


def test_the_context_of_the_model_takes_a_level_too(hero_data):
    with pytest.raises(ValidationError) as caught:
        Hero.model_validate(hero_data({"/abilities": FOUR}), context={"level": 2})
    assert [error["type"] for error in caught.value.errors()] == ["too-many-abilities"]


def test_checking_a_hero_needs_no_compiler_and_no_picture_library():
    code = "import sys, arena.hero; sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'PIL')))"
    assert subprocess.run([sys.executable, "-c", code], timeout=LONGEST, check=False).returncode == 0
