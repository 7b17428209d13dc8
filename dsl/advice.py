"""Warnings about a hero's rules that can be read: what never fires, what says nothing, what is left unused.

Nothing here blocks a save, and nothing is said that is not true in every battle: see `dsl.domain` for what is
taken to be possible. A rule that could not be read is None; it may be anything, so nothing is said that
depends on it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from dsl.diagnostics import Diagnostic, listed
from dsl.domain import NEVER_WHEN_PICKING, Constraint, Domain, Variable, conceivable, domain_of
from dsl.examples import ALWAYS_TRUE
from dsl.printer import format_condition, format_rule
from dsl.syntax import Condition, EffectTest, GaugeTest, LastTest, Rule
from dsl.vocabulary import BASIC_ACTIONS, STRIKE, ULTIMATE

DEAD_CODES = frozenset(("never-fires", "shadowed", "equal-rules"))
"""The advice that says of a rule that it is never taken."""


def advise(
    rules: Sequence[Rule | None],
    *,
    abilities: Collection[str],
    costs: Mapping[str, int],
    cooldowns: Mapping[str, int],
    energy_per_turn: int,
    knowledge_per_turn: int,
    ultimate_knowledge: int,
) -> list[Diagnostic]:
    """Advice on a hero, that of single rules first, in their order.

    `costs` (points of energy) and `cooldowns` (own turns) name at least every ability the rules name; the
    hero gains `energy_per_turn` and `knowledge_per_turn` points at the start of each own turn, and its
    ultimate asks for `ultimate_knowledge` points. A rule's number is in `.rule`, counted from 0; advice on
    the whole hero has None there. Source: "Advice" in the rule language.
    """
    domain = domain_of(
        rules,
        costs=costs,
        cooldowns=cooldowns,
        energy_per_turn=energy_per_turn,
        knowledge_per_turn=knowledge_per_turn,
        ultimate_knowledge=ultimate_knowledge,
    )
    advice: list[Diagnostic] = []
    earlier: list[_Guarded] = []
    for number, rule in enumerate(rules):
        if rule is not None:
            guarded = _Guarded.of(number, rule, domain)
            dead = _why_dead(guarded, earlier, domain)
            earlier.append(guarded)
            advice += [dead] if dead else []
            if dead is None or dead.code == "shadowed":
                advice += _on_conditions(guarded, domain)
    if None not in rules:
        advice += _on_hero([rule for rule in rules if rule is not None], abilities, ultimate_knowledge)
    return advice


def unequipped(rule: Rule, abilities: Collection[str]) -> Diagnostic | None:
    """The error that `rule` calls for an ability the hero has not equipped, None if it does not."""
    if rule.action in BASIC_ACTIONS or rule.action in abilities:
        return None
    fitting = tuple(dict.fromkeys((*BASIC_ACTIONS, *abilities)))
    params = {"action": rule.action, "fitting": listed(fitting)}
    span = rule.action_span
    return Diagnostic("ability-not-equipped", "error", span.start, span.end, params, fitting)


class _Guarded(NamedTuple):
    """A rule, its number from 0, and its guard, what must be the case for it to be taken were it the only
    one: what its conditions demand, in their order, then what makes its action ready."""

    number: int
    rule: Rule
    conditions: tuple[Constraint, ...]
    ready: tuple[Constraint, ...]
    guard: tuple[Constraint, ...]

    @classmethod
    def of(cls, number: int, rule: Rule, domain: Domain) -> "_Guarded":
        conditions, ready = domain.conditions_of(rule), domain.readiness(rule.action)
        return cls(number, rule, conditions, ready, conditions + ready)


# ---- rules that are never taken


def _why_dead(guarded: _Guarded, earlier: Sequence[_Guarded], domain: Domain) -> Diagnostic | None:
    """The plainest reason why a rule is never taken, None if it can be."""
    number, rule = guarded.number, guarded.rule
    for other in earlier:
        if other.rule.action == rule.action and set(other.rule.conditions) == set(rule.conditions):
            return _on_rule("equal-rules", number, rule, _naming(other))
    box = domain.box(guarded.guard)
    if box is None:
        return _contradiction(guarded, domain)
    if domain.escapes(box, [other.guard for other in earlier]):
        return None
    for other in earlier:
        if not domain.escapes(box, [other.guard]):
            return _on_rule("shadowed", number, rule, _naming(other), "one")
    needed = list(earlier)
    for other in reversed(earlier):
        fewer = [each for each in needed if each is not other]
        if not domain.escapes(box, [each.guard for each in fewer]):
            needed = fewer
    numbers = ", ".join(str(other.number + 1) for other in needed)
    return _on_rule("shadowed", number, rule, {"others": numbers}, "several")


def _contradiction(guarded: _Guarded, domain: Domain) -> Diagnostic:
    """Why the conditions of a rule, or they and its action's readiness, leave no case."""
    number, rule = guarded.number, guarded.rule
    for condition, constraint in zip(rule.conditions, guarded.conditions, strict=True):
        if not constraint.mask:
            return _impossible(number, condition, constraint.variable, domain)
    if domain.box(guarded.conditions) is None:
        first, second = (format_condition(condition) for condition in rule.conditions)
        return _on_rule("never-fires", number, rule, {"first": first, "second": second}, "contradiction")
    full = rule.action == ULTIMATE
    need = {"action": rule.action, "need": domain.ultimate_knowledge if full else domain.costs[rule.action]}
    return _on_rule("never-fires", number, rule, need, "never-full" if full else "never-enough")


