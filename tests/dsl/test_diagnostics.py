"""What a diagnostic carries, whatever the user's text held."""

import json

import pytest

from dsl import RuleSyntaxError, parse_rule
from dsl.diagnostics import Diagnostic, quoted


def faults_of(text):
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    return caught.value.diagnostics


def test_a_diagnostic_speaks_three_languages():
    (fault,) = faults_of("self.hp < 35 -> shield")
    assert fault.message_in("en") == fault.message
    assert fault.text("en") == f"{fault.message} {fault.hint}"
    assert fault.hint_in("ru") == "Напишите `self.hp < 35%`."
    assert fault.hint_in("es") == "Escribe `self.hp < 35%`."


def test_an_unknown_language_reads_english():
    (fault,) = faults_of("self.hp < 35 -> shield")
    assert fault.text("fi") == fault.text("en")


def test_a_reason_chooses_among_the_texts_of_a_code():
    params = {"condition": "self.hp <= 0%"}
    fallen = Diagnostic("never-fires", "warning", 0, 0, params, reason="fallen")
    assert "both fighters still stand" in fallen.message


def test_the_error_lists_every_fault_with_its_column():
    with pytest.raises(ValueError, match=r"(?s)column 11: .*`%`.*column 17: .*did you mean `heal`"):
        parse_rule("self.hp < 35 -> hael")


@pytest.mark.parametrize(
    "text",
    ["\ud800 -> heal", "self.hp < 3% -> \udfff", "\x00", "turn < 3 -> \u202eheal", "\U0001f525", "\ufffe"],
)
def test_texts_can_be_encoded_and_printed_whatever_the_rule_held(text):
    for fault in faults_of(text):
        for locale in ("ru", "en", "es"):
            told = fault.text(locale)
            assert told.encode("utf-8")
            assert told.isprintable()


def test_a_quotation_is_short_and_printable():
    assert quoted("\ud800a\u200b") == "U+D800aU+200B"
    assert quoted("x" * 41) == "x" * 39 + "…"
    assert quoted("x" * 40) == "x" * 40


def test_braces_in_a_rule_are_no_placeholders():
    (fault, *_) = faults_of("{word} < 3 -> heal")
    assert '"{"' in fault.message


def test_at_most_five_things_are_listed_as_expected():
    (fault,) = faults_of("turn < 3 -> fireball")
    assert fault.expected == ("strike", "ultimate", "heavy", "combo", "drain", "…")
    assert "`review`" in fault.hint


def test_the_numbers_that_fit_depend_on_what_is_compared():
    assert faults_of("turn < 0 -> heal")[0].expected == ("1..300",)
    assert faults_of("self.energy > 101 -> heal")[0].expected == ("0..100",)


def test_parameters_are_plain_values():
    for fault in faults_of("hp < 350 || SELF.gold -> fireball, now"):
        assert json.loads(json.dumps(dict(fault.params))) == dict(fault.params)


def test_a_diagnostic_is_a_value():
    (fault,) = faults_of("self.hp < 35 -> shield")
    assert fault == faults_of("self.hp < 35 -> shield")[0]
    assert len({fault, faults_of("self.hp < 35 -> shield")[0]}) == 1
