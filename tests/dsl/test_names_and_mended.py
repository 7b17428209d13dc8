"""Names that people are shown instead of actions; what a faulty rule was meant to be."""

import pytest

from dsl import RuleSyntaxError, parse_rule, unequipped

NAMES = {"hotfix": "heal", "БЭКАП": "shield", "Force push": "heavy", "Copy": "heavy", "copy-paste": "drain"}


def error_of(text, names=None):
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text, names)
    return caught.value


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("Hotfix", "heal"), ("бэкап", "shield"), ("FORCE PUSH", "heavy"), ("Forcepush", "heavy"),
        ("Copy-paste", "drain"), ("Copy", "heavy"),
    ],
)  # fmt: skip
def test_a_name_that_people_are_shown_is_told_its_word(name, action):
    text = f"turn > 2 -> {name}"
    (fault,) = error_of(text, NAMES).diagnostics
    assert (fault.code, text[fault.start : fault.end]) == ("display-name", name)
    assert f'"{name}"' in fault.message
    assert f"`{action}`" in fault.message
    assert f"`turn > 2 -> {action}`" in fault.hint


def test_a_combining_mark_makes_no_other_name():
    (fault,) = error_of("turn > 2 -> li\u0301mite", {"l\u00edmite": "stun"}).diagnostics
    assert fault.params["suggestion"] == "stun"


def test_without_names_a_name_is_an_unknown_word():
    assert [fault.code for fault in error_of("turn > 2 -> Hotfix").diagnostics] == ["unknown-word"]


def test_names_change_nothing_for_a_rule_that_can_be_read():
    assert parse_rule("turn > 2 -> heal", NAMES) == parse_rule("turn > 2 -> heal")


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (" self.hp < 35 -> heal", "self.hp < 35% -> heal"),
        ("self.hp < 35% -> hael", "self.hp < 35% -> heal"),
        ("self.hp < 35% heal", "self.hp < 35% -> heal"),
        ("turn > 2 -> Hotfix", "turn > 2 -> heal"),
        ("heal if turn > 2", "turn > 2 -> heal"),
        ("turn > 2 -> heal heavy", "turn > 2 -> heal"),
    ],
)
def test_an_error_knows_the_rule_that_was_meant_and_where_its_action_stands(text, mended):
    error = error_of(text, NAMES)
    assert error.mended == parse_rule(mended)
    span = error.mended.action_span
    assert text[span.start : span.end] in ("heal", "hael", "Hotfix")


@pytest.mark.parametrize(
    "text",
    ["", "x" * 121, "turn > 2 -> fireball", "turn > 2", "turn > 2 ->", "turn > 2 -> not", "turn > 2 -> 5"],
)
def test_an_action_that_was_put_in_as_an_example_is_not_what_was_meant(text):
    assert error_of(text).mended is None


def test_whether_the_action_is_equipped_can_be_asked_of_a_faulty_rule():
    text = "  self.hp < 35 -> hael"
    fault = unequipped(error_of(text).mended, ("shield",))
    assert (fault.code, text[fault.start : fault.end]) == ("ability-not-equipped", "hael")
