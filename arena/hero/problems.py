"""One thing that is wrong with a hero, in pydantic's form and as a fault.

A `Problem` carries our code as its pydantic `type` and the texts' parameters as its `ctx` (with `span`, where
the fault is in a part of the text, and `reason`, if it has one), so that a `ValidationError` holds all that a
`Fault` needs.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from pydantic import ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from arena.errors import Fault
from arena.excerpt import shown
from arena.json_pointer import pointer, tokens
from arena.rulesets import load_ruleset
from dsl import Diagnostic

Problem = InitErrorDetails
Loc = tuple[int | str, ...]

STATS = load_ruleset().stats


def problem(code: str, loc: Loc, value: object, *, reason: str | None = None, **params: object) -> Problem:
    """The problem `code` at `loc`, whose value is echoed cut; `params` fill the texts of `code`.

    The parameter `span` is the half-open range of code points of the text at `loc` in which the fault sits.
    """
    return _told(Fault(code, params=params, reason=reason), loc, value)


def rule_problem(diagnostic: Diagnostic, index: int, rule: str) -> Problem:
    """What the rule language says about the rule at `index`."""
    context = {**diagnostic.params, "diagnostic": replace(diagnostic, rule=index)}
    return _problem(diagnostic.code, diagnostic.text("en"), ("rules", index), rule, context)


def _told(found: Fault, loc: Loc, value: object) -> Problem:
    context = found.params if found.reason is None else {**found.params, "reason": found.reason}
    return _problem(found.code, found.text(), loc, value, context)


def _problem(code: str, text: str, loc: Loc, value: object, context: Mapping[str, object]) -> Problem:
    return Problem(type=PydanticCustomError(code, text, dict(context)), loc=loc, input=shown(value))


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
    span, reason = params.pop("span", None), params.pop("reason", None)
    return Fault(details["type"], path, params, span, reason)


def faults(problems: Iterable[Problem]) -> tuple[Fault, ...]:
    """Problems as the faults that they tell."""
    found = list(problems)
    if not found:
        return ()
    error = ValidationError.from_exception_data("", found)
    return tuple(fault(details) for details in error.errors(include_url=False))


def refused(found: Fault, document: object) -> Problem:
    """What could not be read, as a problem: a `ValidationError` of pydantic's holds nothing else."""
    loc = tuple(int(name) if name.isdecimal() else name for name in tokens(found.path))
    return _told(found, loc, document)


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
