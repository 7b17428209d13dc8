"""Bytes that are no JSON object, or a hostile one: one clear fault each, and never an error of Python's."""

import json
import sys

import pytest
from pydantic import ValidationError

from arena.errors import ArenaError
from arena.hero import Hero, load_hero, read_hero
from arena.hero.sample import SAMPLE

VALID = json.dumps(SAMPLE)

REFUSED = [
    (b"", "json-empty", "Write the hero"),
    (b" \n\t", "json-empty", "Write the hero"),
    (b"\xef\xbb\xbf", "json-empty", "Write the hero"),
    (b" " * (16 * 1024 + 1), "hero-too-large", "Remove extra fields"),
    (b"\xff\xfe{\x00}\x00", "json-not-utf8", "as UTF-8"),
    (b'{"name": "\xc3"}', "json-not-utf8", "as UTF-8"),
    (b'{"name": "\xed\xa0\x80"}', "json-not-utf8", "as UTF-8"),
    (b'{"name": "A",\n "motto": x}', "json-syntax", "comma"),
    (b"{'name': 'A'}", "json-syntax", "single quotes"),
    (b'{"name": "A",}', "json-syntax", "comma"),
    (b'{"name": "A"} {}', "json-syntax", "around the object"),
    (b'```json\n{"name": "A"}\n```', "json-syntax", "around the object"),
    (b'{"name": "A\n"}', "json-syntax", "quote"),
    (b'{"name": "\\x41"}', "json-syntax", "quote"),
    (b'{"name": "A', "json-syntax", "quote"),
    (b'{"name": "A"}\x00', "json-syntax", "around the object"),
    (b'{"hp": 01}', "json-syntax", "comma"),
    (b'{"hp": NaN}', "json-constant", "whole number"),
    (b'{"hp": Infinity}', "json-constant", "whole number"),
    (b'{"hp": -Infinity}', "json-constant", "whole number"),
    (b"[" * 16_000, "json-too-deep", "needs three"),
    (b'{"a":' * 3_000 + b"1" + b"}" * 1_000, "json-too-deep", "needs three"),
    (b'{"a": "]]]]", "b": ' + b"[" * 17 + b"]" * 17 + b"}", "json-too-deep", "needs three"),
    (b'{"a": 1, "a": 2}', "json-repeated-field", "Keep one"),
    (b'{"name": "\\ud800"}', "character-surrogate", "Remove it"),
    (b'{"motto": "\\ud800"}', "character-surrogate", "both halves"),
    (b'{"\\udfff": 1}', "character-surrogate", "Remove it"),
    (b"[]", "not-an-object", "braces"),
    (b'"{}"', "not-an-object", "braces"),
    (b"null", "not-an-object", "braces"),
    (b"1" * 6000, "not-an-object", "braces"),
]


@pytest.mark.parametrize(("raw", "code", "hint"), REFUSED)
def test_what_cannot_be_read_is_one_clear_fault(raw, code, hint):
    with pytest.raises(ArenaError) as caught:
        read_hero(raw)
    (fault,) = caught.value.faults
    assert fault.code == code
    assert hint in fault.hint()
    assert len(caught.value.text("ru")) < 500


@pytest.mark.parametrize(("raw", "code", "hint"), REFUSED)
def test_the_pydantic_model_refuses_the_same_as_a_validation_error(raw, code, hint):
    with pytest.raises(ValidationError) as caught:
        Hero.model_validate_json(raw)
    (error,) = caught.value.errors()
    assert error["type"] == code
    assert hint in error["msg"]


def test_a_syntax_error_is_told_with_line_column_and_what_stands_there():
    with pytest.raises(ArenaError) as caught:
        read_hero('{\n "name": Пиксель\n}')
    assert 'line 2, column 10, near "Пиксель' in caught.value.text("en")


def test_every_repeated_field_and_half_pair_is_told_with_its_place():
    raw = '{"a": [{"b": 1, "b": 1, "b": 2, "c": "x\\ud800"}], "a~/": "\\ud800\\udc00", "d": 1, "d": 1}'
    with pytest.raises(ArenaError) as caught:
        read_hero(raw)
    assert [(fault.code, fault.path) for fault in caught.value.faults] == [
        ("json-repeated-field", "/d"),
        ("json-repeated-field", "/a/0/b"),
        ("character-surrogate", "/a/0/c"),
    ]


