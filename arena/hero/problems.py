"""One thing that is wrong with a hero, in pydantic's form, and pydantic's own findings in our words.

A `Problem` carries our code as its pydantic `type` and the texts' parameters as its `ctx` (with `span`, where
the fault is in a part of the text), so that a `ValidationError` holds all that a `Fault` needs.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from arena.errors import Fault
from arena.excerpt import nearest, printable, shown
from arena.hero.limits import GRID
from arena.hero.sample import example
from arena.json_pointer import pointer, tokens
from arena.rulesets import STATS as STAT_NAMES
from arena.rulesets import load_ruleset
from dsl import Diagnostic

Problem = InitErrorDetails
Loc = tuple[int | str, ...]

STATS = load_ruleset().stats


def problem(code: str, loc: Loc, value: object, **params: object) -> Problem:
    """The problem `code` at `loc`, whose value is echoed cut; `params` fill the texts of `code`.

    The parameter `span` is the half-open range of code points of the text at `loc` in which the fault sits.
    """
    return _problem(code, Fault(code, params=params).text(), loc, value, params)


def rule_problem(diagnostic: Diagnostic, index: int, rule: str) -> Problem:
    """What the rule language says about the rule at `index`."""
    context = {**diagnostic.params, "diagnostic": replace(diagnostic, rule=index)}
    return _problem(diagnostic.code, diagnostic.text("en"), ("rules", index), rule, context)


def _problem(code: str, text: str, loc: Loc, value: object, context: Mapping[str, object]) -> Problem:
    return Problem(type=PydanticCustomError(code, text, dict(context)), loc=loc, input=shown(value))


def translated(error: ErrorDetails, fields: Sequence[str]) -> Problem:
    """A finding of pydantic's about an object with these `fields`, under our code; ours stay as they are."""
    loc, value = error["loc"], error["input"]
    match error["type"]:
        case "missing":
            return problem("missing-field", loc, value, field=loc[-1], example=example(str(loc[-1])))
        case "extra_forbidden":
            return unknown_field(str(loc[-1]), loc, fields)
        case "model_type":
            return problem("not-an-object", loc, value, found=shown(value))
        case "tuple_type":
            return problem("not-a-list", loc, value, found=shown(value))
        case "string_type" | "string_sub_type":
            return problem("not-a-string", loc, value, found=shown(value))
        case "int_type":
            return problem("not-an-integer", loc, value, found=shown(value), example=_whole(value))
        case "greater_than_equal" | "less_than_equal":
            return _out_of_range(loc, value)
        case "string_too_short" | "string_too_long":
            row = f"{loc[-2]}[{loc[-1]}]"
            return problem("row-length", loc, value, row=row, found=len(value), wanted=GRID)
        case code:
            return Problem(
                type=PydanticCustomError(code, error["msg"], error.get("ctx")), loc=loc, input=value
            )


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


def unknown_field(field: str, loc: Loc, fields: Sequence[str]) -> Problem:
    """`field` is none of an object's `fields`."""
    return problem(
        "unknown-field",
        loc,
        None,
        field=printable(field),
        nearest=nearest(field, fields),
        known=", ".join(fields),
    )


def _whole(value: object) -> int:
    """A stat near to what was written instead of one: `"30"` and `30.5` mean 30."""
    try:
        number = float(value) if isinstance(value, float | str) else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        return STATS.total // len(STAT_NAMES)
    return min(max(int(number), STATS.minimum), STATS.maximum)


@dataclass(frozen=True)
class RuleFault(Fault):
    """A fault or a piece of advice of the rule language's, which brings its own words."""

    diagnostic: Diagnostic = field(kw_only=True)

    def message(self, locale: str = "en") -> str:
        """What is wrong."""
        return self.diagnostic.message_in(locale)

    def hint(self, locale: str = "en") -> str:
        """What to write instead."""
        return self.diagnostic.hint_in(locale)


def rule_fault(diagnostic: Diagnostic, path: str) -> RuleFault:
    """What the rule language says about the rule, or the hero, at `path`."""
    span = (diagnostic.start, diagnostic.end) if path else None
    return RuleFault(diagnostic.code, path, diagnostic.params, span, diagnostic=diagnostic)


def fault(details: ErrorDetails) -> Fault:
    """An entry of a hero's `ValidationError.errors()` as the fault it tells."""
    path, params = pointer(details["loc"]), dict(details.get("ctx", {}))
    diagnostic = params.pop("diagnostic", None)
    if isinstance(diagnostic, Diagnostic):
        return rule_fault(diagnostic, path)
    span = params.pop("span", None)
    return Fault(details["type"], path, params, span)


def refused(found: Fault, document: object) -> Problem:
    """What could not be read, as a problem: a `ValidationError` of pydantic's holds nothing else."""
    loc = tuple(int(name) if name.isdecimal() else name for name in tokens(found.path))
    return _problem(found.code, found.text(), loc, document, found.params)


def document_order(data: object) -> Callable[[Problem], tuple[int, ...]]:
    """A sort key for problems: the order in which the author wrote the places, what is missing last."""
    orders: dict[int, dict[object, int]] = {}

    def order_of(node: dict[object, object]) -> dict[object, int]:
        if id(node) not in orders:
            orders[id(node)] = {name: i for i, name in enumerate(node)}
        return orders[id(node)]

    def key(found: Problem) -> tuple[int, ...]:
        node, places = data, []
        for token in found.get("loc", ()):
            if isinstance(node, dict):
                order = order_of(node)
                places.append(order.get(token, len(order)))
                node = node.get(token)
            elif isinstance(node, list | tuple) and isinstance(token, int):
                places.append(token)
                node = node[token]
        return tuple(places)

    return key
