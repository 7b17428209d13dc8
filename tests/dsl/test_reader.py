"""What sound rules mean, and where their parts stand in the text."""

import pytest

from dsl import (
    Condition,
    EffectTest,
    FasterTest,
    GaugeTest,
    LastTest,
    Rule,
    RuleSyntaxError,
    Span,
    TurnTest,
    parse_rule,
)


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("self.hp < 35%", GaugeTest("self", "hp", "<", 35)),
        ("enemy.hp >= 0%", GaugeTest("enemy", "hp", ">=", 0)),
        ("self.energy == 100", GaugeTest("self", "energy", "==", 100)),
        ("enemy.knowledge != 80", GaugeTest("enemy", "knowledge", "!=", 80)),
        ("enemy.has(stun)", EffectTest("enemy", "stun")),
        ("self.faster", FasterTest("self")),
        ("self.last == review", LastTest("self", "==", "review")),
        ("enemy.last != ultimate", LastTest("enemy", "!=", "ultimate")),
        ("turn <= 300", TurnTest("<=", 300)),
        ("turn > 1", TurnTest(">", 1)),
    ],
)
@pytest.mark.parametrize("negated", [False, True])
def test_each_kind_of_condition_has_its_meaning(text, test, negated):
    rule = parse_rule(f"{'not ' if negated else ''}{text} -> strike")
    assert rule == Rule((Condition(test, negated),), "strike")


def test_two_conditions_keep_their_order():
    rule = parse_rule("self.hp < 35% and not self.has(shield) -> shield")
    assert [condition.negated for condition in rule.conditions] == [False, True]
    assert rule.action == "shield"


@pytest.mark.parametrize(
    "text",
    [
        "self.hp<35%and not self.has(shield)->shield",
        "  self . hp\t<  35 %  and  not  self . has ( shield )  ->  shield\t",
        "self.hp < 35% and not self.has(shield) -> shield\r\n",
    ],
)
def test_spaces_and_tabs_are_free_between_tokens(text):
    assert parse_rule(text) == parse_rule("self.hp < 35% and not self.has(shield) -> shield")


def test_spans_are_columns_of_the_text_as_given():
    text = " \tself.hp < 35 %  and not self.has( shield ) -> shield "
    rule = parse_rule(text)
    assert [text[c.span.start : c.span.end] for c in rule.conditions] == [
        "self.hp < 35 %",
        "not self.has( shield )",
    ]
    assert text[rule.action_span.start : rule.action_span.end] == "shield"


def test_where_words_stood_does_not_matter_for_equality():
    assert parse_rule("turn<3->heal") == parse_rule("  turn < 3 -> heal")
    assert parse_rule("  turn < 3 -> heal").action_span == Span(14, 18)


def test_a_rule_of_exactly_the_most_characters_is_read_whatever_surrounds_it():
    body = "turn < 3" + " " * 104 + " -> heal"
    assert len(body) == 120
    assert parse_rule(" " * 500 + body + "\n").action == "heal"


def test_a_rule_one_character_longer_is_refused_and_the_rest_of_it_marked():
    body = "turn < 3" + " " * 105 + " -> heal"
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("  " + body)
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.start, fault.end) == ("rule-too-long", 122, 123)
    assert "121 characters, at most 120" in fault.message


def test_a_rule_read_alone_has_no_number():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("turn < 3")
    assert [fault.rule for fault in caught.value.diagnostics] == [None]
