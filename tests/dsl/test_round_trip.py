"""Printing and reading are each other's mirror."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dsl import (
    Condition,
    EffectTest,
    FasterTest,
    GaugeTest,
    LastTest,
    Rule,
    TurnTest,
    format_rule,
    parse_rule,
)
from dsl.grammar import lex
from dsl.vocabulary import ACTIONS, EFFECTS, EQUALITY_SIGNS, FIGHTERS, GAUGES, SIGNS

FIGHTER, SIGN = st.sampled_from(FIGHTERS), st.sampled_from(SIGNS)
TESTS = st.one_of(
    st.builds(GaugeTest, FIGHTER, st.sampled_from(GAUGES), SIGN, st.integers(0, 100)),
    st.builds(EffectTest, FIGHTER, st.sampled_from(EFFECTS)),
    st.builds(FasterTest, FIGHTER),
    st.builds(LastTest, FIGHTER, st.sampled_from(EQUALITY_SIGNS), st.sampled_from(ACTIONS)),
    st.builds(TurnTest, SIGN, st.integers(1, 300)),
)
CONDITIONS = st.lists(st.builds(Condition, TESTS, st.booleans()), min_size=1, max_size=2).map(tuple)
RULES = st.builds(Rule, CONDITIONS, st.sampled_from(ACTIONS))
SPACES = st.text(" \t", max_size=2)


def spaced_otherwise(text: str, data: st.DataObject) -> str:
    """`text` with other white space between its tokens, as much as two words need."""
    pieces = lex(text)
    spaced = [data.draw(SPACES), pieces[0].text]
    for before, piece in pairwise(pieces):
        needed = before.text.isalpha() and piece.text.isalpha()
        spaced += [data.draw(SPACES) or (" " if needed else ""), piece.text]
    return "".join([*spaced, data.draw(SPACES)])


@given(RULES)
def test_what_is_printed_is_read_as_the_same_rule(rule):
    assert parse_rule(format_rule(rule)) == rule


@given(RULES)
def test_no_rule_is_too_long_to_be_read(rule):
    assert len(format_rule(rule)) <= 120


@given(RULES, st.data())
def test_white_space_between_tokens_does_not_matter(rule, data):
    text = spaced_otherwise(format_rule(rule), data)
    if len(text.strip()) <= 120:
        assert format_rule(parse_rule(text)) == format_rule(rule)


@given(RULES)
def test_spans_cut_the_parts_out_of_the_printed_rule(rule):
    text = format_rule(rule)
    read = parse_rule(text)
    parts = [text[span.start : span.end] for span in (*(c.span for c in read.conditions), read.action_span)]
    assert parts == re.split(" and | -> ", text)


def test_the_canonical_spelling():
    assert format_rule(parse_rule("not  self . has(shield)and enemy.hp<35 % ->heal")) == (
        "not self.has(shield) and enemy.hp < 35% -> heal"
    )
