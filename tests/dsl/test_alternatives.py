"""A faulty rule that stands for several: which ones, and that together they mean the same."""

import re
from itertools import product

import pytest

from dsl import EffectTest, FasterTest, RuleSyntaxError, parse_rule
from dsl.alternatives import negated, rules_meant

FACTS = {
    "self.faster": FasterTest("self"),
    "self.has(rage)": EffectTest("self", "rage"),
    "enemy.has(rage)": EffectTest("enemy", "rage"),
    "enemy.has(shield)": EffectTest("enemy", "shield"),
}
A, B, C, D = FACTS

GROUPED = [
    f"not ({A} and {B})",
    f"not ({A} or {B})",
    f"not ({A} and not {B})",
    f"not (not {A} or {B})",
    f"not ({A} and {B} and {C})",
    f"not ({A} and {B} or {C})",
    f"not ({A} and {B} or {C} and {D})",
    f"{A} and not ({B} and {C})",
    f"not ({A} and {B}) and {C}",
    f"{A} and ({B} or {C})",
    f"({A} or {B}) and {C}",
    f"({A} or {B}) and ({C} or {D})",
    f"{A} and {B} or {C}",
    f"{A} or {B} and {C}",
    f"{A} or {B} or {C}",
    f"{A} or not ({B} and {C})",
]


def shown_rules(text):
    """Every rule that the hints of a faulty rule show to be written."""
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(f"{text} -> heal")
    faults = [fault for fault in caught.value.diagnostics if {"rules", "first"} & fault.params.keys()]
    return [parse_rule(rule) for fault in faults for rule in re.findall("`([^`]*->[^`]*)`", fault.hint)]


@pytest.mark.parametrize("text", GROUPED)
def test_the_rules_that_are_shown_together_mean_what_was_written(text):
    rules = shown_rules(text)
    for values in product((False, True), repeat=len(FACTS)):
        facts = dict(zip(FACTS.values(), values, strict=True))
        meaning = text
        for spelt, fact in FACTS.items():
            meaning = meaning.replace(spelt, str(facts[fact]))
        fires = any(all(facts[c.test] != c.negated for c in rule.conditions) for rule in rules)
        assert fires == eval(meaning)


def test_conditions_are_cut_at_each_or():
    assert rules_meant(3, {0}, {}) == [(0,), (1, 2)]
    assert rules_meant(2, {1}, {}) == [(0, 1)]


def test_a_group_gives_a_rule_for_each_of_its_choices():
    assert negated(((0, 1), (2,))) == ((0, 2), (1, 2))
    assert rules_meant(3, (), {1: ((0,), (1,))}) == [(0, 1), (0, 2)]


def test_a_group_that_broke_off_has_the_conditions_that_are_there():
    assert rules_meant(2, (), {1: ((0,), (1,))}) == [(0, 1), (0,)]


def test_an_or_leaves_room_for_the_conditions_behind_it():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("self.faster or turn > 2 and enemy.faster -> heal")
    assert [fault.code for fault in caught.value.diagnostics] == ["or"]


def test_a_negated_group_shows_both_rules():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("not (self.hp<3% and turn>3) -> heal")
    (fault,) = caught.value.diagnostics
    assert "`not self.hp < 3% -> heal`, `not turn > 3 -> heal`" in fault.hint
