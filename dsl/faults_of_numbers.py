"""Faults around a comparison: its sign, its number, its `%`.

Each function looks at one point and returns the repair if the fault is its own, else None.
"""

from dataclasses import replace
from typing import cast

from dsl.diagnostics import quoted
from dsl.domain import decides
from dsl.examples import ALWAYS_TRUE
from dsl.grammar import Piece, put, text_by_kind
from dsl.recovery_point import (
    RecoveryPoint,
    Repair,
    actions,
    fighters,
    gauges,
    is_sign,
    properties,
    signs,
)
from dsl.spellings import FALSE_WORDS, MIRRORED, TRUE_WORDS, meanings
from dsl.syntax import Condition, GaugeTest, TurnTest
from dsl.vocabulary import SIGNS, Fighter, Gauge, Sign, number_range


def out_of_range(point: RecoveryPoint) -> Repair | None:
    """`self.hp < 150%`, `turn > 0`. Asked of numbers that the grammar accepts, too."""
    piece, sign = point.piece, point.last
    if point.place != "number" or piece.kind != "NUMBER" or sign is None:
        return None
    number, fitting = int(piece.text), number_range(of_turn=point.in_turn_test)
    if number in fitting:
        return None
    return _clamped(point, sign, quoted(piece.text), above=number > fitting[-1])


def ill_formed_number(point: RecoveryPoint) -> Repair | None:
    """`0.35`, `-5`, `035`, `+35`, digits of another script."""
    piece, sign = point.piece, point.last
    if point.place != "number" or piece.kind != "BAD_NUMBER" or sign is None:
        return None
    plain = piece.text.lstrip("+-−")
    if piece.text[0] in "-−":
        return _clamped(point, sign, quoted(piece.text), above=False)
    whole, _, fraction = plain.replace(",", ".").partition(".")
    number = int(whole)
    if fraction:
        is_share = number == 0 and point.following.kind != "PERCENT" and point.clause[-2].kind == "HP"
        rounded = int((fraction + "00")[:2]) if is_share else number
        deciding = _deciding(point, sign.text, rounded)
        return point.replace("fractional-number", str(deciding), number=quoted(piece.text))
    return point.replace("number-form", str(number), number=quoted(piece.text))


def _clamped(point: RecoveryPoint, sign: Piece, number: str, *, above: bool) -> Repair:
    """The nearest number that may stand there and decides something.

    `turn < 500` becomes `turn <= 300` and `turn > 0` becomes `turn >= 1`, which say nearly the same.
    """
    fitting = number_range(of_turn=point.in_turn_test)
    low, high = fitting[0], fitting[-1]
    text = f"{sign.text} {_deciding(point, sign.text, high if above else low)}"
    if point.in_turn_test and point.clause[0].kind != "NOT":
        always, last_turns = ALWAYS_TRUE.removeprefix("turn "), f"<= {high}"
        text = {(">", False): always, (">=", False): always, ("<", True): last_turns}.get(
            (sign.text, above), text
        )
    return point.replace("number-out-of-range", text, back=1, number=number, low=low, high=high)


def _deciding(point: RecoveryPoint, sign: str, near: int) -> int:
    """The number nearest to `near` with which the present condition can be true and can be false."""
    kinds = [piece.kind for piece in point.clause]
    words = [piece.text for piece in point.clause if piece.kind in fighters() | gauges()]

    def condition(number: int) -> Condition:
        if point.in_turn_test:
            return Condition(TurnTest(cast(Sign, sign), number), "NOT" in kinds)
        who, gauge = words
        test = GaugeTest(cast(Fighter, who), cast(Gauge, gauge), cast(Sign, sign), number)
        return Condition(test, "NOT" in kinds)

    fitting = sorted(number_range(of_turn=point.in_turn_test), key=lambda number: abs(number - near))
    return next((number for number in fitting if decides(condition(number))), near)


def percent_missing(point: RecoveryPoint) -> Repair | None:
    """`self.hp < 35`."""
    if point.place == "percent" and point.last:
        return point.insert("percent-missing", "%", mark=point.last)
    return None


def percent_extra(point: RecoveryPoint) -> Repair | None:
    """`self.energy >= 40%`, `turn <= 2%`, `35%%`."""
    if point.place in ("joint", "arrow") and point.piece.kind == "PERCENT":
        count = next(i for i, piece in enumerate(point.pieces) if piece.kind != "PERCENT")
        return point.replace("percent-extra", take=count)
    return None


def percent_misplaced(point: RecoveryPoint) -> Repair | None:
    """`self.hp% < 35`, `self.hp < %35`."""
    if point.piece.kind != "PERCENT":
        return None
    if point.place == "sign" and is_sign(point.following):
        take = 3 if point.pieces[2].kind == "NUMBER" else 1
    elif point.place == "number" and point.following.kind == "NUMBER":
        take = 2
    else:
        return None
    percent, kept = point.piece, point.pieces[1:take]
    is_health = any(piece.kind == "HP" for piece in point.clause)
    if is_health and take > 1 and point.pieces[take].kind != "PERCENT":
        kept += (percent,)
    return Repair("percent-misplaced", percent.start, percent.end, take, kept)


