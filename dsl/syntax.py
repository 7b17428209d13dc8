"""What a rule means: the tree that `parse_rule` gives and `format_rule` prints.

Two rules are equal when they mean the same tree; where their words stood in the text does not count.
"""

from dataclasses import dataclass, field

from dsl.vocabulary import Action, Effect, EqualitySign, Fighter, Gauge, Sign


@dataclass(frozen=True)
class Span:
    """A half-open range of code points in a rule's text."""

    start: int
    end: int


NOWHERE = Span(0, 0)


@dataclass(frozen=True)
class GaugeTest:
    """`self.hp < 35%`, `enemy.energy >= 40`: percent of the maximum for hp, whole points otherwise."""

    who: Fighter
    gauge: Gauge
    sign: Sign
    number: int


@dataclass(frozen=True)
class EffectTest:
    """`enemy.has(shield)`."""

    who: Fighter
    effect: Effect


@dataclass(frozen=True)
class FasterTest:
    """`self.faster`: the one with more spd; at equal spd neither is."""

    who: Fighter


@dataclass(frozen=True)
class LastTest:
    """`enemy.last == heavy`: what that fighter did on its latest turn with an action.

    A stunned turn leaves it as it was; until the first action `==` is false for each and `!=` true.
    """

    who: Fighter
    sign: EqualitySign
    action: Action


@dataclass(frozen=True)
class TurnTest:
    """`turn <= 2`: the number of the hero's own turn, from 1."""

    sign: Sign
    number: int


Test = GaugeTest | EffectTest | FasterTest | LastTest | TurnTest


@dataclass(frozen=True)
class Condition:
    """A test, or its opposite."""

    test: Test
    negated: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Rule:
    """One or two conditions that must all hold, and the action they call for."""

    conditions: tuple[Condition, ...]
    action: Action
    action_span: Span = field(default=NOWHERE, compare=False)
