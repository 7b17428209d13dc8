"""The JSON Schema of a hero, for tools: whole in itself, since some clients of tools do not follow `$ref`."""

from copy import deepcopy
from functools import cache
from typing import Any

from arena.hero.model import Hero


def hero_schema() -> dict[str, Any]:
    """The hero as JSON Schema (2020-12) without `$ref` and `$defs`, with a valid example.

    It says as much as JSON Schema can; sums, pictures and rules are checked by `check_hero`.
    """
    return deepcopy(_schema())


@cache
def _schema() -> dict[str, Any]:
    schema = Hero.model_json_schema()
    definitions = schema.pop("$defs")
    inlined: dict[str, Any] = _inlined(schema, definitions)
    return inlined


def _inlined(node: Any, definitions: dict[str, Any]) -> Any:
    """`node` with each `$ref` replaced by what it names, without titles, which only repeat names.

    An optional field is told as what it may hold: to leave it out says the same as `null`, in fewer words.
    """
    if isinstance(node, list):
        return [_inlined(entry, definitions) for entry in node]
    if not isinstance(node, dict):
        return node
    told = {key: value for key, value in node.items() if key not in ("title", "$ref", "anyOf")}
    if "$ref" in node:
        told = {**definitions[node["$ref"].removeprefix("#/$defs/")], **told}
    if "anyOf" in node:
        (kind,) = (kind for kind in node["anyOf"] if kind != {"type": "null"})
        told = {**kind, **told}
        del told["default"]
    return {key: _inlined(value, definitions) for key, value in told.items() if key != "title"}
