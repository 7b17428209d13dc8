"""What pydantic finds, in our words: each kind of mistake once, with what to write at that place instead."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic_core import ErrorDetails, PydanticCustomError

from arena.excerpt import ranges, shown
from arena.hero.colours import nearest_colour
from arena.hero.field_names import FieldNames, missing_field, unknown_field
from arena.hero.limits import GRID, TRANSPARENT
from arena.hero.problems import STATS, Loc, Problem, problem
from arena.hero.sample import GRID_FIELDS, entry_example, example
from arena.rulesets import STATS as STAT_NAMES

_KINDS = {
    "string_type": "not-a-string",
    "string_sub_type": "not-a-string",
    "string_too_short": "row-length",
    "string_too_long": "row-length",
}
"""Our codes of what pydantic finds in a list entry by entry."""

_UNTOLD = "string_unicode"
"""A text that is not Unicode is told by the check of its characters, which names the place."""


def translated(errors: Iterable[ErrorDetails], names: FieldNames, shape: str) -> Iterator[Problem]:
    """Pydantic's findings about an object with these fields, which should look like `shape`, as problems.

    Entries of one list with the same mistake are one problem, at the first of them. Ours stay as they are.
    """
    entries: dict[tuple[str, Loc], list[ErrorDetails]] = {}
    for error in errors:
        loc, kind = error["loc"], _KINDS.get(error["type"])
        if error["type"] == _UNTOLD:
            continue
        if kind is not None and len(loc) > 1:
            entries.setdefault((kind, loc[:-1]), []).append(error)
        else:
            yield _translated(error, names, shape)
    for (kind, _), alike in entries.items():
        yield _row_lengths(alike) if kind == "row-length" else _entries_that_are_no_texts(alike)


def _translated(error: ErrorDetails, names: FieldNames, shape: str) -> Problem:
    loc, value = error["loc"], error["input"]
    field = str(loc[-1]) if loc else ""
    match error["type"]:
        case "missing":
            return missing_field(field, loc, value, names, _example(field, value))
        case "extra_forbidden":
            return unknown_field(field, loc, names)
        case "model_type":
            return problem("not-an-object", loc, value, found=shown(value), example=shape)
        case "tuple_type":
            return _not_a_list(field, loc, value)
        case "string_type":
            return problem("not-a-string", loc, value, found=shown(value), example=example(field))
        case "int_type":
            return problem("not-an-integer", loc, value, found=shown(value), example=_whole(value))
        case "greater_than_equal" | "less_than_equal":
            return _out_of_range(loc, value)
        case code:
            return Problem(
                type=PydanticCustomError(code, error["msg"], error.get("ctx")), loc=loc, input=value
            )


def _not_a_list(field: str, loc: Loc, value: object) -> Problem:
    if field in GRID_FIELDS:
        row = entry_example(field)
        return problem(
            "not-a-list", loc, value, reason="grid", found=shown(value), rows=GRID, columns=GRID, row=row
        )
    return problem("not-a-list", loc, value, found=shown(value), example=example(field))


def _entries_that_are_no_texts(alike: Sequence[ErrorDetails]) -> Problem:
    """Rows, colours, abilities or rules that are not texts; all of one list."""
    loc, value = alike[0]["loc"], alike[0]["input"]
    field, first = str(loc[-2]), loc[-1]
    reason, suggestion = "entry", entry_example(field)
    if field in GRID_FIELDS:
        reason = "row"
    elif field == "palette":
        reason, suggestion = "colour", f'"{nearest_colour(value)}"'
    return problem(
        "not-a-string",
        loc,
        value,
        reason=reason,
        place=f"{field}[{first}]",
        found=shown(value),
        example=suggestion,
        entries=_numbers(alike),
        **({"columns": GRID} if reason == "row" else {}),
    )


def _row_lengths(alike: Sequence[ErrorDetails]) -> Problem:
    """Rows of one picture or rig that are too short or too long."""
    loc, row = alike[0]["loc"], str(alike[0]["input"])
    return problem(
        "row-length",
        loc,
        row,
        row=f"{loc[-2]}[{loc[-1]}]",
        found=len(row),
        wanted=GRID,
        rows=_numbers(alike),
        example=shown(row[:GRID].ljust(GRID, TRANSPARENT)),
    )


def _numbers(alike: Sequence[ErrorDetails]) -> str:
    return ranges([int(error["loc"][-1]) for error in alike])


def _out_of_range(loc: Loc, value: object) -> Problem:
    return problem(
        "stat-range",
        loc,
        value,
        stat=loc[-1],
        found=shown(value),
        minimum=STATS.minimum,
        maximum=STATS.maximum,
    )


def _example(field: str, holder: object) -> str:
    """What the missing `field` of `holder` may hold: for a stat its part of the points that are left."""
    if field in GRID_FIELDS:
        return f"[{entry_example(field)}, …]"
    if field not in STAT_NAMES or not isinstance(holder, Mapping):
        return example(field)
    lacking = [name for name in STAT_NAMES if name not in holder]
    left = STATS.total - sum(value for name in STAT_NAMES if type(value := holder.get(name)) is int)
    part, rest = divmod(left, len(lacking))
    return str(min(max(part + (lacking.index(field) < rest), STATS.minimum), STATS.maximum))


def _whole(value: object) -> int:
    """A stat near to what was written instead of one: `"30"` and `30.5` mean 30."""
    try:
        number = float(value) if isinstance(value, float | str) else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        return STATS.total // len(STAT_NAMES)
    return min(max(int(number), STATS.minimum), STATS.maximum)
