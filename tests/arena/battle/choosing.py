"""How a fighter of the plain battle picks its action, and why it passes over the rules it does not take."""

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dsl import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Test, TurnTest, format_condition
from tests.arena.battle.fighter import Fighter

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}

Seen = float | int | bool | str | None


@dataclass(frozen=True)
class Reason:
    """One thing that kept a rule from being taken; `condition` is None if the action was not ready."""

    kind: str
    condition: str | None
    seen: Seen
    needed: int | None


@dataclass(frozen=True)
class Skipped:
    """A rule that was passed over, with everything that spoke against it."""

    rule: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Choice:
    """The action of a turn; `rule` is None if no rule would do."""

    rule: int | None
    action: str
    skipped: tuple[Skipped, ...]


def choose(me: Fighter, foe: Fighter) -> Choice:
    """Go down the rules and take the first against which nothing speaks; strike if there is none."""
    skipped: list[Skipped] = []
    for number, rule in enumerate(me.rules):
        reasons = (*false_conditions(rule, me, foe), *what_is_lacking(rule.action, me))
        if not reasons:
            return Choice(number, rule.action, tuple(skipped))
        skipped.append(Skipped(number, reasons))
    return Choice(None, "strike", tuple(skipped))


def what_is_lacking(action: str, me: Fighter) -> Iterator[Reason]:
    """Why an action is not ready: energy, knowledge, cooldown."""
    ability = me.ruleset.abilities[action]
    if me.energy < ability.cost:
        yield Reason("energy", None, me.energy, ability.cost)
    if me.knowledge < ability.knowledge:
        yield Reason("knowledge", None, me.knowledge // 100, ability.knowledge // 100)
    if me.cooldowns[action] > 0:
        yield Reason("cooldown", None, me.cooldowns[action], 0)


def false_conditions(rule: Rule, me: Fighter, foe: Fighter) -> Iterator[Reason]:
    for condition in rule.conditions:
        if not holds(condition, me, foe):
            yield Reason("condition", format_condition(condition), seen(condition.test, me, foe), None)


def holds(condition: Condition, me: Fighter, foe: Fighter) -> bool:
    return is_true(condition.test, me, foe) != condition.negated


def is_true(test: Test, me: Fighter, foe: Fighter) -> bool:
    """Whole numbers only: a share of health is compared by multiplying both sides out, never by dividing."""
    match test:
        case GaugeTest(who, "hp", sign, percent):
            them = me if who == "self" else foe
            return COMPARE[sign](them.hp * 100, percent * them.max_hp)
        case LastTest(who, sign, action):
            same = seen(test, me, foe) == action
            return same if sign == "==" else not same
        case GaugeTest(sign=sign, number=number) | TurnTest(sign, number):
            return COMPARE[sign](seen(test, me, foe), number)
        case _:
            return bool(seen(test, me, foe))


def seen(test: Test, me: Fighter, foe: Fighter) -> Seen:
    """What a test looks at, as people read it: health in percent, energy and knowledge in whole points."""
    if isinstance(test, TurnTest):
        return me.turn
    them, other = (me, foe) if test.who == "self" else (foe, me)
    match test:
        case GaugeTest(gauge="hp"):
            return them.hp * 100 / them.max_hp
        case GaugeTest(gauge="energy"):
            return them.energy
        case GaugeTest():
            return them.knowledge // 100
        case EffectTest(effect=effect):
            return them.has(effect)
        case FasterTest():
            return them.stats["spd"] > other.stats["spd"]
        case LastTest():
            return them.last
