"""Faults of single words and signs: a foreign spelling, a slip of the pen, a word we do not have.

Each function looks at one point and returns the repair if the fault is its own, else None.
"""

from itertools import pairwise

from dsl.diagnostics import listed, quoted
from dsl.examples import ALWAYS_TRUE, EXAMPLE_ACTION, EXAMPLE_EFFECT
from dsl.grammar import END, Piece, kind_by_text, put, text_by_kind
from dsl.recovery_point import (
    ANCHORS,
    Place,
    RecoveryPoint,
    Repair,
    actions,
    effects,
    fighters,
    is_sign,
    properties,
)
from dsl.spellings import CONSTANTS, SUPERFLUOUS, compact, is_of_another_script, meanings, nearest, split_word


def foreign_spelling(point: RecoveryPoint) -> Repair | None:
    """`≥`, `=>`, `&&`, `then`, `health`: something else that stands for what fits here."""
    piece = point.piece
    if piece.kind not in ("FOREIGN_SIGN", "WORD"):
        return None
    for kind, code in meanings(piece.text):
        # A third `and` fits nowhere, yet it is read as one to be told so.
        third = kind == "AND" and point.place == "arrow"
        if kind in point.accepted or third or kind in _understood(point.place):
            text = _fitted(kind, point)
            return point.replace(code, text, word=quoted(piece.text), suggestion=text)
    return None


def display_name(point: RecoveryPoint) -> Repair | None:
    """`-> Hotfix`, `self.has(Backup)`: what people are shown for an action; the longest name counts."""
    for take in range(len(point.pieces) - 1, 0, -1):
        spelt = _written(point.pieces[:take])
        meant = point.names.get(compact(spelt), "")
        kind = kind_by_text().get(meant)
        if kind and meant != spelt and (kind in point.accepted or kind in _understood(point.place)):
            text = _fitted(kind, point)
            return point.replace("display-name", text, take=take, word=quoted(spelt), suggestion=meant)
    return None


def _written(pieces: tuple[Piece, ...]) -> str:
    """The text of `pieces`, with a space wherever there was some between them."""
    between = ["" if piece.start == before.end else " " for before, piece in pairwise(pieces)]
    return "".join(f"{gap}{piece.text}" for gap, piece in zip(["", *between], pieces, strict=True))


def superfluous_is(point: RecoveryPoint) -> Repair | None:
    """`self.hp is below 35%`: the sign is in the next word."""
    if point.place == "sign" and point.piece.text.lower() == "is" and is_sign(point.following):
        return point.replace("superfluous-word", word=point.piece.text)
    return None


def constant(point: RecoveryPoint) -> Repair | None:
    """`true -> strike`, `always -> strike`."""
    if point.place == "condition" and point.piece.text.lower() in CONSTANTS:
        return point.replace("constant-condition", ALWAYS_TRUE, word=point.piece.text)
    return None


def superfluous(point: RecoveryPoint) -> Repair | None:
    """`if self.hp < 35% ...`, `... -> use heal`, `... -> self.heal`."""
    piece = point.piece
    owned = (
        piece.kind in fighters()
        and point.following.kind == "DOT"
        and point.pieces[2].kind in actions() | {"WORD"}
    )
    if point.place == "action" and owned:
        return point.replace("superfluous-word", take=2, word=f"{piece.text}.")
    if piece.kind == "WORD" and piece.text.lower() in SUPERFLUOUS:
        return point.replace("superfluous-word", word=piece.text)
    return None


def foreign_characters(point: RecoveryPoint) -> Repair | None:
    """Emoji, zero-width characters, lone surrogates: what no word or sign is made of."""
    if point.piece.kind == "FOREIGN_CHARACTERS":
        return point.replace("foreign-character", word=quoted(point.piece.text))
    return None


