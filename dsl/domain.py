"""Everything that can be the case when a hero picks a rule, as a product of independent variables.

A set of values of one variable is a bit mask, so that a condition, its opposite and what two have in common
are exact and cheap. Health is any share above 0 and up to 100 percent; since rules name whole percents only,
it is enough to tell each whole percent and each open gap between two. A `Box` is a set of cases that is a
product itself.

The domain may be larger than what battles reach, never smaller: what is impossible here never happens.
Elsewhere this room knows no battle; here it has to know a few facts of one, because advice must be exact:
which effects are over when a rule is picked, and who can bring an effect about. Numbers come from outside.
Source: the exact rules of a battle, "A turn of A against B": own dodge and counter end before a rule is
picked, a stunned hero picks none, energy and knowledge have grown by then, and both fighters stand.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple

from dsl.syntax import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Test, TurnTest
from dsl.vocabulary import (
    ABILITIES,
    ACTIONS,
    EFFECTS,
    FIGHTERS,
    PERCENT_MAX,
    STRIKE,
    TURN_MAX,
    ULTIMATE,
    Sign,
)

Variable = tuple[str, ...]
"""Such as `("self", "energy")` or `("off cooldown", "heal")`."""

Box = Mapping[Variable, int]
"""For each variable that is restricted, the mask of the values it may have; an empty box is `None`."""

LATEST_TURN = TURN_MAX + 1
"""Stands for every turn beyond the greatest number of a rule: no condition can tell these turns apart."""

FULL = PERCENT_MAX

_POINTS = (2 << FULL) - 1
"""Bit n is n points."""

_SHARES = (2 << 2 * FULL) - 1
"""Bit 2n is a health of n percent, bit 2n + 1 the open gap above it."""

_NO_SHARE = 1
_TURNS = (2 << LATEST_TURN) - 2
"""Bit n is turn n."""

_NOTHING = 1
_ACTION_BITS: Mapping[str, int] = {action: 1 << place for place, action in enumerate(ACTIONS, 1)}
"""The bits of `last`: before the first action, and after each."""

_TRUE, _FALSE = 0b10, 0b01
_FASTER = {"self": 0b001, "enemy": 0b010}
_ANY_FASTER = 0b111
"""The third bit: both are equally fast."""

NEVER_WHEN_PICKING = ("dodge", "counter", "stun")
"""Own effects that are never active at that moment."""

_ONLY_BY_OWN_ACTION = (("self", "shield"), ("self", "rage"), ("enemy", "poison"), ("enemy", "stun"))
"""Effects that nobody but the hero himself brings about."""

_COMPARE: dict[Sign, Callable[[float, float], bool]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "==": eq,
    "!=": ne,
}


class Constraint(NamedTuple):
    """That `variable` has one of the values of `mask`."""

    variable: Variable
    mask: int


@dataclass(frozen=True)
class Domain:
    """The cases that can occur, and what the hero's actions need.

    `whole` has the mask of every variable; costs are in points, cooldowns in own turns, what the ultimate
    asks for in points.
    """

    whole: Box
    costs: Mapping[str, int]
    cooldowns: Mapping[str, int]
    ultimate_knowledge: int

    def constraint(self, condition: Condition) -> Constraint:
        """A condition's values within the domain."""
        variable, mask = variable_and_mask(condition.test)
        possible = self.whole[variable]
        return Constraint(variable, possible & (~mask if condition.negated else mask))

    def lowest(self, variable: Variable) -> int:
        """The least points that `variable`, a gauge, can have."""
        mask = self.whole[variable]
        return (mask & -mask).bit_length() - 1

    def readiness(self, action: str) -> tuple[Constraint, ...]:
        """What must be the case for `action` to be ready: always for strike, knowledge for ultimate."""
        if action == STRIKE:
            return ()
        if action == ULTIMATE:
            return (Constraint(("self", "knowledge"), _at_least(self.ultimate_knowledge)),)
        cost = self.costs[action]
        energy = Constraint(("self", "energy"), self.whole["self", "energy"] >> cost << cost)
        if not self.cooldowns[action]:
            return (energy,)
        return (energy, Constraint(("off cooldown", action), _TRUE))

    def conditions_of(self, rule: Rule) -> tuple[Constraint, ...]:
        """What the conditions of `rule` demand."""
        return tuple(self.constraint(condition) for condition in rule.conditions)

    def box(self, constraints: Sequence[Constraint]) -> Box | None:
        """The cases in which all `constraints` hold, None if there are none."""
        return self._within({}, constraints)

    def escapes(self, box: Box, earlier: Sequence[tuple[Constraint, ...]]) -> bool:
        """Whether some case of `box` lies outside each of the `earlier` sets of constraints.

        A set that the box does not meet is passed over; the first that it meets is left by making one of its
        constraints false and those before it true, so that the branches do not overlap.
        """
        for place, constraints in enumerate(earlier):
            if self._within(box, constraints) is not None:
                return self._escapes_first(box, constraints, earlier[place + 1 :])
        return True

    def _escapes_first(
        self, box: Box, first: tuple[Constraint, ...], others: Sequence[tuple[Constraint, ...]]
    ) -> bool:
        rest = dict(box)
        for constraint in first:
            possible = rest.get(constraint.variable, self.whole[constraint.variable])
            outside = possible & ~constraint.mask
            if outside and self.escapes({**rest, constraint.variable: outside}, others):
                return True
            rest[constraint.variable] = possible & constraint.mask
        return False

    def _within(self, box: Box, constraints: Sequence[Constraint]) -> Box | None:
        """The cases of `box` in which all `constraints` hold, None if there are none."""
        within = dict(box)
        for constraint in constraints:
            mask = within.get(constraint.variable, self.whole[constraint.variable]) & constraint.mask
            if not mask:
                return None
            within[constraint.variable] = mask
        return within


