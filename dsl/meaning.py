"""What a parse tree means, for text that the grammar accepts."""

from typing import cast

from lark import Token, Tree
from lark.tree import Meta

from dsl.grammar import parse_tree
from dsl.syntax import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Span, Test, TurnTest
from dsl.vocabulary import Action, Effect, EqualitySign, Fighter, Gauge, Sign


def rule_meant(text: str, offset: int = 0) -> Rule:
    """The rule that `text` spells, its spans moved right by `offset`; its numbers may be out of range.

    Raises `lark.exceptions.UnexpectedInput` where the grammar does not accept `text`.
    """
    *conditions, action = _subtrees(parse_tree(text, "rule"))
    return Rule(
        tuple(_condition(tree, offset) for tree in conditions),
        cast(Action, _word(action)),
        _span(action.meta, offset),
    )


def condition_meant(text: str) -> Condition:
    """The condition that `text` spells; as `rule_meant` for the rest."""
    return _condition(parse_tree(text, "condition"), 0)


def _condition(tree: Tree[Token], offset: int) -> Condition:
    negation, _ = tree.children
    (test,) = _subtrees(tree)
    return Condition(_test(test), negation is not None, _span(tree.meta, offset))


def _test(tree: Tree[Token]) -> Test:
    """The children of each alternative are those the grammar keeps: terminals in quotes are left out."""
    terms = [child if isinstance(child, Token) else _word(child) for child in tree.children]
    match str(tree.data), terms:
        case (("percent_test" | "points_test"), [who, gauge, sign, number]):
            return GaugeTest(cast(Fighter, who), cast(Gauge, str(gauge)), cast(Sign, sign), int(number))
        case "effect_test", [who, effect]:
            return EffectTest(cast(Fighter, who), cast(Effect, effect))
        case "faster_test", [who]:
            return FasterTest(cast(Fighter, who))
        case "last_test", [who, sign, action]:
            return LastTest(cast(Fighter, who), cast(EqualitySign, sign), cast(Action, action))
        case "turn_test", [sign, number]:
            return TurnTest(cast(Sign, sign), int(number))
    raise AssertionError(f"the grammar has a test that has no meaning: {tree.data}")


def _subtrees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _word(tree: Tree[Token]) -> str:
    """The one terminal that a fighter, sign, effect or action consists of."""
    return str(tree.children[0])


def _span(meta: Meta, offset: int) -> Span:
    return Span(offset + meta.start_pos, offset + meta.end_pos)
