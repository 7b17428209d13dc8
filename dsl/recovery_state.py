"""How far a faulty rule has been read: the pieces taken, the parser, the faults found."""

from dataclasses import dataclass, field

from lark.parsers.lalr_interactive_parser import InteractiveParser

from dsl.grammar import END, Piece, accepted, after, recogniser
from dsl.scene import Repair, Scene
from dsl.vocabulary import MAX_CONDITIONS

MOST_EXPECTED = 5
"""A longer list of what was expected is cut, for it helps nobody."""


@dataclass(frozen=True)
class Step:
    """A piece that was read, and the parser as it was before."""

    piece: Piece
    before: InteractiveParser


@dataclass(frozen=True)
class Fault:
    """A diagnostic in the making; `clause` is the number of its condition, None outside of any."""

    repair: Repair
    expected: tuple[str, ...]
    clause: int | None


@dataclass
class Reading:
    """How far a rule has been read: `pieces` are still to come, `steps` were taken.

    `lost` is set after a fault that leaves no clue, until a piece of the text fits again.
    """

    pieces: tuple[Piece, ...]
    parser: InteractiveParser = field(default_factory=recogniser)
    steps: list[Step] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    lost: bool = False

    def scene(self) -> Scene:
        """The state as the faults see it."""
        read = tuple(step.piece for step in self.steps)
        return Scene(accepted(self.parser), read, clauses(read)[-1], self.pieces)

    def accept(self, piece: Piece) -> None:
        """Go on past a piece that fits."""
        self.steps.append(Step(piece, self.parser))
        self.parser = after(self.parser, piece)
        self.lost = self.lost and piece.start == piece.end
        self.pieces = self.pieces[1:]

    def apply(self, repair: Repair, scene: Scene) -> None:
        """Note the fault and put the repair in place, to be read next."""
        if repair.code:
            expected = _expected(scene)
            self.faults.append(Fault(repair, expected, self._clause_number()))
        for _ in range(repair.back):
            self.parser = self.steps.pop().before
        self.pieces = repair.put + self.pieces[repair.take :]
        self.lost = self.lost or repair.lost

    def read_another_condition(self, scene: Scene) -> None:
        """An `and` behind the last condition that may be: what follows is read as if it were that condition.

        So the faults inside it are found; `mended` leaves it out.
        """
        clause = self._clause_number()
        told = bool(self.faults) and self.faults[-1].repair.code in ("or", "third-condition")
        if clause == MAX_CONDITIONS - 1 and not (told and self.faults[-1].clause == clause):
            until = scene.until(frozenset(("ARROW", END)))
            end = max(scene.pieces[max(until - 1, 0)].end, scene.piece.end)
            repair = Repair("third-condition", scene.piece.start, end, params={"limit": MAX_CONDITIONS})
            self.faults.append(Fault(repair, _expected(scene), None))
        opening = next(step for step in self.steps if step.piece.kind == "AND")
        self.steps.append(Step(scene.piece, self.parser))
        self.parser = after(opening.before, opening.piece)
        self.pieces = self.pieces[1:]

    def _clause_number(self) -> int | None:
        read = [step.piece.kind for step in self.steps]
        return None if "ARROW" in read else read.count("AND")


def _expected(scene: Scene) -> tuple[str, ...]:
    fitting = scene.fitting
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
