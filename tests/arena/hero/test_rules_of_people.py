"""Rules with the names that people are shown, and faulty rules that call for what is not equipped."""

import pytest

from arena.hero import check_hero
from arena.hero.loadouts import read_rule
from arena.messages import LOCALES
from arena.rulesets import load_ruleset
from dsl import RuleSyntaxError
from dsl.vocabulary import ACTIONS

ABILITIES = ["heavy", "shield", "heal"]


def _faults(hero_data, rule):
    check = check_hero(hero_data({"/abilities": ABILITIES, "/rules": [rule]}))
    assert {fault.path for fault in check.faults} <= {"/rules/0"}
    return check.faults


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("action", ACTIONS)
def test_every_name_that_people_are_shown_is_told_the_word_of_the_rules(action, locale):
    name = load_ruleset().abilities[action].name.text(locale)
    with pytest.raises(RuleSyntaxError) as caught:
        read_rule(f"turn > 2 -> {name}")
    (fault,) = caught.value.diagnostics
    assert fault.params["suggestion"] == action
    assert f"`turn > 2 -> {action}`" in fault.hint


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("self.hp < 35 -> stun", ["percent-missing", "ability-not-equipped"]),
        ("turn > 2 -> stunn", ["misspelt-word", "ability-not-equipped"]),
        ("turn > 2 -> Дедлайн", ["display-name", "ability-not-equipped"]),
        ("turn > 2 and self.has(Бэкап) stun", ["display-name", "arrow-missing", "ability-not-equipped"]),
        ("self.hp < 35 -> heal", ["percent-missing"]),
        ("turn > 2 -> Хотфикс", ["display-name"]),
        ("self.hp < 35 -> fireball", ["percent-missing", "unknown-word"]),
        ("self.hp < 35", ["percent-missing", "arrow-missing"]),
    ],
)
def test_a_faulty_rule_is_told_at_once_that_its_action_is_not_equipped(hero_data, rule, codes):
    assert [fault.code for fault in _faults(hero_data, rule)] == codes


def test_an_ability_listed_twice_is_proposed_once(hero_data):
    check = check_hero(hero_data({"/abilities": [*ABILITIES, "shield"], "/rules": ["turn > 2 -> stun"]}))
    (fault,) = [fault for fault in check.faults if fault.code == "ability-not-equipped"]
    assert fault.hint().count("`shield`") == 1
