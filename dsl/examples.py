"""What texts show where an example is needed: printed from trees, so that each can be read as it stands."""

from collections.abc import Mapping

from dsl.printer import format_condition, format_rule
from dsl.syntax import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, TurnTest
from dsl.vocabulary import STRIKE, TURN_MIN

_WEAK = Condition(GaugeTest("self", "hp", "<", 35))
_UNSHIELDED = Condition(EffectTest("self", "shield"), negated=True)

EXAMPLE_RULE = format_rule(Rule((_WEAK, _UNSHIELDED), "shield"))

EXAMPLE_CONDITIONS: Mapping[str, str] = {
    subject: format_condition(condition)
    for subject, condition in {
        "hp": _WEAK,
        "energy": Condition(GaugeTest("self", "energy", ">=", 40)),
        "knowledge": Condition(GaugeTest("enemy", "knowledge", ">=", 80)),
        "has": _UNSHIELDED,
        "faster": Condition(FasterTest("enemy")),
        "last": Condition(LastTest("enemy", "==", "heavy")),
        "turn": Condition(TurnTest("<=", 2)),
    }.items()
}
"""One condition for each thing that can be asked about."""

ALWAYS_TRUE = format_condition(Condition(TurnTest(">=", TURN_MIN)))
"""A condition that holds on every turn: what stands for one that is missing."""

EXAMPLE_EFFECT = "shield"
EXAMPLE_ACTION = STRIKE
EXAMPLE_NUMBER = "50"
