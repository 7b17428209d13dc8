"""Faults of single words and signs: a foreign spelling, a slip of the pen, a word we do not have.

Each function looks at one scene and returns the repair if the fault is its own, else None.
"""

from dsl.diagnostics import quoted
from dsl.grammar import END, Piece, put, words
from dsl.scene import (
    ANCHORS,
    EXAMPLE_ACTION,
    EXAMPLE_CONDITION,
    EXAMPLE_EFFECT,
    Place,
    Repair,
    Scene,
    actions,
    effects,
    fighters,
    is_sign,
    properties,
)
from dsl.spellings import CONSTANTS, SUPERFLUOUS, meanings, nearest, split_word


def foreign_spelling(scene: Scene) -> Repair | None:
    """`≥`, `=>`, `&&`, `then`, `health`: something else that stands for what fits here."""
    piece = scene.piece
    if piece.kind not in ("FOREIGN_SIGN", "WORD"):
        return None
    for kind, code in meanings(piece.text):
        # A third `and` fits nowhere, yet it is read as one to be told so.
        third = kind == "AND" and scene.place == "arrow"
        if kind in scene.accepted or third or kind in _understood(scene.place):
            text = _fitted(kind, scene)
            return scene.replace(code, text, word=quoted(piece.text), suggestion=text)
    return None


def superfluous_is(scene: Scene) -> Repair | None:
    """`self.hp is below 35%`: the sign is in the next word."""
    if scene.place == "sign" and scene.piece.text.lower() == "is" and is_sign(scene.following):
        return scene.replace("superfluous-word", word=scene.piece.text)
    return None


def constant(scene: Scene) -> Repair | None:
    """`true -> strike`, `always -> strike`."""
    if scene.place == "condition" and scene.piece.text.lower() in CONSTANTS:
        return scene.replace("constant-condition", EXAMPLE_CONDITION, word=scene.piece.text)
    return None


def superfluous(scene: Scene) -> Repair | None:
    """`if self.hp < 35% ...`, `... -> use heal`, `... -> self.heal`."""
    piece = scene.piece
    owned = piece.kind in fighters() and scene.following.kind == "DOT" and scene.pieces[2].kind in actions()
    if scene.place == "action" and owned:
        return scene.replace("superfluous-word", take=2, word=f"{piece.text}.")
    if piece.kind == "WORD" and piece.text.lower() in SUPERFLUOUS:
        return scene.replace("superfluous-word", word=piece.text)
    return None


def foreign_characters(scene: Scene) -> Repair | None:
    """Emoji, zero-width characters, lone surrogates: what no word or sign is made of."""
    if scene.piece.kind == "FOREIGN_CHARACTERS":
        return scene.replace("foreign-character", word=quoted(scene.piece.text))
    return None


def joined_words(scene: Scene) -> Repair | None:
    """`notself.faster`, `self_hp < 35%`, `enemy.has_shield`."""
    if scene.piece.kind != "WORD" or not (pair := split_word(scene.piece.text)):
        return None
    first, second = pair
    spelt = {kind: words()[kind] for kind in pair}
    between, behind = " ", ""
    if first in fighters() and second in properties():
        between = "."
    elif first == "HAS" and second in effects():
        between, behind = "(", ")"
    start, end = scene.piece.start, scene.piece.end
    middle = start + len(spelt[first])
    parts = (
        Piece(first, spelt[first], start, middle),
        *put(between, middle, middle),
        Piece(second, spelt[second], end - len(spelt[second]), end),
        *put(behind, end, end),
    )
    return Repair("joined-words", start, end, 1, parts, params={"word": quoted(scene.piece.text)})


def misspelt(scene: Scene) -> Repair | None:
    """`sheild`, `enmey`: the nearest word that fits here, else the nearest that can be understood here."""
    piece = scene.piece
    if piece.kind != "WORD":
        return None
    kind = nearest(piece.text, scene.accepted) or nearest(piece.text, _understood(scene.place))
    if kind is None:
        return None
    word, suggestion = quoted(piece.text), _fitted(kind, scene)
    if piece.text.isascii():
        return scene.replace("misspelt-word", suggestion, word=word, suggestion=suggestion)
    letters = " ".join(f"U+{ord(letter):04X}" for letter in dict.fromkeys(piece.text) if not letter.isascii())
    return scene.replace("foreign-letters", suggestion, word=word, suggestion=suggestion, letters=letters)


def unknown_word(scene: Scene) -> Repair | None:
    """A word like none of ours. A likely word takes its place, so that what follows can be read."""
    if scene.piece.kind != "WORD":
        return None
    guess = _guess(scene)
    return scene.replace(
        "unknown-word", guess or "", lost=guess is None, word=quoted(scene.piece.text), words=_fitting(scene)
    )


def misplaced(scene: Scene) -> Repair:
    """Anything else: it goes, and nothing more is told until something fits again."""
    piece = scene.piece
    return scene.replace("misplaced-word", lost=True, word=quoted(piece.text), words=_fitting(scene))


def _fitted(kind: str, scene: Scene) -> str:
    """The word of a terminal, an effect with the `has` that it needs here (`enemy.stunned`)."""
    text = words()[kind]
    return f"has({text})" if scene.place == "property" and kind in effects() else text


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


def _guess(scene: Scene) -> str | None:
    """What the writer of an unknown word may have had in mind, judged by what follows it."""
    following = scene.following
    match scene.place:
        case "condition" if following.kind == "DOT":
            return "self"
        case "condition" if following.kind in ANCHORS:
            return EXAMPLE_CONDITION
        case "property":
            return _guessed_property(scene, following)
        case "effect":
            return EXAMPLE_EFFECT
        case "number":
            return scene.example_number
        case "action":
            return EXAMPLE_ACTION
        case "joint" | "arrow" if following.kind == END:
            return f"-> {EXAMPLE_ACTION}"
    return None


def _guessed_property(scene: Scene, following: Piece) -> str | None:
    if is_sign(following):
        rest = scene.pieces[: scene.until(ANCHORS)]
        return "hp" if any(piece.kind == "PERCENT" for piece in rest) else "energy"
    if following.kind == "LPAR" and scene.pieces[2].kind in effects():
        return "has"
    return "faster" if following.kind in ANCHORS else None


def _fitting(scene: Scene) -> str:
    return ", ".join(f"`{text}`" for text in scene.fitting)
