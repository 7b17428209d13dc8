"""What is wrong with the params of a request of the protocol, in our words: the SDK has none for it."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json

from arena.errors import Fault
from arena.excerpt import printable, shown
from mcp_server.faults import door_fault

MOST = 10
"""Faults that are told."""
OBJECT = "{…}"
WANTED = {
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "list_type": "[…]",
    "string_type": "string",
    "bool_type": "boolean",
    "int_type": "integer",
    "float_type": "number",
}
"""What stands in JSON where pydantic misses a type, by the kind of its error."""


def params_faults(error: ValidationError, params: Mapping[str, Any] | None) -> list[Fault]:
    """A fault for each part of the params that is wrong: `param-missing`, `param-choice`, `param-type`,
    `param-ref`."""
    by_place: dict[tuple[str, ...], list[ErrorDetails]] = {}
    for details in error.errors(include_url=False):
        by_place.setdefault(_place(details, params or {}), []).append(details)
    return list(_translated(by_place))[:MOST]


def _translated(by_place: Mapping[tuple[str, ...], list[ErrorDetails]]) -> Iterator[Fault]:
    is_ref_told = False
    for place, several in by_place.items():
        if place[:1] == ("ref",):  # one of two kinds: what each misses of it would be told of both
            if not is_ref_told:
                yield door_fault("param-ref")
            is_ref_told = True
        else:
            yield _fault(".".join(place), several)


def _fault(name: str, several: list[ErrorDetails]) -> Fault:
    """`several` are what each kind that may stand there misses."""
    details, *_ = several
    params = {"name": printable(name), "found": shown(details["input"])}
    if details["type"] == "missing":
        return door_fault("param-missing", name=printable(name))
    if details["type"] == "literal_error":
        return door_fault("param-choice", choices=details["ctx"]["expected"], **params)
    wanted = " | ".join(dict.fromkeys(WANTED.get(each["type"], OBJECT) for each in several))
    reason = "json-text" if wanted == OBJECT and _is_json_of_object(details["input"]) else None
    return door_fault("param-type", reason=reason, wanted=wanted, **params)


def _place(details: ErrorDetails, params: Mapping[str, Any]) -> tuple[str, ...]:
    """Where in the params it is, without the names of kinds that pydantic tried there."""
    place: list[str] = []
    here: Any = params
    for step in details["loc"]:
        if step == "params" and not place:
            continue
        is_missing = details["type"] == "missing" and step == details["loc"][-1]
        if isinstance(here, Mapping) and (step in here or is_missing):
            place.append(str(step))
            here = here.get(str(step), {})
    return tuple(place)


def _is_json_of_object(given: object) -> bool:
    """Whether this is an object, written as text: a slip that agents make."""
    if not isinstance(given, str):
        return False
    try:
        return isinstance(from_json(given), dict)
    except ValueError:
        return False
