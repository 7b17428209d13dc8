"""What is wrong with the arguments of a call, in our words, before a tool is called.

The SDK drops arguments that it does not know, and tells others in pydantic's words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcp.server.mcpserver.tools.base import Tool
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from arena.errors import ArenaError, Fault
from arena.excerpt import printable, shown
from arena.likeness import nearest
from mcp_server.faults import door_fault
from mcp_server.toolbox import arguments_of

MOST_UNKNOWN = 10
"""Unknown arguments that are named."""


def check_arguments(tool: Tool, given: Mapping[str, Any]) -> None:
    """Raise `ArenaError` with a fault for each argument that is wrong: `argument-unknown`,
    `argument-missing`, `argument-choice`, `argument-range`, `argument-length`, `argument-type`."""
    known = list(tool.parameters.get("properties", {}))
    faults = [*unknown_arguments(given, known), *_truths(tool, given), *_wrong(tool, given)]
    if faults:
        raise ArenaError(faults)


def unknown_arguments(given: Mapping[str, Any], known: Sequence[str]) -> Iterator[Fault]:
    """A fault `argument-unknown` for each argument that is none of those that are known."""
    unknown = [name for name in given if name not in known]
    for name in unknown[:MOST_UNKNOWN]:
        params = {"name": printable(name), "known": ", ".join(known)}
        near = nearest(name, known)
        if not known:
            yield door_fault("argument-unknown", reason="none", **params)
        elif near is None:
            yield door_fault("argument-unknown", **params)
        else:
            yield door_fault("argument-unknown", reason="near", nearest=near, **params)


def _truths(tool: Tool, given: Mapping[str, Any]) -> Iterator[Fault]:
    """A fault for true or false where a number is wanted: pydantic takes them for 1 and 0."""
    for name, value in given.items():
        wanted = tool.parameters.get("properties", {}).get(name, {}).get("type")
        if isinstance(value, bool) and wanted == "integer":
            yield door_fault("argument-type", wanted=wanted, name=name, found=shown(value))


def _wrong(tool: Tool, given: Mapping[str, Any]) -> Iterator[Fault]:
    try:
        arguments_of(tool, given)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            yield _translated(details, tool)


def _translated(details: ErrorDetails, tool: Tool) -> Fault:
    name = str(details["loc"][0])
    schema = tool.parameters["properties"].get(name, {})
    params = {"name": name, "found": shown(details["input"])}
    context = details.get("ctx", {})
    match details["type"]:
        case "missing":
            return door_fault("argument-missing", name=name)
        case "literal_error" | "enum":
            return door_fault("argument-choice", choices=", ".join(schema.get("enum", [])), **params)
        case "greater_than_equal" | "less_than_equal":
            low, high = schema.get("minimum"), schema.get("maximum")
            reason = "from" if high is None else "to" if low is None else None
            return door_fault("argument-range", reason=reason, low=low, high=high, **params)
        case "string_too_long":
            return door_fault("argument-length", most=context["max_length"], **params)
        case _:
            wanted = schema.get("type", "object")
            return door_fault("argument-type", wanted=wanted, **params)