def _impossible(number: int, condition: Condition, variable: Variable, domain: Domain) -> Diagnostic:
    """Why one condition, on `variable`, is never true when a rule is picked."""
    params: dict[str, object] = {}
    match condition.test:
        case EffectTest(effect=effect) if effect in NEVER_WHEN_PICKING and condition.test.who == "self":
            reason = f"own-{effect}"
        case EffectTest(effect=action) | LastTest(action=action):
            reason, params["action"] = "no-rule-brings", action
        case _ if not conceivable(condition):
            reason, params["gauge"] = "no-value", ".".join(variable)
        case GaugeTest(gauge="hp"):
            reason = "fallen"
        case _:
            reason, params["gauge"], params["low"] = "too-low", ".".join(variable), domain.lowest(variable)
    return _on_condition("never-fires", number, condition, params, reason)


# ---- conditions that say nothing


def _on_conditions(guarded: _Guarded, domain: Domain) -> Iterator[Diagnostic]:
    number, rule = guarded.number, guarded.rule
    needless = _needless(guarded)
    for place, (condition, constraint) in enumerate(zip(rule.conditions, guarded.conditions, strict=True)):
        if constraint.mask == domain.whole[constraint.variable]:
            alone = len(rule.conditions) == 1
            if not alone or format_condition(condition) != ALWAYS_TRUE:
                params = {"action": rule.action}
                yield _on_condition("always-true", number, condition, params, "alone" if alone else "beside")
        elif place in needless:
            reason, other = needless[place]
            yield _on_condition("needless-condition", number, condition, {"other": other}, reason)
    yield from _low_thresholds(number, rule, domain)


def _needless(guarded: _Guarded) -> dict[int, tuple[str, str]]:
    """The condition that could go, by its place, with the reason and what makes it needless; at most one."""
    conditions = guarded.conditions
    if len(conditions) < 2:
        return {}
    for place, other in ((1, 0), (0, 1)):
        if _implies(conditions[other], conditions[place]):
            return {place: ("implied", format_condition(guarded.rule.conditions[other]))}
    for place in (1, 0):
        if any(_implies(ready, conditions[place]) for ready in guarded.ready):
            return {place: ("readiness", guarded.rule.action)}
    return {}


def _implies(one: Constraint, other: Constraint) -> bool:
    """Whether `other` holds wherever `one` does."""
    return one.variable == other.variable and not one.mask & ~other.mask


def _low_thresholds(number: int, rule: Rule, domain: Domain) -> Iterator[Diagnostic]:
    """`self.energy >= 10 -> heavy`: below the cost the condition holds and the action is not ready."""
    if rule.action == STRIKE:
        return
    if rule.action == ULTIMATE:
        gauge, need = "knowledge", domain.ultimate_knowledge
    else:
        gauge, need = "energy", domain.costs[rule.action]
    for condition in rule.conditions:
        test = condition.test
        if not isinstance(test, GaugeTest) or (test.who, test.gauge) != ("self", gauge):
            continue
        threshold = _lower_bound(condition, test)
        if threshold is not None and threshold < need:
            params = {"action": rule.action, "need": need, "suggestion": f"self.{gauge} >= {need}"}
            yield _on_condition("threshold-below-cost", number, condition, params, gauge)


def _lower_bound(condition: Condition, test: GaugeTest) -> int | None:
    """The least number of points with which a condition of the form "at least so many" holds."""
    lower = {">=": test.number, ">": test.number + 1}
    opposite = {"<": test.number, "<=": test.number + 1}
    return (opposite if condition.negated else lower).get(test.sign)


# ---- the hero as a whole


def _on_hero(
    rules: Sequence[Rule], abilities: Collection[str], ultimate_knowledge: int
) -> Iterator[Diagnostic]:
    used = {rule.action for rule in rules}
    for ability in dict.fromkeys(abilities):
        if ability not in used:
            yield Diagnostic("unused-ability", "warning", 0, 0, {"ability": ability})
    if ULTIMATE not in used:
        yield Diagnostic("no-ultimate", "warning", 0, 0, {"action": ULTIMATE, "need": ultimate_knowledge})


# ---- shape of the advice


def _naming(other: _Guarded) -> dict[str, object]:
    """The earlier rule, as people count, and its text."""
    return {"other": other.number + 1, "text": format_rule(other.rule)}


def _on_rule(
    code: str, number: int, rule: Rule, params: Mapping[str, object], reason: str | None = None
) -> Diagnostic:
    start, end = rule.conditions[0].span.start, rule.action_span.end
    return Diagnostic(code, "warning", start, end, params, rule=number, reason=reason)


def _on_condition(
    code: str, number: int, condition: Condition, params: Mapping[str, object], reason: str | None = None
) -> Diagnostic:
    span = condition.span
    told = {"condition": format_condition(condition), **params}
    return Diagnostic(code, "warning", span.start, span.end, told, rule=number, reason=reason)
