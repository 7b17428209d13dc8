"""The rule language of the arena: from a rule's text to its meaning and back, and advice on a hero's rules.

    >>> from dsl import format_rule, parse_rule
    >>> format_rule(parse_rule("self . hp<35 %and not self.has( shield )->shield"))
    'self.hp < 35% and not self.has(shield) -> shield'

A rule that cannot be read raises `RuleSyntaxError`, whose `diagnostics` say what to write instead. This room
knows no battle: what costs and cooldowns an ability has comes in as plain values.
"""

from dsl.advice import DEAD_CODES, advise, unequipped
from dsl.diagnostics import Diagnostic, RuleSyntaxError
from dsl.language_help import ConditionKind, LanguageHelp, language_help
from dsl.printer import format_condition, format_rule
from dsl.reader import parse_rule
from dsl.syntax import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Span, Test, TurnTest
from dsl.vocabulary import Action, Effect, Fighter, Gauge, Sign

__all__ = [
    "DEAD_CODES",
    "Action",
    "Condition",
    "ConditionKind",
    "Diagnostic",
    "Effect",
    "EffectTest",
    "FasterTest",
    "Fighter",
    "Gauge",
    "GaugeTest",
    "LanguageHelp",
    "LastTest",
    "Rule",
    "RuleSyntaxError",
    "Sign",
    "Span",
    "Test",
    "TurnTest",
    "advise",
    "format_condition",
    "format_rule",
    "language_help",
    "parse_rule",
    "unequipped",
]
