"""The JSON Schema for tools: whole in itself, true of the sample hero, with the bounds of the checks."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from arena.hero import MAX_SLOTS, Hero, check_hero, hero_schema
from dsl.vocabulary import ABILITIES


def _nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for child in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _nodes(child)


def _misfits(value: Any, schema: dict[str, Any], path: str = "") -> Iterator[str]:
    """Places of `value` that the keywords used in this schema refuse."""
    kinds = {"object": dict, "array": list, "string": str, "integer": int}
    if type(value) is not kinds[schema["type"]]:
        yield path
    elif isinstance(value, dict):
        yield from (f"{path}/{name}" for name in schema["required"] if name not in value)
        yield from (f"{path}/{name}" for name in value if name not in schema["properties"])
        for name in value.keys() & schema["properties"].keys():
            yield from _misfits(value[name], schema["properties"][name], f"{path}/{name}")
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema["maxItems"]:
            yield path
        for index, entry in enumerate(value):
            yield from _misfits(entry, schema["items"], f"{path}/{index}")
    elif isinstance(value, str):
        long_enough = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**6)
        if not (
            long_enough
            and re.search(schema.get("pattern", ""), value)
            and value in schema.get("enum", [value])
        ):
            yield path
    elif not schema["minimum"] <= value <= schema["maximum"]:
        yield path


def test_the_schema_refers_to_nothing_outside_a_place_of_its_own():
    text = json.dumps(hero_schema())
    assert "$ref" not in text
    assert "$defs" not in text


def test_every_field_is_described_and_no_unknown_one_is_allowed():
    for node in _nodes(hero_schema()):
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert all(field.get("description") for field in node["properties"].values())


def test_the_example_is_a_valid_hero_and_fits_the_schema():
    schema = hero_schema()
    (example,) = schema["examples"]
    assert check_hero(example, level=1).faults == ()
    assert list(_misfits(example, schema)) == []


def test_a_hero_with_every_optional_field_fits_the_schema(make_hero):
    pixels = hero_schema()["examples"][0]["sprite"]["pixels"]
    rig = [re.sub("[0-7]", "h", row) for row in pixels]
    hero = make_hero({"/sprite/strike": pixels, "/sprite/rig": rig, "/sprite/strike_rig": rig})
    assert list(_misfits(json.loads(hero.model_dump_json()), hero_schema())) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/stats/hp", 41),
        ("/stats/foc", 4),
        ("/stats/def", "16"),
        ("/abilities/0", "strike"),
        ("/sprite/pixels/3", "." * 31),
        ("/sprite/pixels/3", "8" * 32),
        ("/sprite/palette/0", "#abc"),
        ("/name", "x"),
        ("/rules/0", "x" * 121),
        ("/colour", "red"),
    ],
)
def test_what_the_schema_refuses_the_check_refuses_at_the_same_place(hero_data, path, value):
    data = hero_data({path: value})
    assert list(_misfits(data, hero_schema())) == [path]
    assert path in [fault.path for fault in check_hero(data).faults]


def test_the_schema_has_the_numbers_of_the_ruleset_and_the_levels():
    fields = hero_schema()["properties"]
    assert fields["abilities"]["items"]["enum"] == list(ABILITIES)
    assert fields["abilities"]["maxItems"] == MAX_SLOTS.abilities
    assert fields["rules"]["maxItems"] == MAX_SLOTS.rules
    assert list(fields["stats"]["properties"]) == ["hp", "atk", "def", "spd", "foc"]
    assert set(fields) == set(Hero.model_fields)


def test_a_caller_may_change_its_copy_of_the_schema():
    hero_schema()["properties"].clear()
    assert hero_schema()["properties"]
