"""Hostile and nearly right texts: only our own error, with columns inside the text, in linear time."""

import json
import random
import time
from pathlib import Path

import pytest

from dsl import RuleSyntaxError, format_rule, parse_rule

ONCE_BROKEN = json.loads(Path(__file__).with_name("once_broken.json").read_text(encoding="utf-8"))

SOUND = (
    "self.hp < 35% and not self.has(shield) -> shield",
    "self.energy >= 30 -> heavy",
    "enemy.last == heavy and turn <= 300 -> dodge",
    "not enemy.faster and self.knowledge >= 100 -> ultimate",
    "enemy.has(poison) and enemy.hp != 100% -> stun",
)
WORDS_AND_SIGNS = """
    self enemy turn not and hp energy knowledge has faster last shield heal heavy strike if then or true
    . ( ) % -> < <= > >= == != = => =< ≥ → —> && || & | ! , ; : - + * / 0 7 35 035 -5 0.35 301
    " ' ` [ ] { } \\ _ SELF sheild enemyhp &lt; %s {0} $END 🔥 ё ² ٣
    =! >< >> <- ~= not( spd ready cooldown или y Hotfix copy-paste force push
"""
INVISIBLE = (" ", "\t", "\n", "\xa0", "\u200b", "\u202e", "\x00", "\ud800", "\udfff", "e\u0301")
SCRAPS = (*WORDS_AND_SIGNS.split(), *INVISIBLE)
NAMES = {"hotfix": "heal", "copy-paste": "drain", "force push": "heavy"}

UNITS = ("not ", "(", "((self.", "and ", "-> ", "\U0001f525 ", "se", "self.hp<1 and ", '"', "0")
OVERLONG_UNITS = ("not ", "(", "self.hp < 35% and ", "é", "\ud800", " x")


def near_miss(dice):
    """A sound rule, or none, with a few pieces put in, taken out, doubled or moved."""
    text = list(dice.choice((*SOUND, "")))
    for _ in range(dice.randint(1, 4)):
        at = dice.randint(0, len(text))
        match dice.randint(0, 3):
            case 0:
                text[at:at] = [dice.choice(SCRAPS)]
            case 1:
                del text[at : at + dice.randint(1, 4)]
            case 2:
                text[at:at] = text[dice.randint(0, len(text)) :][: dice.randint(1, 12)]
            case _:
                text = text[at:] + text[:at]
    return "".join(text)


def noise(dice):
    """Scraps in any order, or any code points at all."""
    if dice.random() < 0.5:
        return dice.choice(("", " ")).join(dice.choice(SCRAPS) for _ in range(dice.randint(0, 40)))
    return "".join(chr(dice.choice((dice.randrange(128), dice.randrange(0x110000)))) for _ in range(60))


def check(text):
    """`text` is read, or refused with diagnostics that hold together."""
    try:
        rule = parse_rule(text, NAMES)
    except RuleSyntaxError as error:
        faults, mended_rule = error.diagnostics, error.mended
        if mended_rule:
            span = mended_rule.action_span
            assert 0 <= span.start < span.end <= len(text), text
            assert parse_rule(format_rule(mended_rule)) == mended_rule, text
        assert faults, text
        assert len({(fault.code, fault.start, fault.end) for fault in faults}) == len(faults), text
        assert [fault.start for fault in faults] == sorted(fault.start for fault in faults), text
        for fault in faults:
            assert 0 <= fault.start <= fault.end <= len(text), text
            assert fault.text("ru").encode("utf-8"), text
            assert fault.severity == "error"
            if mended := fault.params.get("mended"):
                parse_rule(mended if "->" in mended else f"{mended} -> strike")
    else:
        assert parse_rule(format_rule(rule)) == rule


def check_many(seed, count):
    dice = random.Random(seed)
    for _ in range(count):
        check(near_miss(dice) if dice.random() < 0.6 else noise(dice))


def seconds(text):
    """The least of many readings of a text that is refused."""
    times = []
    for _ in range(30):
        started = time.perf_counter()
        with pytest.raises(RuleSyntaxError):
            parse_rule(text)
        times.append(time.perf_counter() - started)
    return min(times)


@pytest.mark.parametrize("text", ONCE_BROKEN, ids=ascii)
def test_a_text_that_once_broke_the_reader_is_refused_properly(text):
    check(text)


def test_hostile_texts_are_refused_properly():
    check_many(seed=1, count=600)


@pytest.mark.slow
def test_a_hundred_thousand_hostile_texts_are_refused_properly():
    check_many(seed=2, count=100_000)


@pytest.mark.parametrize("unit", UNITS)
def test_a_text_of_one_piece_over_and_over_is_refused_properly(unit):
    check((unit * 120)[:120])


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_a_text_within_the_limit_takes_time_in_proportion_to_its_length(unit):
    once, eightfold = (unit * 120)[:15], (unit * 120)[:120]
    assert seconds(eightfold) < 24 * seconds(once)


@pytest.mark.parametrize("unit", OVERLONG_UNITS)
def test_a_text_beyond_the_limit_is_refused_without_being_lexed(monkeypatch, unit):
    monkeypatch.delattr("dsl.reader.rule_meant")
    monkeypatch.delattr("dsl.reader.lex")
    check(unit * 50_000)


@pytest.mark.slow
@pytest.mark.parametrize("unit", OVERLONG_UNITS)
def test_a_text_beyond_the_limit_takes_time_in_proportion_to_its_length(unit):
    assert seconds(unit * 400_000) < 24 * seconds(unit * 50_000)
