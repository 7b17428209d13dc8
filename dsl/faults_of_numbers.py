"""Faults around a comparison: its sign, its number, its `%`.

Each function looks at one scene and returns the repair if the fault is its own, else None.
"""

from dataclasses import replace

from dsl.diagnostics import quoted
from dsl.grammar import Piece, put, words
from dsl.scene import (
    Repair,
    Scene,
    actions,
    fighters,
    gauges,
    is_sign,
    properties,
    signs,
)
from dsl.spellings import FALSE_WORDS, MIRRORED, TRUE_WORDS, meanings
from dsl.vocabulary import PERCENT_MAX, SIGNS, TURN_MAX, TURN_MIN


def out_of_range(scene: Scene) -> Repair | None:
    """`self.hp < 150%`, `turn > 0`. Asked of numbers that the grammar accepts, too."""
    piece, sign = scene.piece, scene.last
    if scene.place != "number" or piece.kind != "NUMBER" or sign is None:
        return None
    low, high = (TURN_MIN, TURN_MAX) if scene.in_turn_test else (0, PERCENT_MAX)
    number = int(piece.text)
    if low <= number <= high:
        return None
    return _clamped(scene, sign, quoted(piece.text), above=number > high)


def ill_formed_number(scene: Scene) -> Repair | None:
    """`0.35`, `-5`, `035`, `+35`, digits of another script."""
    piece, sign = scene.piece, scene.last
    if scene.place != "number" or piece.kind != "BAD_NUMBER" or sign is None:
        return None
    plain = piece.text.lstrip("+-−")
    if piece.text[0] in "-−":
        return _clamped(scene, sign, quoted(piece.text), above=False)
    whole, _, fraction = plain.replace(",", ".").partition(".")
    number = int(whole)
    if fraction:
        is_share = number == 0 and scene.following.kind != "PERCENT" and scene.clause[-2].kind == "HP"
        rounded = int((fraction + "00")[:2]) if is_share else number
        return scene.replace("fractional-number", str(rounded), number=quoted(piece.text))
    return scene.replace("number-form", str(number), number=quoted(piece.text))


def _clamped(scene: Scene, sign: Piece, number: str, *, above: bool) -> Repair:
    """The nearest number that may stand there; `> 0` becomes `>= 1`, which says the same."""
    low, high = (TURN_MIN, TURN_MAX) if scene.in_turn_test else (0, PERCENT_MAX)
    widened = {"<": "<="} if above else {">": ">="}
    text = f"{widened.get(sign.text, sign.text)} {high if above else low}"
    return scene.replace("number-out-of-range", text, back=1, number=number, low=low, high=high)


def percent_missing(scene: Scene) -> Repair | None:
    """`self.hp < 35`."""
    if scene.place == "percent" and scene.last:
        return scene.insert("percent-missing", "%", mark=scene.last)
    return None


def percent_extra(scene: Scene) -> Repair | None:
    """`self.energy >= 40%`, `turn <= 2%`, `35%%`."""
    if scene.place in ("joint", "arrow") and scene.piece.kind == "PERCENT":
        count = next(i for i, piece in enumerate(scene.pieces) if piece.kind != "PERCENT")
        return scene.replace("percent-extra", take=count)
    return None


def percent_misplaced(scene: Scene) -> Repair | None:
    """`self.hp% < 35`, `self.hp < %35`."""
    if scene.piece.kind != "PERCENT":
        return None
    if scene.place == "sign" and is_sign(scene.following):
        take = 3 if scene.pieces[2].kind == "NUMBER" else 1
    elif scene.place == "number" and scene.following.kind == "NUMBER":
        take = 2
    else:
        return None
    percent, kept = scene.piece, scene.pieces[1:take]
    is_health = any(piece.kind == "HP" for piece in scene.clause)
    if is_health and take > 1 and scene.pieces[take].kind != "PERCENT":
        kept += (percent,)
    return Repair("percent-misplaced", percent.start, percent.end, take, kept)


def arithmetic(scene: Scene) -> Repair | None:
    """`turn % 2 == 0`, `self.hp + 10 < 50%`: there is no reckoning; the rest of the condition goes."""
    piece = scene.piece
    reckons = piece.text in ("+", "-", "−", "*", "/", "×") or (
        piece.kind == "BAD_NUMBER" and piece.text[0] in "+-−" and scene.place != "number"
    )
    if piece.kind == "PERCENT" and scene.place in ("sign", "joint", "arrow"):
        reckons = scene.following.kind == "NUMBER"
    if reckons and scene.place in ("sign", "number", "percent", "joint", "arrow"):
        count = max(scene.rest_of_condition, 1)
        return scene.replace("no-arithmetic", take=count, lost=True, word=piece.text[0])
    return None