def arithmetic(point: RecoveryPoint) -> Repair | None:
    """`turn % 2 == 0`, `self.hp + 10 < 50%`: there is no reckoning; the rest of the condition goes."""
    piece = point.piece
    reckons = piece.text in ("+", "-", "−", "*", "/", "×") or (
        piece.kind == "BAD_NUMBER" and piece.text[0] in "+-−" and point.place != "number"
    )
    if piece.kind == "PERCENT" and point.place in ("sign", "joint", "arrow"):
        reckons = point.following.kind == "NUMBER"
    if reckons and point.place in ("sign", "number", "percent", "joint", "arrow"):
        count = max(point.rest_of_condition, 1)
        return point.replace("no-arithmetic", take=count, lost=True, word=piece.text[0])
    return None


def sign_missing(point: RecoveryPoint) -> Repair | None:
    """`self.hp 35%`, `enemy.last heavy`, `enemy.last(heavy)`."""
    piece, pieces = point.piece, point.pieces
    if point.place == "sign" and piece.kind in ("NUMBER", "BAD_NUMBER"):
        return point.insert("sign-missing", "<=" if point.in_turn_test else "<")
    if point.place == "equality" and piece.kind in actions():
        return point.insert("sign-missing", "==")
    if point.place == "equality" and [p.kind for p in pieces[:3]][::2] == ["LPAR", "RPAR"]:
        return Repair("sign-missing", piece.start, pieces[2].end, 3, (*point.added("=="), pieces[1]))
    return None


def split_sign(point: RecoveryPoint) -> Repair | None:
    """`self.hp < = 35%`, `self.hp ! = 35%`."""
    piece, sign = point.piece, point.last
    whole = _sign_spelt(piece, point.following)
    if point.place in ("sign", "equality") and whole:
        word = quoted(f"{piece.text} {point.following.text}")
        return point.replace("split-sign", whole, take=2, word=word, suggestion=whole)
    if point.place in ("number", "action") and sign and sign.kind in signs() and is_sign(piece):
        text = _sign_spelt(sign, piece) or sign.text
        repair = point.replace(
            "split-sign", text, back=1, word=quoted(f"{sign.text} {piece.text}"), suggestion=text
        )
        return replace(repair, start=sign.start)
    return None


def _sign_spelt(first: Piece, second: Piece) -> str | None:
    """The sign that two parts of one stand for, None if they are none."""
    whole = first.text + second.text
    if whole in SIGNS:
        return whole
    if not second.text or first.text.isalpha() or second.text.isalpha():
        return None
    return next((text_by_kind()[kind] for kind, _ in meanings(whole) if kind in signs()), None)


def number_wanted(point: RecoveryPoint) -> Repair | None:
    """`self.hp < enemy.hp`, `self.energy >= heavy`."""
    pieces = point.pieces
    if point.place != "number" or point.piece.kind not in fighters() | actions() | {"TURN"}:
        return None
    owned = (
        point.piece.kind in fighters() and point.following.kind == "DOT" and pieces[2].kind in properties()
    )
    take = 3 if owned else 1
    compared = quoted("".join(piece.text for piece in pieces[:take]))
    number = replace(point, pieces=pieces[take - 1 :]).example_number
    return point.replace("number-wanted", number, take=take, word=compared)


def needs_equality(point: RecoveryPoint) -> Repair | None:
    """`enemy.last > heavy`."""
    if point.place == "equality" and is_sign(point.piece):
        return point.replace("last-needs-equality", "==", word=quoted(point.piece.text))
    return None


def flipped(point: RecoveryPoint) -> Repair | None:
    """`35% > self.hp`: what is compared comes first."""
    pieces = point.pieces
    if point.place != "condition" or point.piece.kind not in ("NUMBER", "BAD_NUMBER"):
        return None
    at = 2 if point.following.kind == "PERCENT" else 1
    sign, rest = pieces[at], pieces[at + 1 :]
    subject = _subject(rest)
    if sign.text not in MIRRORED or not subject:
        return None
    turned = replace(sign, text=MIRRORED[sign.text], kind=_sign_kind(MIRRORED[sign.text]))
    take = at + 1 + len(subject)
    return Repair(
        "flipped-comparison", point.piece.start, subject[-1].end, take, (*subject, turned, *pieces[:at])
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
    return next((kind for kind, spelt in text_by_kind().items() if spelt == text), "FOREIGN_SIGN")


def compared_with_truth(point: RecoveryPoint) -> Repair | None:
    """`enemy.has(poison) == false`: `not` says that."""
    value = point.following.text.lower()
    if (
        point.place not in ("joint", "arrow")
        or not is_sign(point.piece)
        or value not in TRUE_WORDS | FALSE_WORDS
    ):
        return None
    if not any(piece.kind in {"HAS", "FASTER"} for piece in point.clause):
        return None
    differs = point.piece.kind == "NE" or "NE" in [kind for kind, _ in meanings(point.piece.text)]
    clause = negated(point.clause) if (value in FALSE_WORDS) != differs else point.clause
    return Repair(
        "boolean-comparison",
        point.piece.start,
        point.following.end,
        2,
        clause,
        len(point.clause),
        {"word": quoted(f"{point.piece.text} {point.following.text}")},
    )


def chained(point: RecoveryPoint) -> Repair | None:
    """`10% < self.hp < 50%`: two comparisons, so two conditions."""
    if point.place not in ("joint", "arrow") or not is_sign(point.piece):
        return None
    subject = _subject(tuple(piece for piece in point.clause if piece.kind != "NOT"))
    if not subject:
        return None
    text = "and " + "".join(piece.text for piece in subject)
    return Repair("chained-comparison", point.piece.start, point.piece.end, 0, point.added(text))


def negated(clause: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The opposite of a condition."""
    if clause[0].kind == "NOT":
        return clause[1:]
    return (*put("not", clause[0].start, clause[0].start), *clause)
