"""The recovery's state: how far a faulty rule has been read, the parser there, the faults found."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lark.parsers.lalr_interactive_parser import InteractiveParser

from dsl.alternatives import Choices, rules_meant
from dsl.grammar import END, Piece, accepted, after, recogniser
from dsl.recovery_point import RecoveryPoint, Repair
from dsl.vocabulary import MAX_CONDITIONS

MOST_EXPECTED = 5
"""A longer list of what was expected is cut, for it helps nobody."""


@dataclass(frozen=True)
class Step:
    """A piece that was read, and the parser as it was before."""

    piece: Piece
    before: InteractiveParser


@dataclass(frozen=True)
class PendingFault:
    """A diagnostic in the making; `clause` is the number of its condition, None outside of any."""

    repair: Repair
    expected: tuple[str, ...]
    clause: int | None


@dataclass
class RecoveryState:
    """How far a rule has been read: `pieces` are still to come, `steps` were taken.

    `lost` is set after a fault that leaves no clue, until a piece of the text fits again.
    """

    pieces: tuple[Piece, ...]
    parser: InteractiveParser = field(default_factory=recogniser)
    steps: list[Step] = field(default_factory=list)
    faults: list[PendingFault] = field(default_factory=list)
    lost: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

    def point(self) -> RecoveryPoint:
        """The state as the faults see it."""
        read = tuple(step.piece for step in self.steps)
        return RecoveryPoint(accepted(self.parser), read, clauses(read)[-1], self.pieces, self.names)

    def accept(self, piece: Piece) -> None:
        """Go on past a piece that fits."""
        self.steps.append(Step(piece, self.parser))
        self.parser = after(self.parser, piece)
        self.lost = self.lost and piece.start == piece.end
        self.pieces = self.pieces[1:]

    def apply(self, repair: Repair, point: RecoveryPoint) -> None:
        """Note the fault and put the repair in place, to be read next."""
        if repair.code:
            expected = _expected(point)
            self.faults.append(PendingFault(repair, expected, self._clause_number()))
        for _ in range(repair.back):
            self.parser = self.steps.pop().before
        self.pieces = repair.put + self.pieces[repair.take :]
        self.lost = self.lost or repair.lost

    def read_another_condition(self, point: RecoveryPoint) -> None:
        """Past an `and` behind the last condition that a rule may have, so that faults further on are found.

        The grammar takes no more conditions: the parser goes back to where the first `and` stood, and reads
        what follows as if it were that one's condition. `mended` leaves it out.
        """
        clause = self._clause_number()
        if clause is not None and self._is_first_too_many(clause):
            self.faults.append(self._condition_too_many(point, clause))
        first_and = next(step for step in self.steps if step.piece.kind == "AND")
        self.steps.append(Step(point.piece, self.parser))
        self.parser = after(first_and.before, first_and.piece)
        self.pieces = self.pieces[1:]

    @property
    def ors(self) -> frozenset[int]:
        """The conditions behind which an "or" stands that is answered with rules of their own."""
        return frozenset(
            fault.clause for fault in self.faults if fault.repair.code == "or" and fault.clause is not None
        )

    @property
    def groups(self) -> dict[int, Choices]:
        """The groups of conditions in parentheses, by their first condition."""
        return {
            fault.clause: fault.repair.choices
            for fault in self.faults
            if fault.repair.choices and fault.clause is not None
        }

    def _is_first_too_many(self, clause: int) -> bool:
        """Whether the condition behind `clause` is the first for which the rule that is meant has no room."""
        rules = rules_meant(clause + 2, self.ors, self.groups)
        told = any(
            fault.repair.code == "third-condition" and fault.clause in rules[-1] for fault in self.faults
        )
        return not told and any(clause + 1 in rule and len(rule) > MAX_CONDITIONS for rule in rules)

    def _condition_too_many(self, point: RecoveryPoint, clause: int) -> PendingFault:
        """The fault that marks everything from the `and` to the arrow."""
        until = point.until(frozenset(("ARROW", END)))
        end = max(point.pieces[max(until - 1, 0)].end, point.piece.end)
        repair = Repair("third-condition", point.piece.start, end, params={"limit": MAX_CONDITIONS})
        return PendingFault(repair, _expected(point), clause)

    def _clause_number(self) -> int | None:
        read = [step.piece.kind for step in self.steps]
        return None if "ARROW" in read else read.count("AND")


def _expected(point: RecoveryPoint) -> tuple[str, ...]:
    fitting = point.fitting
    return fitting if len(fitting) <= MOST_EXPECTED else (*fitting[:MOST_EXPECTED], "…")


def clauses(read: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    """What was read, cut at `and` and `->`: the conditions and, behind the arrow, the action."""
    cut: list[tuple[Piece, ...]] = [()]
    for piece in read:
        if piece.kind in ("AND", "ARROW"):
            cut.append(())
        else:
            cut[-1] += (piece,)
    return cut