def sign_missing(scene: Scene) -> Repair | None:
    """`self.hp 35%`, `enemy.last heavy`, `enemy.last(heavy)`."""
    piece, pieces = scene.piece, scene.pieces
    if scene.place == "sign" and piece.kind in ("NUMBER", "BAD_NUMBER"):
        return scene.insert("sign-missing", "<=" if scene.in_turn_test else "<")
    if scene.place == "equality" and piece.kind in actions():
        return scene.insert("sign-missing", "==")
    if scene.place == "equality" and [p.kind for p in pieces[:3]][::2] == ["LPAR", "RPAR"]:
        return Repair("sign-missing", piece.start, pieces[2].end, 3, (*scene.added("=="), pieces[1]))
    return None


def split_sign(scene: Scene) -> Repair | None:
    """`self.hp < = 35%`."""
    piece, sign = scene.piece, scene.last
    if scene.place in ("number", "action") and sign and sign.kind in signs() and is_sign(piece):
        joined = sign.text + piece.text
        text = joined if joined in SIGNS else sign.text
        repair = scene.replace(
            "split-sign", text, back=1, word=quoted(f"{sign.text} {piece.text}"), suggestion=text
        )
        return replace(repair, start=sign.start)
    return None


def number_wanted(scene: Scene) -> Repair | None:
    """`self.hp < enemy.hp`, `self.energy >= heavy`."""
    pieces = scene.pieces
    if scene.place != "number" or scene.piece.kind not in fighters() | actions() | {"TURN"}:
        return None
    owned = (
        scene.piece.kind in fighters() and scene.following.kind == "DOT" and pieces[2].kind in properties()
    )
    take = 3 if owned else 1
    compared = quoted("".join(piece.text for piece in pieces[:take]))
    number = replace(scene, pieces=pieces[take - 1 :]).example_number
    return scene.replace("number-wanted", number, take=take, word=compared)


def needs_equality(scene: Scene) -> Repair | None:
    """`enemy.last > heavy`."""
    if scene.place == "equality" and is_sign(scene.piece):
        return scene.replace("last-needs-equality", "==", word=quoted(scene.piece.text))
    return None


def flipped(scene: Scene) -> Repair | None:
    """`35% > self.hp`: what is compared comes first."""
    pieces = scene.pieces
    if scene.place != "condition" or scene.piece.kind not in ("NUMBER", "BAD_NUMBER"):
        return None
    at = 2 if scene.following.kind == "PERCENT" else 1
    sign, rest = pieces[at], pieces[at + 1 :]
    subject = _subject(rest)
    if sign.text not in MIRRORED or not subject:
        return None
    turned = replace(sign, text=MIRRORED[sign.text], kind=_sign_kind(MIRRORED[sign.text]))
    take = at + 1 + len(subject)
    return Repair(
        "flipped-comparison", scene.piece.start, subject[-1].end, take, (*subject, turned, *pieces[:at])
    )


def _subject(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The `self.hp` or `turn` that `pieces` begin with, or nothing."""
    kinds = [piece.kind for piece in pieces[:3]]
    if kinds[:1] == ["TURN"]:
        return pieces[:1]
    if len(kinds) == 3 and kinds[0] in fighters() and kinds[1] == "DOT" and kinds[2] in gauges():
        return pieces[:3]
    return ()


def _sign_kind(text: str) -> str:
    return next((kind for kind, spelt in words().items() if spelt == text), "FOREIGN_SIGN")


def compared_with_truth(scene: Scene) -> Repair | None:
    """`enemy.has(poison) == false`: `not` says that."""
    value = scene.following.text.lower()
    if (
        scene.place not in ("joint", "arrow")
        or not is_sign(scene.piece)
        or value not in TRUE_WORDS | FALSE_WORDS
    ):
        return None
    if not any(piece.kind in {"HAS", "FASTER"} for piece in scene.clause):
        return None
    differs = scene.piece.kind == "NE" or "NE" in [kind for kind, _ in meanings(scene.piece.text)]
    clause = negated(scene.clause) if (value in FALSE_WORDS) != differs else scene.clause
    return Repair(
        "boolean-comparison",
        scene.piece.start,
        scene.following.end,
        2,
        clause,
        len(scene.clause),
        {"word": quoted(f"{scene.piece.text} {scene.following.text}")},
    )


def chained(scene: Scene) -> Repair | None:
    """`10% < self.hp < 50%`: two comparisons, so two conditions."""
    if scene.place not in ("joint", "arrow") or not is_sign(scene.piece):
        return None
    subject = _subject(tuple(piece for piece in scene.clause if piece.kind != "NOT"))
    if not subject:
        return None
    text = "and " + "".join(piece.text for piece in subject)
    return Repair("chained-comparison", scene.piece.start, scene.piece.end, 0, scene.added(text))


def negated(clause: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The opposite of a condition."""
    if clause[0].kind == "NOT":
        return clause[1:]
    return (*put("not", clause[0].start, clause[0].start), *clause)
