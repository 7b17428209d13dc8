"""The recovery point: where reading a faulty rule has stopped, and what may be done there.

A place is named by what the grammar would take next; the language is regular enough that this says all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from dsl.alternatives import Choices
from dsl.examples import EXAMPLE_NUMBER
from dsl.grammar import END, Piece, fitting_texts, put, text_by_kind
from dsl.spellings import AMBIGUOUS, meanings
from dsl.vocabulary import ACTIONS, EFFECTS, FIGHTERS, GAUGES, PROPERTIES, SIGNS

Place = Literal[
    "condition", "dot", "property", "sign", "equality", "number", "percent",
    "open", "effect", "close", "joint", "arrow", "action", "end",
]  # fmt: skip

# The first terminal that is accepted tells the place: `joint` takes `and` or `->`, `arrow` only `->`.
_SIGNPOSTS: tuple[tuple[str, Place], ...] = (
    ("SELF", "condition"), ("DOT", "dot"), ("HP", "property"), ("LT", "sign"), ("EQ", "equality"),
    ("NUMBER", "number"), ("PERCENT", "percent"), ("LPAR", "open"), ("STRIKE", "action"),
    ("SHIELD", "effect"), ("RPAR", "close"), ("AND", "joint"), ("ARROW", "arrow"), (END, "end"),
)  # fmt: skip

ANCHORS = frozenset(("AND", "ARROW", END))
"""What ends a condition: after a fault that leaves no clue, reading goes on from here."""


@dataclass(frozen=True)
class Repair:
    """What is put right: `take` pieces of the text and `back` pieces read before it give way to `put`.

    The fault is told unless `code` is None. `lost` means that nothing can be told of what follows until a
    piece fits. `choices` are of a group of conditions, the first of which is the one where the fault is.
    """

    code: str | None
    start: int
    end: int
    take: int = 0
    put: tuple[Piece, ...] = ()
    back: int = 0
    params: Mapping[str, object] = field(default_factory=dict)
    lost: bool = False
    choices: Choices = ()


@dataclass(frozen=True)
class RecoveryPoint:
    """Where reading has got to, seen from the piece that comes next.

    `accepted` are the terminals that fit here; `read` the pieces read so far and `clause` those of them in
    the present condition; `pieces` those still to come, always ending with the `END` piece. `names` has the
    actions by what people call them, `dsl.spellings.compact`.
    """

    accepted: frozenset[str]
    read: tuple[Piece, ...]
    clause: tuple[Piece, ...]
    pieces: tuple[Piece, ...]
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """The name of what would fit here."""
        return next(place for kind, place in _SIGNPOSTS if kind in self.accepted)

    @property
    def piece(self) -> Piece:
        """The piece that comes next."""
        return self.pieces[0]

    @property
    def following(self) -> Piece:
        """The piece after the next; the last one follows itself."""
        return self.pieces[1] if len(self.pieces) > 1 else self.piece

    @property
    def last(self) -> Piece | None:
        """The last piece read."""
        return self.read[-1] if self.read else None

    @property
    def position(self) -> int:
        """Where something missing would have to be typed: right after what was read."""
        return max((piece.end for piece in self.read), default=self.piece.start)

    @property
    def fitting(self) -> tuple[str, ...]:
        """Everything that could be typed in place of the next piece."""
        return fitting_texts(self.accepted, of_turn=self.in_turn_test)

    @property
    def in_turn_test(self) -> bool:
        """Whether the present condition is about `turn`."""
        return any(piece.kind == "TURN" for piece in self.clause)

    def until(self, kinds: frozenset[str]) -> int:
        """How many pieces come before the first that is, or is clearly meant as, one of `kinds`."""
        return next(
            (count for count, piece in enumerate(self.pieces) if clearly(piece) & kinds), len(self.pieces) - 1
        )

    @property
    def rest_of_condition(self) -> int:
        """How many of the pieces to come belong to the present condition, as far as can be seen."""
        count = self.until(ANCHORS)
        return count - 1 if count and self.pieces[count - 1].kind in actions() else count

    @property
    def at_last_action(self) -> bool:
        """Whether the next piece is an action and the end of the rule: no condition goes on there."""
        return self.piece.kind in actions() and self.following.kind == END

    def replace(
        self,
        code: str | None,
        text: str = "",
        *,
        take: int = 1,
        back: int = 0,
        lost: bool = False,
        **params: object,
    ) -> Repair:
        """A repair that marks the next `take` pieces and puts `text` there."""
        # Pieces that an earlier repair moved may stand in another order than in the text.
        start = min(piece.start for piece in self.pieces[:take])
        end = max(piece.end for piece in self.pieces[:take])
        return Repair(code, start, end, take, put(text, start, end), back, params, lost)

    def added(self, text: str) -> tuple[Piece, ...]:
        """`text` as pieces that are missing before the next one."""
        return put(text, self.position, self.position)

    def insert(self, code: str | None, text: str, *, mark: Piece | None = None, **params: object) -> Repair:
        """A repair that puts `text` before the next piece and marks `mark`, or the bare place."""
        start, end = (mark.start, mark.end) if mark else (self.position, self.position)
        return Repair(code, start, end, 0, self.added(text), 0, params)

    @property
    def example_number(self) -> str:
        """A number that could stand after the sign, with its `%` where one is needed and none follows.

        Asked at the place of the number only, so the clause ends with what is compared and the sign.
        """
        bare = self.clause[-2].kind == "HP" and self.following.kind != "PERCENT"
        return f"{EXAMPLE_NUMBER}%" if bare else EXAMPLE_NUMBER


@cache
def terminals_of(*texts: str) -> frozenset[str]:
    """The terminals of words of the vocabulary."""
    return frozenset(kind for kind, text in text_by_kind().items() if text in texts)


def fighters() -> frozenset[str]:
    """The terminals of `self` and `enemy`."""
    return terminals_of(*FIGHTERS)


def properties() -> frozenset[str]:
    """The terminals of what can be asked of a fighter."""
    return terminals_of(*PROPERTIES)


def gauges() -> frozenset[str]:
    """The terminals of what is compared with a number."""
    return terminals_of(*GAUGES)


def effects() -> frozenset[str]:
    """The terminals of what `has` can ask about."""
    return terminals_of(*EFFECTS)


def actions() -> frozenset[str]:
    """The terminals of what a rule can call for."""
    return terminals_of(*ACTIONS)


def signs() -> frozenset[str]:
    """The terminals of the signs of comparison."""
    return terminals_of(*SIGNS)


def is_sign(piece: Piece) -> bool:
    """Whether `piece` compares, be it in a foreign spelling."""
    return piece.kind in signs() or any(kind in signs() for kind, _ in meanings(piece.text))


def clearly(piece: Piece) -> frozenset[str]:
    """The terminals that `piece` is or stands for, wherever it is found."""
    foreign = () if piece.text in AMBIGUOUS else meanings(piece.text)
    return frozenset((piece.kind, *(kind for kind, _ in foreign)))
