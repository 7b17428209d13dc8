"""The help shows only what can be written."""

import pytest

from dsl import format_rule, language_help, parse_rule
from dsl.vocabulary import PROPERTIES

HELP = language_help(ultimate_knowledge=70)


def test_the_example_of_a_rule_is_read_and_canonical():
    assert format_rule(parse_rule(HELP.example)) == HELP.example


@pytest.mark.parametrize("kind", HELP.conditions, ids=lambda kind: kind.name)
def test_the_example_of_each_condition_is_read_and_canonical(kind):
    rule = f"{kind.example} -> strike"
    assert format_rule(parse_rule(rule)) == rule


def test_each_kind_of_condition_is_shown_once():
    assert sorted(kind.name for kind in HELP.conditions) == sorted((*PROPERTIES, "turn"))


@pytest.mark.parametrize("kind", HELP.conditions, ids=lambda kind: kind.name)
def test_each_kind_of_condition_is_explained_in_three_languages(kind):
    assert len({kind.meaning(locale) for locale in ("ru", "en", "es")}) == 3
    assert kind.meaning() == kind.meaning("en")


def test_forms_are_those_of_the_grammar_with_the_words_of_the_vocabulary():
    forms = {kind.name: kind.form for kind in HELP.conditions}
    assert HELP.rule == "[not] <condition> [and [not] <condition>] -> <action>"
    assert forms["hp"] == "self|enemy.hp <sign> 0..100%"
    assert forms["last"] == "self|enemy.last ==|!= <action>"
    assert forms["turn"] == "turn <sign> 1..300"


def test_what_the_ultimate_asks_for_is_told_as_given():
    (knowledge,) = [kind for kind in HELP.conditions if kind.name == "knowledge"]
    assert knowledge.meaning() == "knowledge, 0 to 100 points; at 70 the ultimate is ready"


def test_every_sign_effect_and_action_listed_is_read():
    for sign in HELP.signs:
        parse_rule(f"turn {sign} 3 -> strike")
    for effect in HELP.effects:
        parse_rule(f"self.has({effect}) -> strike")
    for action in HELP.actions:
        parse_rule(f"turn < 3 -> {action}")
