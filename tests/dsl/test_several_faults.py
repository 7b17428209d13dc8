"""One fault does not hide another, and none is invented."""

import itertools

import pytest

from dsl import RuleSyntaxError, parse_rule

FIRST = {
    "self.hp < 35%": [],
    "self.hp < 35": ["percent-missing"],
    "self.hp = 35%": ["single-equals"],
    "self.hp < 350%": ["number-out-of-range"],
    "hp < 35%": ["who-missing"],
    "SELF.hp < 35%": ["upper-case"],
    "not not self.faster": ["double-not"],
    "35% > self.hp": ["flipped-comparison"],
    "(self.faster)": ["stray-parenthesis"],
    "self.turn < 3": ["turn-alone"],
    "turn % 2 == 0": ["no-arithmetic"],
    "self.hp < enemy.hp": ["number-wanted"],
}
SECOND = {
    "": [],
    " and enemy.faster": [],
    " && enemy.faster": ["ampersand"],
    " and enmey.faster": ["misspelt-word"],
    " and enemy.has(heavy)": ["not-an-effect"],
    " and enemy.has shield": ["parenthesis-missing"],
    " and enemy.energy >= 40%": ["percent-extra"],
    " and enemy.has(shield) == false": ["boolean-comparison"],
    " and self.gold > 3": ["unknown-word"],
    " and turn < 3 and self.hp < 20": ["third-condition", "percent-missing"],
}
END = {
    " -> shield": [],
    " -> sheild": ["misspelt-word"],
    " → shield": ["foreign-arrow"],
    " -> shield heavy": ["second-action"],
    " -> shield()": ["text-after-action"],
    " ->": ["action-missing"],
    " shield": ["arrow-missing"],
    " then use shield": ["foreign-arrow", "superfluous-word"],
}
MIXES = list(itertools.product(FIRST, SECOND, END))[1:]


@pytest.mark.parametrize(("first", "second", "end"), MIXES)
def test_faults_of_different_parts_are_all_told_and_no_others(first, second, end):
    text = first + second + end
    expected = FIRST[first] + SECOND[second] + END[end]
    if not expected:
        parse_rule(text)
        return
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert sorted(fault.code for fault in caught.value.diagnostics) == sorted(expected)


def test_three_faults_in_one_rule_are_told_in_the_order_of_the_text():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("self.hp < 35 and turn <= 400 -> haeling")
    assert [(fault.code, fault.start) for fault in caught.value.diagnostics] == [
        ("percent-missing", 10),
        ("number-out-of-range", 25),
        ("misspelt-word", 32),
    ]


def test_a_hint_shows_the_rule_with_all_its_faults_mended():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("hp < 35 && SELF.last=hevy → haeling")
    assert caught.value.diagnostics[-1].params["mended"] == "self.hp < 35% and self.last == heavy -> heal"


def test_a_rule_without_an_arrow_says_where_the_arrow_goes():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("  self.hp < 35%   shield")
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.start, fault.end) == ("arrow-missing", 15, 15)
    assert fault.expected == ("and", "->")
    assert "`self.hp < 35% -> shield`" in fault.hint


def test_a_condition_beside_a_word_of_readiness_is_not_dropped():
    for text in ("can self.hp < 3% -> heal", "heal when you can and self.hp < 3%"):
        with pytest.raises(RuleSyntaxError) as caught:
            parse_rule(text)
        assert any("self.hp < 3%" in fault.hint for fault in caught.value.diagnostics)


def test_an_or_is_answered_with_two_rules():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("self.hp < 20% or enemy.faster -> heal")
    (fault,) = caught.value.diagnostics
    assert "`self.hp < 20% -> heal` and `enemy.faster -> heal`" in fault.hint


@pytest.mark.parametrize(
    ("text", "code", "mended"),
    [
        ("attack", "condition-missing", "turn >= 1 -> strike"),
        ("sheild", "condition-missing", "turn >= 1 -> shield"),
        ("щит", "condition-missing", "turn >= 1 -> shield"),
        ("strikе", "condition-missing", "turn >= 1 -> strike"),
        ("not attack", "condition-missing", "not turn >= 1 -> strike"),
        ("attack if turn >= 2", "action-first", "turn >= 2 -> strike"),
    ],
)
def test_of_a_misspelt_action_in_a_condition_s_place_the_whole_rule_alone_is_told(text, code, mended):
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert [each.code for each in caught.value.diagnostics] == [code]
    assert f"`{mended}`" in caught.value.diagnostics[0].hint


def test_a_misspelt_action_that_goes_is_named_as_it_was_written():
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule("attack -> strike")
    (told,) = caught.value.diagnostics
    assert told.code == "misplaced-word"
    assert '"attack"' in told.message
