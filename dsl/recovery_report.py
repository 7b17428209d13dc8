"""What recovery tells of a faulty rule: its faults, in the words of the mended rule, and that rule itself."""

from dataclasses import dataclass, replace

from dsl.alternatives import rules_meant
from dsl.diagnostics import Diagnostic, listed
from dsl.examples import ALWAYS_TRUE
from dsl.grammar import Piece
from dsl.meaning import condition_meant, rule_meant
from dsl.printer import format_condition
from dsl.recovery_state import PendingFault, RecoveryState, clauses
from dsl.syntax import NOWHERE, Rule, Span
from dsl.vocabulary import MAX_CONDITIONS

_TOLD_ONCE = frozenset(
    ("stray-parenthesis", "double-not", "condition-missing", "foreign-character", "quotes", "wrong-space")
)
"""Faults that one hint puts right wherever they stand in the same condition."""

_OF_THE_RULE = frozenset(
    (
        "foreign-arrow", "ampersand", "comma", "or", "arrow-missing", "and-missing", "condition-missing",
        "constant-condition", "superfluous-word", "action-first", "third-condition", "chained-comparison",
        "repeated-arrow", "stray-joint", "stray-parenthesis", "readiness-asked", "negated-group",
        "negated-or", "grouped-or",
    )
)  # fmt: skip
"""Faults between conditions, which are answered with the whole rule; other hints show one condition."""

_RESPELT = frozenset(("misspelt-word", "foreign-letters", "display-name"))
_MOVED = frozenset(("condition-missing", "action-first", "misplaced-word"))
"""Faults of a word that stands where a condition is due: how it is spelt need not be told too, for the
condition that a hint on that would show is without it."""

_TAILS = frozenset(("text-after-action", "second-action"))
_MOST_RULES = 4
"""More rules than that are not listed for one that stands for them."""


@dataclass(frozen=True)
class Report:
    """The faults in the order of the text, and the rule as it is put right.

    `mended` is None if the text does not tell which action is meant. Its action has its place in the text,
    its conditions have none.
    """

    faults: tuple[Diagnostic, ...]
    mended: Rule | None


@dataclass(frozen=True)
class _Mended:
    """The rule put right: how each condition is spelt, and the rules that these conditions make."""

    conditions: tuple[str, ...]
    action: Piece
    rules: tuple[tuple[int, ...], ...]

    def spelt(self, rule: tuple[int, ...]) -> str:
        """One of the rules; one without conditions always holds."""
        conditions = [self.conditions[number] for number in rule[:MAX_CONDITIONS]]
        return f"{' and '.join(conditions or [ALWAYS_TRUE])} -> {self.action.text}"

    def rules_with(self, *numbers: int, alone: bool = False) -> list[str]:
        """The rules that hold one of these conditions; `alone` leaves out others where they are too many."""
        found = [rule for rule in self.rules if set(rule) & set(numbers)]
        if alone:
            found = [
                tuple(number for number in rule if len(rule) <= MAX_CONDITIONS or number in numbers)
                for rule in found
            ]
        return list(dict.fromkeys(self.spelt(rule) for rule in found))

    def rule_with(self, number: int | None) -> str:
        """The first rule with this condition, else the first of all."""
        rules = [] if number is None else self.rules_with(number)
        return (rules or [self.spelt(self.rules[0])])[0]


def report(state: RecoveryState) -> Report:
    """What is told once the whole rule has been read."""
    *conditions, (action,) = clauses(tuple(step.piece for step in state.steps))
    spelt = tuple(
        format_condition(condition_meant(" ".join(piece.text for piece in clause))) for clause in conditions
    )
    mended = _Mended(spelt, action, tuple(rules_meant(len(spelt), state.ors, state.groups)))
    return Report(_told(state.faults, mended), _rule(state.faults, mended))


def _told(faults: list[PendingFault], mended: _Mended) -> tuple[Diagnostic, ...]:
    """The faults sorted by place; those of one kind that one hint puts right are told once."""
    told: list[Diagnostic] = []
    known: set[tuple[str, int | None, int | None]] = set()
    for fault in sorted(faults, key=lambda fault: (fault.repair.start, fault.repair.end)):
        repair = fault.repair
        code = str(repair.code)
        same = (code, fault.clause, None) if code in _TOLD_ONCE else (code, repair.start, repair.end)
        if same not in known and not _in_tail(fault, faults) and not _is_moved(fault, faults):
            known.add(same)
            params = {**repair.params, **_as_written(fault, faults), **_shown(fault, mended)}
            told.append(Diagnostic(code, "error", repair.start, repair.end, params, fault.expected))
    return tuple(told)


def _shown(fault: PendingFault, mended: _Mended) -> dict[str, str]:
    """What the hint shows: the rule or the condition put right, and for an "or" the rules to be written."""
    code, clause = fault.repair.code, fault.clause
    shown = {"mended": mended.rule_with(clause)}
    if clause is None:
        return shown
    if clause < len(mended.conditions) and code not in _OF_THE_RULE:
        shown["mended"] = mended.conditions[clause]
    if code == "or":
        always = mended.spelt(())
        shown |= {"first": mended.rule_with(clause), "second": always}
        if rules := mended.rules_with(clause + 1):
            shown["second"] = rules[0]
    if choices := fault.repair.choices:
        members = {clause + place for choice in choices for place in choice}
        rules = mended.rules_with(*members, alone=True)
        shown["rules"] = listed(rules[:_MOST_RULES]) + (", …" if len(rules) > _MOST_RULES else "")
    return shown


def _rule(faults: list[PendingFault], mended: _Mended) -> Rule | None:
    """The first of the rules, unless its action was put in where none could be understood."""
    action = mended.action
    guessed = any(
        fault.repair.code == "unknown-word" and fault.repair.start == action.start for fault in faults
    )
    if guessed or action.start == action.end:
        return None
    rule = rule_meant(mended.spelt(mended.rules[0]))
    conditions = tuple(replace(condition, span=NOWHERE) for condition in rule.conditions)
    return Rule(conditions, rule.action, Span(action.start, action.end))


def _is_moved(fault: PendingFault, faults: list[PendingFault]) -> bool:
    """Whether the fault is the spelling of a word that does not stay where it stands."""
    word = fault.repair
    later = (other.repair for other in faults[faults.index(fault) + 1 :])
    return word.code in _RESPELT and any(
        other.code in _MOVED and other.start <= word.start and word.end <= other.end for other in later
    )


def _as_written(fault: PendingFault, faults: list[PendingFault]) -> dict[str, object]:
    """The word of a misplaced one before it was respelt."""
    if fault.repair.code == "misplaced-word":
        for word in (other.repair for other in faults if other.repair.code in _RESPELT):
            if (word.start, word.end) == (fault.repair.start, fault.repair.end):
                return {"word": word.params["word"]}
    return {}


def _in_tail(fault: PendingFault, faults: list[PendingFault]) -> bool:
    """Whether the fault lies in text after the action, which goes altogether."""
    tails = [other.repair for other in faults if other.repair.code in _TAILS]
    return fault.repair not in tails and any(fault.repair.start >= tail.start for tail in tails)
