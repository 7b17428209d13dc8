"""A table of bad rules with all that is found in them: code, place, what was expected, what is shown."""

import json
from functools import cache
from pathlib import Path

import pytest

from dsl import RuleSyntaxError, parse_rule
from dsl.catalogue import LOCALES
from tests.texts import texts_of

BAD_RULES = json.loads(Path(__file__).with_name("bad_rules.json").read_text(encoding="utf-8"))
NAMES = {
    "Hotfix": "heal",
    "backup": "shield",
    "Бэкап": "shield",
    "форс-пуш": "heavy",
    "copia y pega": "drain",
    "fecha límite": "stun",
}
"""What people are shown instead of actions, in any case."""
CODES = sorted({fault["code"] for entry in BAD_RULES for fault in entry["faults"]})
OF_ADVICE = {"ability-not-equipped", "equal-rules", "always-true", "unused-ability", "no-ultimate"}


def faults_of(entry):
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(entry["rule"], NAMES)
    return caught.value.diagnostics


@cache
def faults_by_code():
    found = [fault for entry in BAD_RULES for fault in faults_of(entry)]
    return {code: [fault for fault in found if fault.code == code] for code in CODES}


def what_to_write(fault):
    """The rules, the condition or the limit that a hint has to show."""
    if fault.code == "empty-rule":
        return ["`self.hp < 35% and not self.has(shield) -> shield`"]
    if fault.code == "rule-too-long":
        return [str(fault.params["limit"])]
    if "rules" in fault.params:
        return [fault.params["rules"]]
    names = ("first", "second") if fault.code == "or" else ("mended",)
    return [f"`{fault.params[name]}`" for name in names]


@pytest.mark.parametrize("entry", BAD_RULES, ids=[ascii(entry["rule"]) for entry in BAD_RULES])
def test_a_bad_rule_is_answered_as_the_table_says(entry):
    found = [
        {
            "code": fault.code,
            "span": [fault.start, fault.end],
            "expected": list(fault.expected),
            "params": dict(fault.params),
        }
        for fault in faults_of(entry)
    ]
    assert found == entry["faults"]


@pytest.mark.parametrize("entry", BAD_RULES, ids=[ascii(entry["rule"]) for entry in BAD_RULES])
def test_what_a_hint_shows_can_be_written_as_it_stands(entry):
    for fault in faults_of(entry):
        if mended := fault.params.get("mended"):
            parse_rule(mended if "->" in mended else f"{mended} -> strike")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("code", CODES)
def test_a_hint_says_what_to_write_and_the_texts_quote_what_was_written(code, locale):
    for fault in faults_by_code()[code]:
        for shown in what_to_write(fault):
            assert shown in fault.hint_in(locale)
        written = fault.params.get("word") or fault.params.get("number")
        assert written is None or written in fault.text(locale)


def test_the_table_knows_every_code_of_an_error():
    hints = {key.removesuffix(".hint") for key in texts_of("dsl", "en") if key.endswith(".hint")}
    assert set(CODES) == {code for code in hints if "." not in code} - OF_ADVICE
