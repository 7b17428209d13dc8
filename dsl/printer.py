"""A rule's canonical spelling: the mirror of `dsl.reader`."""

from dsl.syntax import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Test


def format_rule(rule: Rule) -> str:
    """The one spelling of `rule`: `self.hp < 35% and not self.has(shield) -> shield`.

    Words and what joins or compares stand one space apart; a fighter with its property, a number with its `%`
    and `has` with its effect are written together.
    """
    conditions = " and ".join(format_condition(condition) for condition in rule.conditions)
    return f"{conditions} -> {rule.action}"


def format_condition(condition: Condition) -> str:
    """The canonical spelling of one condition: `not self.has(shield)`."""
    return f"not {_format_test(condition.test)}" if condition.negated else _format_test(condition.test)


def _format_test(test: Test) -> str:
    match test:
        case GaugeTest(who, "hp", sign, number):
            return f"{who}.hp {sign} {number}%"
        case GaugeTest(who, gauge, sign, number):
            return f"{who}.{gauge} {sign} {number}"
        case EffectTest(who, effect):
            return f"{who}.has({effect})"
        case FasterTest(who):
            return f"{who}.faster"
        case LastTest(who, sign, action):
            return f"{who}.last {sign} {action}"
        case _:
            return f"turn {test.sign} {test.number}"