def domain_of(
    rules: Sequence[Rule | None],
    *,
    costs: Mapping[str, int],
    cooldowns: Mapping[str, int],
    energy_per_turn: int,
    knowledge_per_turn: int,
    ultimate_knowledge: int,
) -> Domain:
    """What can be the case for a hero with these rules; None is a rule that may name any action."""
    known = [rule.action for rule in rules if rule is not None]
    own = set(ACTIONS) if len(known) < len(rules) else {STRIKE, *known}
    whole = {
        **_of_any_hero(),
        ("self", "energy"): _at_least(energy_per_turn),
        ("self", "knowledge"): _at_least(knowledge_per_turn),
        ("self", "last"): _NOTHING | _actions(own),
    }
    for who, effect in _ONLY_BY_OWN_ACTION:
        whole[who, "has", effect] = _TRUE | _FALSE if effect in own else _FALSE
    return Domain(whole, costs, cooldowns, ultimate_knowledge)


@cache
def _of_any_hero() -> Box:
    """What can be the case for some hero; `domain_of` narrows what depends on its numbers and rules."""
    return {
        ("self", "hp"): _SHARES & ~_NO_SHARE,
        ("enemy", "hp"): _SHARES & ~_NO_SHARE,
        ("enemy", "energy"): _POINTS,
        ("enemy", "knowledge"): _POINTS,
        ("turn",): _TURNS,
        ("faster",): _ANY_FASTER,
        ("enemy", "last"): _NOTHING | _actions(frozenset(ACTIONS)),
        **{("off cooldown", action): _TRUE | _FALSE for action in ABILITIES},
        **{(who, "has", effect): _TRUE | _FALSE for who in FIGHTERS for effect in EFFECTS},
        **{("self", "has", effect): _FALSE for effect in NEVER_WHEN_PICKING},
    }


def decides(condition: Condition) -> bool:
    """Whether `condition`, of a gauge or the turn, is true in some case for every hero, and false in some.

    How far own points have grown when a rule is picked is each hero's own: only the top is reached by all.
    """
    variable, mask = variable_and_mask(condition.test)
    scale = _TURNS if variable == ("turn",) else _POINTS
    if variable[-1] == "hp":
        scale = _SHARES & ~_NO_SHARE
    true = ~mask if condition.negated else mask
    reached = _at_least(FULL - 1) if variable[0] == "self" and variable[-1] != "hp" else scale
    return bool(reached & true) and bool(scale & ~true)


def conceivable(condition: Condition) -> bool:
    """Whether `condition`, of a gauge or the turn, holds for some value on its scale, reached or not."""
    variable, mask = variable_and_mask(condition.test)
    scale = _TURNS if variable == ("turn",) else _POINTS
    if variable[-1] == "hp":
        scale = _SHARES
    return bool(scale & (~mask if condition.negated else mask))


@cache
def variable_and_mask(test: Test) -> tuple[Variable, int]:
    """The variable that `test` looks at, and the values for which it holds, reached or not."""
    match test:
        case GaugeTest(who, "hp", sign, number):
            return (who, "hp"), _where(_SHARES, lambda half: _COMPARE[sign](half, 2 * number))
        case GaugeTest(who, gauge, sign, number):
            return (who, gauge), _where(_POINTS, lambda points: _COMPARE[sign](points, number))
        case TurnTest(sign, number):
            return ("turn",), _where(_TURNS, lambda turn: _COMPARE[sign](turn, number))
        case EffectTest(who, effect):
            return (who, "has", effect), _TRUE
        case FasterTest(who):
            return ("faster",), _FASTER[who]
        case LastTest(who, sign, action):
            same = _actions({action})
            return (who, "last"), same if sign == "==" else ~same


def _actions(actions: AbstractSet[str]) -> int:
    return sum(_ACTION_BITS[action] for action in actions)


def _at_least(points: int) -> int:
    """The values from `points` on, but always the full gauge."""
    return (2 << FULL) - (1 << min(points, FULL))


def _where(scale: int, holds: Callable[[float], bool]) -> int:
    """The values of a scale, numbered by their bits, for which `holds`."""
    return sum(1 << value for value in range(scale.bit_length()) if scale >> value & 1 and holds(value))
