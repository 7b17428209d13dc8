"""JSON Schemas as clients take them: whole, since some do not follow `$ref`, and without words that only
repeat names."""

from typing import Any


def compact(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema without `$ref`, `$defs` and titles.

    An optional field is told as what it may hold: what is None is left out of an answer, and may be left out
    of a call.
    """
    definitions = schema.get("$defs", {})
    told = _inlined({key: value for key, value in schema.items() if key != "$defs"}, definitions)
    assert isinstance(told, dict)
    return told


def _inlined(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_inlined(entry, definitions) for entry in node]
    if not isinstance(node, dict):
        return node
    told = {key: value for key, value in node.items() if key not in ("$ref", "anyOf")}
    if "$ref" in node:
        told = {**definitions[node["$ref"].removeprefix("#/$defs/")], **told}
    if "anyOf" in node:
        kinds = [kind for kind in node["anyOf"] if kind != {"type": "null"}]
        told = {**kinds[0], **told} if len(kinds) == 1 else {"anyOf": kinds, **told}
        if "$ref" in told:
            return _inlined(told, definitions)
    if told.get("default", 0) is None:
        del told["default"]
    # A title is a word of the schema only where it is a text: a property may have that name.
    kept = {key: value for key, value in told.items() if key != "title" or not isinstance(value, str)}
    return {key: _inlined(value, definitions) for key, value in kept.items()}