def test_a_repeated_field_keeps_its_place_in_the_validation_error():
    with pytest.raises(ValidationError) as caught:
        Hero.model_validate_json('{"sprite": [{"x/y": 1, "x/y": 2}]}')
    assert [error["loc"] for error in caught.value.errors()] == [("sprite", 0, "x/y")]


@pytest.mark.parametrize("raw", [VALID, VALID.encode(), b"\xef\xbb\xbf" + VALID.encode(), "\ufeff" + VALID])
def test_a_hero_is_read_from_text_or_bytes_with_or_without_a_byte_order_mark(raw):
    assert read_hero(raw) == SAMPLE
    assert load_hero(raw) == Hero.model_validate(SAMPLE) == Hero.model_validate_json(raw)


def test_escaped_emoji_and_brackets_in_texts_are_no_fault():
    data = read_hero(json.dumps(SAMPLE | {"motto": '\U0001f525 "[[[{{{' + "[" * 40}))
    assert load_hero(json.dumps(data)).motto.startswith('\U0001f525 "[[[{{{')


@pytest.mark.parametrize("pad", [-1, 0])
def test_exactly_sixteen_kibibytes_are_read(pad):
    raw = VALID + " " * (16 * 1024 - len(VALID) + pad)
    assert read_hero(raw) == SAMPLE


def test_an_integer_of_thousands_of_digits_is_read_and_is_out_of_range():
    raw = VALID.replace('"hp": 28', '"hp": ' + "9" * 6000)
    with pytest.raises(ArenaError) as caught:
        load_hero(raw)
    (fault,) = caught.value.faults
    assert (fault.code, fault.path) == ("stat-range", "/stats/hp")


@pytest.mark.parametrize("digits", ["12345678901234567890123", "-" + "98765" * 2_000, "7" * 4_001, "-0"])
def test_an_integer_of_any_length_is_read_as_it_is(digits):
    number = read_hero(f'{{"hp": {digits}}}')["hp"]
    tail = len(digits) % 4_000
    assert abs(number) % 10**tail == abs(int(digits[-tail:]))
    assert (number < 0) == (digits.startswith("-") and digits != "-0")
    assert number.bit_length() == 0 or abs(number) >= 10 ** (len(digits.lstrip("-")) - 1)


def test_a_constant_that_is_not_json_is_told_with_line_and_column():
    with pytest.raises(ArenaError) as caught:
        read_hero('{"name": "NaN \\" Infinity",\n "stats": {"hp": -Infinity, "atk": NaN}}')
    assert "-Infinity is not a JSON value: line 2, column 18." in caught.value.text("en")


@pytest.mark.parametrize("wrap", [bytearray, memoryview])
def test_whatever_holds_bytes_is_read(wrap):
    assert read_hero(wrap(VALID.encode())) == SAMPLE
    assert load_hero(wrap(VALID.encode())).name == SAMPLE["name"]


@pytest.mark.parametrize("raw", [5, None, ["{}"], SAMPLE])
def test_what_holds_no_bytes_is_a_mistake_of_the_program(raw):
    with pytest.raises(TypeError, match="bytes-like"):
        read_hero(raw)


def test_reading_needs_no_deep_stack():
    limit = sys.getrecursionlimit()

    def deep(levels: int) -> str:
        return deep(levels - 1) if levels else _code_of('{"a":' * 2_500)

    assert deep(limit - 250) == "json-too-deep"


def _code_of(raw: str) -> str:
    with pytest.raises(ArenaError) as caught:
        read_hero(raw)
    return caught.value.code


def test_every_fault_of_a_document_is_in_one_error(hero_data):
    with pytest.raises(ArenaError) as caught:
        load_hero(json.dumps(hero_data({"/name": "", "/stats/hp": 1, "/colour": 2})))
    assert [fault.code for fault in caught.value.faults] == [
        "name-too-short",
        "stats-sum-low",
        "stat-range",
        "unknown-field",
    ]
    assert caught.value.text("es").count("\n") == 3
