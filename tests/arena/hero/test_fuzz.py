"""Inputs by the hundred thousand, random and near misses: only our faults, in bounded time (`-m slow`)."""

import json
import random
import time
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.hero import HeroCheck, check_hero, read_hero
from arena.hero.sample import SAMPLE
from tests.growth import cost

VALUES: list[Any] = [
    None, True, 0, -1, 41, 10**30, 0.5, float("inf"), float("nan"), "", "x", "heavy", "strike", "#fff",
    "." * 32,
    "\ud800", "\u202e", "\x00", "é" * 500, "-> strike", "self.hp < 35% -> heal", [], [[]], ["x"] * 40, {},
    {"": {}}, (),
]  # fmt: skip
KEYS = ["", "name", "hp", "def", "sprite", "pixels", "rig", "strike_rig", "~/", "\ud800", "x" * 100, 7, None]
PIECES = [
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b":",
    b",",
    b"\\u",
    b"d800",
    b"null",
    b"1e999",
    b"\xff",
    b"name",
    b" ",
    b"\n",
]


def _walk(data: Any, dice: random.Random) -> Any:
    """A random list or object inside `data`."""
    while True:
        children = data.values() if isinstance(data, dict) else data
        inner = [child for child in children if isinstance(child, dict | list)]
        if not inner or dice.random() < 0.3:
            return data
        data = dice.choice(inner)


def _mutated(dice: random.Random) -> Any:
    """The sample hero after a few random changes anywhere in it."""
    data = json.loads(json.dumps(SAMPLE))
    for _ in range(dice.randint(1, 6)):
        place = _walk(data, dice)
        value = dice.choice(VALUES)
        if isinstance(place, dict):
            key = dice.choice([*place, *KEYS])
            place.pop(key, None) if dice.random() < 0.3 else place.update({key: value})
        elif place and dice.random() < 0.7:
            index = dice.randrange(len(place))
            place[index] = _nudged(place[index], dice) if isinstance(place[index], str) else value
        else:
            place.insert(dice.randint(0, len(place)), value)
    return data


def _nudged(text: str, dice: random.Random) -> str:
    at = dice.randint(0, len(text))
    return text[:at] + dice.choice(["", "7", "x", "\u200b", "H", ".", "%"]) + text[at + dice.randint(0, 2) :]


def _told(check: HeroCheck) -> None:
    """Every fault and advice has its words in each language; without faults there is a hero."""
    assert (check.hero is None) == bool(check.faults)
    for fault in (*check.faults, *check.advice):
        for locale in ("ru", "en", "es"):
            assert fault.message(locale)
            assert fault.hint(locale)
        assert len(fault.message() + fault.hint() + fault.path) < 1000


def _read_and_told(raw: bytes) -> None:
    try:
        data = read_hero(raw)
    except ArenaError as error:
        return _told(HeroCheck(None, error.faults, (), None))
    return _told(check_hero(data, level=1))


@pytest.mark.slow
def test_a_hundred_thousand_near_misses_give_only_our_faults():
    dice = random.Random(20_260_424)
    for number in range(70_000):
        data = _mutated(dice)
        started = time.perf_counter()
        check = check_hero(data, dice.choice([None, 1, 7]))
        assert time.perf_counter() - started < 1.0, number
        _told(check)


@pytest.mark.slow
def test_random_bytes_give_only_our_errors():
    dice = random.Random(20_260_425)
    valid = json.dumps(SAMPLE).encode()
    for _ in range(30_000):
        if dice.random() < 0.5:
            raw = b"".join(dice.choices(PIECES, k=dice.randint(0, 40)))
        else:
            at = dice.randrange(len(valid))
            raw = valid[:at] + b"".join(dice.choices(PIECES, k=2)) + valid[at + dice.randint(0, 30) :]
        _read_and_told(raw)


HOSTILE = {
    "unknown fields": json.dumps({f"{i:x}": 0 for i in range(1_600)}),
    "abilities": json.dumps({"abilities": [f"{i:x}" for i in range(1_800)]}),
    "long abilities": json.dumps({"abilities": [f"{i:060x}" for i in range(240)]}),
    "rules": json.dumps({"rules": [f"{i:x}" for i in range(1_800)]}),
    "long rules": json.dumps({"rules": ["not " * 29 + "x"] * 130}),
    "colours": json.dumps({"sprite": {"palette": [f"{i:x}" for i in range(1_800)]}}),
    "rows": json.dumps({"sprite": {"pixels": [f"{i:x}" for i in range(1_800)]}}),
    "a long row": json.dumps({"sprite": {"pixels": ["x" * 16_000]}}),
    "a long name": json.dumps({"name": "\u0301" * 2_600}),
    "a long motto": json.dumps({"motto": "\u200b" * 2_600}),
    "digits": json.dumps({"stats": {"hp": 10**4_000}}),
    "brackets": "[" * 16_000,
    "quotes": '"\\' * 8_000,
    "numbers": '{"a":' + "9" * 16_000 + "}",
}


@pytest.mark.medium
@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_document_of_full_size_costs_no_more_than_some_thousand_ordinary_ones(raw):
    assert len(raw) <= 16 * 1024
    ordinary = json.dumps(SAMPLE).encode()
    assert cost(lambda: _read_and_told(raw.encode())) < 2_000 * cost(lambda: _read_and_told(ordinary))
