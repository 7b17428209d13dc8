"""Why a rule did not fire: its conditions and its action held against what the fighter saw when it picked.

The kernel decides; this explains, one fighter's view at a time. The tests hold both against each other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Literal

from arena.rulesets import Ruleset
from dsl import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Test, TurnTest, format_condition

COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}

Value = bool | int | float | str | None


@dataclass(frozen=True)
class Seen:
    """A fighter as it is when an action is picked."""

    hp: int
    max_hp: int
    energy: int
    knowledge: int
    """In hundredths of a point."""
    effects: tuple[str, ...]
    spd: int
    last: str | None


@dataclass(frozen=True)
class View:
    """What the picking fighter sees: itself, its enemy, its turn's number, the turns its abilities still
    need."""

    me: Seen
    enemy: Seen
    turn: int
    waits: Mapping[str, int]


@dataclass(frozen=True)
class Reason:
    """One thing that kept a rule from firing.

    kind `condition`: `condition` is the text of one that was false, `seen` its value (percent for health,
    whole points, true or false, an action or None, the turn's number). kind `energy`, `knowledge` or
    `cooldown`: `seen` is what there was (points; own turns still to wait), `needed` what the action asks for.
    """

    kind: Literal["condition", "energy", "knowledge", "cooldown"]
    seen: Value
    needed: int | None = None
    condition: str | None = None


@dataclass(frozen=True)
class Skipped:
    """A rule (0-based) that stood above the one that fired, and every reason why it did not."""

    rule: int
    reasons: tuple[Reason, ...]


def skipped(number: int, rule: Rule, view: View, ruleset: Ruleset) -> Skipped:
    """Why this rule did not fire in this view; its `reasons` are empty only for a rule that would."""
    false = (condition for condition in rule.conditions if not holds(condition, view))
    reasons = [Reason("condition", value(c.test, view), condition=format_condition(c)) for c in false]
    return Skipped(number, (*reasons, *_not_ready(rule.action, view, ruleset)))


def _not_ready(action: str, view: View, ruleset: Ruleset) -> list[Reason]:
    ability, wait = ruleset.abilities[action], view.waits.get(action, 0)
    reasons = []
    if view.me.energy < ability.cost:
        reasons.append(Reason("energy", view.me.energy, ability.cost))
    if view.me.knowledge < ability.knowledge:
        reasons.append(Reason("knowledge", view.me.knowledge // 100, ability.knowledge // 100))
    if wait:
        reasons.append(Reason("cooldown", wait, 0))
    return reasons


def holds(condition: Condition, view: View) -> bool:
    """Whether a condition is true, by the exact rules."""
    return _true(condition.test, view) != condition.negated


def value(test: Test, view: View) -> Value:
    """What a test looks at, as people read it."""
    match test:
        case GaugeTest(who, "hp"):
            fighter = _fighter(who, view)
            return round(100 * fighter.hp / fighter.max_hp, 3)
        case GaugeTest(who, "energy"):
            return _fighter(who, view).energy
        case GaugeTest(who):
            return _fighter(who, view).knowledge // 100
        case TurnTest():
            return view.turn
        case LastTest(who):
            return _fighter(who, view).last
        case _:
            return _true(test, view)


def _true(test: Test, view: View) -> bool:
    match test:
        case GaugeTest(who, "hp", sign, number):
            fighter = _fighter(who, view)
            return COMPARE[sign](fighter.hp * 100, number * fighter.max_hp)
        case GaugeTest(_, _, sign, number) | TurnTest(sign, number):
            return COMPARE[sign](value(test, view), number)
        case EffectTest(who, effect):
            return effect in _fighter(who, view).effects
        case FasterTest(who):
            other = view.enemy if who == "self" else view.me
            return _fighter(who, view).spd > other.spd
        case LastTest(who, sign, action):
            return COMPARE[sign](_fighter(who, view).last, action)


def _fighter(who: str, view: View) -> Seen:
    return view.me if who == "self" else view.enemy
