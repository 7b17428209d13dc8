"""A table of bad rules with all that is told about them, so that a changed text shows as a changed line."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from dsl import RuleSyntaxError, parse_rule

BAD_RULES = json.loads(Path(__file__).with_name("bad_rules.json").read_text(encoding="utf-8"))


def faults_of(text):
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    return caught.value.diagnostics


@pytest.mark.parametrize("entry", BAD_RULES, ids=[ascii(entry["rule"]) for entry in BAD_RULES])
def test_a_bad_rule_is_answered_as_the_table_says(entry):
    told = [
        {
            "code": fault.code,
            "start": fault.start,
            "end": fault.end,
            "expected": list(fault.expected),
            "message": fault.message,
            "hint": fault.hint,
        }
        for fault in faults_of(entry["rule"])
    ]
    assert told == entry["faults"]


@pytest.mark.parametrize("entry", BAD_RULES, ids=[ascii(entry["rule"]) for entry in BAD_RULES])
def test_what_a_hint_shows_can_be_written_as_it_stands(entry):
    for fault in faults_of(entry["rule"]):
        if mended := fault.params.get("mended"):
            parse_rule(mended if "->" in mended else f"{mended} -> strike")


def test_the_table_knows_every_code_of_an_error():
    with files("dsl").joinpath("locales/en.po").open("rb") as file:
        keys = {str(message.id) for message in read_po(file) if message.id}
    codes = {key.removesuffix(".hint") for key in keys if key.endswith(".hint")}
    advice = {code for code in codes if "." in code} | {
        "ability-not-equipped",
        "equal-rules",
        "always-true",
        "unused-ability",
        "no-ultimate",
    }
    assert {fault["code"] for entry in BAD_RULES for fault in entry["faults"]} == codes - advice
