"""Every word of the rule language, once: the grammar, the help, the hints and the battle record are derived
from here.

The order of `ACTIONS` and `EFFECTS` is part of a packed record's meaning (arena.hero.record): only append.
Source: the tables «Умения» and «Язык правил» of the rules; what is not there (`self.last`, `==` and `!=` for
numbers) is an extension of the language.
"""

from typing import Literal, get_args

Fighter = Literal["self", "enemy"]
Gauge = Literal["hp", "energy", "knowledge"]
Effect = Literal["shield", "poison", "rage", "dodge", "counter", "stun"]
BasicAction = Literal["strike", "ultimate"]
Ability = Literal[
    "heavy", "combo", "drain", "poison", "rage", "shield", "heal", "dodge", "counter", "stun", "review",
]  # fmt: skip
Action = Literal[BasicAction, Ability]
EqualitySign = Literal["==", "!="]
Sign = Literal["<", "<=", ">", ">=", EqualitySign]

FIGHTERS: tuple[Fighter, ...] = get_args(Fighter)
GAUGES: tuple[Gauge, ...] = get_args(Gauge)
EFFECTS: tuple[Effect, ...] = get_args(Effect)
BASIC_ACTIONS: tuple[BasicAction, ...] = get_args(BasicAction)
STRIKE, ULTIMATE = BASIC_ACTIONS
ABILITIES: tuple[Ability, ...] = get_args(Ability)
ACTIONS: tuple[Action, ...] = get_args(Action)
SIGNS: tuple[Sign, ...] = get_args(Sign)
EQUALITY_SIGNS: tuple[EqualitySign, ...] = get_args(EqualitySign)

PROPERTIES = (*GAUGES, "has", "faster", "last")

PERCENT_MAX = 100
"""Of health in percent, and of energy and knowledge in points."""
TURN_MIN = 1
TURN_MAX = 300
MAX_CONDITIONS = 2
MAX_RULE_LENGTH = 120
"""In code points, after trimming."""


def number_range(*, of_turn: bool) -> range:
    """The numbers that a gauge (percent or points), or else the turn, may be compared with."""
    return range(TURN_MIN, TURN_MAX + 1) if of_turn else range(PERCENT_MAX + 1)