def joined_words(point: RecoveryPoint) -> Repair | None:
    """`notself.faster`, `self_hp < 35%`, `enemy.has_shield`."""
    if point.piece.kind != "WORD" or not (pair := split_word(point.piece.text)):
        return None
    first, second = pair
    spelt = {kind: text_by_kind()[kind] for kind in pair}
    between, behind = " ", ""
    if first in fighters() and second in properties():
        between = "."
    elif first == "HAS" and second in effects():
        between, behind = "(", ")"
    start, end = point.piece.start, point.piece.end
    middle = start + len(spelt[first])
    parts = (
        Piece(first, spelt[first], start, middle),
        *put(between, middle, middle),
        Piece(second, spelt[second], end - len(spelt[second]), end),
        *put(behind, end, end),
    )
    return Repair("joined-words", start, end, 1, parts, params={"word": quoted(point.piece.text)})


def misspelt(point: RecoveryPoint) -> Repair | None:
    """`sheild`, `enmey`: the nearest word that fits here, else the nearest that can be understood here."""
    piece = point.piece
    if piece.kind != "WORD":
        return None
    kind = nearest(piece.text, point.accepted) or nearest(piece.text, _understood(point.place))
    if kind is None:
        return None
    word, suggestion = quoted(piece.text), _fitted(kind, point)
    if piece.text.isascii() or is_of_another_script(piece.text):
        return point.replace("misspelt-word", suggestion, word=word, suggestion=suggestion)
    letters = " ".join(f"U+{ord(letter):04X}" for letter in dict.fromkeys(piece.text) if not letter.isascii())
    return point.replace("foreign-letters", suggestion, word=word, suggestion=suggestion, letters=letters)


def unknown_word(point: RecoveryPoint) -> Repair | None:
    """A word like none of ours. A likely word takes its place, so that what follows can be read."""
    if point.piece.kind != "WORD":
        return None
    guess = _guess(point)
    return point.replace(
        "unknown-word",
        guess or "",
        lost=guess is None,
        word=quoted(point.piece.text),
        words=listed(point.fitting),
    )


def misplaced(point: RecoveryPoint) -> Repair:
    """Anything else: it goes, and nothing more is told until something fits again."""
    piece = point.piece
    return point.replace("misplaced-word", lost=True, word=quoted(piece.text), words=listed(point.fitting))


def _fitted(kind: str, point: RecoveryPoint) -> str:
    """The word of a terminal, an effect with the `has` that it needs here (`enemy.stunned`)."""
    text = text_by_kind()[kind]
    return f"has({text})" if point.place == "property" and kind in effects() else text


def _understood(place: Place) -> frozenset[str]:
    """Terminals that do not fit at `place`, yet are understood there by `dsl.faults_of_shape`."""
    match place:
        case "condition":
            return properties() | actions()
        case "joint" | "arrow":
            return actions() | fighters() | frozenset(("TURN", "NOT"))
        case "dot":
            return properties()
        case "property":
            return effects() | frozenset(("TURN",))
        case "open":
            return effects()
        case "effect":
            return actions()
        case "number":
            return fighters() | frozenset(("TURN",))
    return frozenset()


def _guess(point: RecoveryPoint) -> str | None:
    """What the writer of an unknown word may have had in mind, judged by what follows it."""
    following = point.following
    match point.place:
        case "condition" if following.kind == "DOT":
            return "self"
        case "condition" if following.kind in ANCHORS:
            return ALWAYS_TRUE
        case "property":
            return _guessed_property(point, following)
        case "effect":
            return EXAMPLE_EFFECT
        case "number":
            return point.example_number
        case "action":
            return EXAMPLE_ACTION
        case "joint" | "arrow" if following.kind == END:
            return f"-> {EXAMPLE_ACTION}"
    return None


def _guessed_property(point: RecoveryPoint, following: Piece) -> str | None:
    if is_sign(following):
        rest = point.pieces[: point.until(ANCHORS)]
        return "hp" if any(piece.kind == "PERCENT" for piece in rest) else "energy"
    if following.kind == "LPAR" and point.pieces[2].kind in effects():
        return "has"
    return "faster" if following.kind in ANCHORS else None
