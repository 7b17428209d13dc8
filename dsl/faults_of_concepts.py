"""Faults of asking for what no condition is about: speed as a number, an action's readiness.

Each function looks at one point and returns the repair if the fault is its own, else None.
"""

from dsl.diagnostics import quoted
from dsl.examples import ALWAYS_TRUE
from dsl.grammar import END, Piece, put, text_by_kind
from dsl.recovery_point import RecoveryPoint, Repair, fighters, is_sign, properties
from dsl.spellings import READINESS_WORDS, SPEED_WORDS, key_of, meanings


def speed_compared(point: RecoveryPoint) -> Repair | None:
    """`self.spd > enemy.spd`, `self.speed > 30`, `enemy.spd`: what can be asked is who is faster."""
    if key_of(point.piece.text) not in SPEED_WORDS or point.place not in ("condition", "property"):
        return None
    owner = next((piece.text for piece in point.clause if piece.kind in fighters()), "self")
    opposite = any(piece.kind == "NOT" for piece in point.clause)
    take = 1
    if is_sign(point.following):
        take = _compared(point.pieces)
        kinds = {point.following.kind, *(kind for kind, _ in meanings(point.following.text))}
        opposite ^= bool(kinds & {"LE", "GE", "EQ"})
        if kinds & {"LT", "GE"}:
            owner = next(
                text for kind, text in text_by_kind().items() if kind in fighters() and text != owner
            )
    start, end = (point.clause or point.pieces)[0].start, point.pieces[take - 1].end
    text = f"{'not ' if opposite else ''}{owner}.faster"
    word = quoted(point.piece.text)
    return Repair(
        "speed-compared", start, end, take, put(text, start, end), len(point.clause), {"word": word}
    )


def _compared(pieces: tuple[Piece, ...]) -> int:
    """How many of `pieces` are the speed, the sign and what stands behind it."""
    ends = next(count for count, piece in enumerate(pieces) if piece.kind in ("AND", "ARROW", END))
    owned = pieces[2].kind in fighters() and pieces[3].kind == "DOT"
    measured = pieces[2].kind == "NUMBER" and pieces[3].kind == "PERCENT"
    return min(5 if owned else 4 if measured else 3, ends)


def readiness_asked(point: RecoveryPoint) -> Repair | None:
    """`self.ready(heavy)`, `self.cooldown(heavy) == 0`, `heavy.ready`: it goes, with the `and` beside it."""
    if point.place not in ("condition", "property"):
        return None
    take = point.rest_of_condition
    rest = point.pieces[:take]
    asked = next((piece for piece in rest if key_of(piece.text) in READINESS_WORDS), None)
    if asked is None or any(piece.kind in properties() | {"TURN"} for piece in rest):
        return None
    start = (point.clause or point.pieces)[0].start
    end = max(point.pieces[take - 1].end, start)
    back, pieces = len(point.clause), put(ALWAYS_TRUE, start, end)
    if len(point.read) > back:
        back, pieces = back + 1, ()
    elif point.pieces[take].kind == "AND":
        take, pieces = take + 1, ()
    word = quoted(asked.text)
    return Repair("readiness-asked", start, end, take, pieces, back, {"word": word})
