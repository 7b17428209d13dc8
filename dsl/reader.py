"""From a rule's text to its meaning: the mirror of `dsl.printer`.

A sound rule is read straight through. Only a faulty one is read a second time, piece by piece, by
`dsl.recovery`, which finds all its faults.
"""

from collections.abc import Mapping
from dataclasses import replace

from lark.exceptions import UnexpectedInput

from dsl.diagnostics import Diagnostic, RuleSyntaxError
from dsl.grammar import lex
from dsl.meaning import rule_meant
from dsl.recovery import recovered
from dsl.spellings import compact
from dsl.syntax import GaugeTest, Rule, Span, TurnTest
from dsl.vocabulary import MAX_RULE_LENGTH, number_range

LINE_MARGIN = " \t\r\n"
"""What is trimmed at both ends: a rule is a line, and a line's end is no part of it."""


def parse_rule(text: str, names: Mapping[str, str] | None = None) -> Rule:
    """The meaning of one rule, such as `self.hp < 35% and not self.has(shield) -> shield`.

    Spans of the tree are code point columns in `text` as given. Whether the hero has the ability is not asked
    here: see `dsl.advice.unequipped`. `names` are what people are shown instead of actions, in any language,
    each with its action (`{"hotfix": "heal"}`): a rule that uses one is told the action.
    Raises `RuleSyntaxError` with every fault of the rule.
    """
    body = text.strip(LINE_MARGIN)
    if not body:
        raise RuleSyntaxError((Diagnostic("empty-rule", "error", 0, len(text)),))
    offset = text.index(body)
    if len(body) > MAX_RULE_LENGTH:
        # Refused before anything is lexed, so that no text can cost more than its length.
        params = {"length": len(body), "limit": MAX_RULE_LENGTH}
        start, end = offset + MAX_RULE_LENGTH, offset + len(body)
        raise RuleSyntaxError((Diagnostic("rule-too-long", "error", start, end, params),))
    try:
        rule = rule_meant(body, offset)
    except UnexpectedInput:
        rule = None
    if rule is None or not _numbers_fit(rule):
        raise _syntax_error(body, offset, names or {})
    return rule


def _syntax_error(body: str, offset: int, names: Mapping[str, str]) -> RuleSyntaxError:
    """All that is wrong with `body`, its columns moved right by `offset`."""
    found = recovered(lex(body), {compact(name): action for name, action in names.items()})
    faults = tuple(
        replace(fault, start=offset + fault.start, end=offset + fault.end) for fault in found.faults
    )
    mended = found.mended
    if mended is not None:
        place = mended.action_span
        mended = replace(mended, action_span=Span(offset + place.start, offset + place.end))
    return RuleSyntaxError(faults, mended)


def _numbers_fit(rule: Rule) -> bool:
    numbered = [
        condition.test for condition in rule.conditions if isinstance(condition.test, GaugeTest | TurnTest)
    ]
    return all(test.number in number_range(of_turn=isinstance(test, TurnTest)) for test in numbered)
