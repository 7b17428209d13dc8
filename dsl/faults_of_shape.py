"""Faults of a rule's build: what is missing, what stands in the wrong order, what is too much.

Each function looks at one point and returns the repair if the fault is its own, else None.
"""

from dsl.diagnostics import listed, quoted
from dsl.examples import ALWAYS_TRUE, EXAMPLE_ACTION, EXAMPLE_EFFECT, EXAMPLE_NUMBER
from dsl.faults_of_numbers import negated
from dsl.grammar import END, Piece, put
from dsl.recovery_point import (
    ANCHORS,
    RecoveryPoint,
    Repair,
    actions,
    clearly,
    effects,
    fighters,
    is_sign,
    properties,
)
from dsl.spellings import meanings

# ---- where a condition begins


def double_not(point: RecoveryPoint) -> Repair | None:
    """`not not self.faster`: each pair says nothing."""
    if point.place != "condition" or point.piece.kind != "NOT" or not point.last:
        return None
    count = next(i for i, piece in enumerate(point.pieces) if piece.kind != "NOT")
    even = count % 2 == 1
    return Repair("double-not", point.last.start, point.pieces[count - 1].end, count, (), int(even))


def who_missing(point: RecoveryPoint) -> Repair | None:
    """`hp < 30%`, `.hp < 30%`, `has(shield)`."""
    if point.place != "condition":
        return None
    if point.piece.kind in properties():
        return point.insert("who-missing", "self.", mark=point.piece, word=point.piece.text)
    if point.piece.kind == "DOT" and point.following.kind in properties():
        return point.insert("who-missing", "self", mark=point.following, word=point.following.text)
    return None


def action_first(point: RecoveryPoint) -> Repair | None:
    """`heal if self.hp < 30%`, `heal when ...`."""
    pieces = point.pieces
    if point.place != "condition" or point.piece.kind not in actions():
        return None
    if point.following.text.lower() not in ("if", "when", "<-"):
        return None
    rest = pieces[2:-1]
    if any("ARROW" in clearly(piece) for piece in rest):
        return None
    arrow = put("->", pieces[-1].start, pieces[-1].start)
    return Repair(
        "action-first", point.piece.start, point.following.end, len(pieces) - 1, (*rest, *arrow, point.piece)
    )


def bare_action(point: RecoveryPoint) -> Repair | None:
    """`heal` alone; `self.faster and heal`; `shield -> heal`, where the effect is meant."""
    piece = point.piece
    if point.place != "condition" or piece.kind not in actions():
        return None
    if point.following.kind == END and point.last and point.last.kind == "AND":
        return Repair("arrow-missing", point.last.start, point.last.end, 0, point.added("->"), 1)
    if point.following.kind == END:
        return point.insert("condition-missing", f"{ALWAYS_TRUE} ->", mark=piece)
    if piece.kind in effects():
        return point.replace("effect-without-has", f"self.has({piece.text})", word=piece.text)
    return None


def condition_missing(point: RecoveryPoint) -> Repair | None:
    """`-> strike`, `self.faster and -> strike`, `not -> strike`."""
    piece, last = point.piece, point.last
    if point.place != "condition" or piece.kind not in ANCHORS:
        return None
    if piece.kind == "AND" and (last is None or last.kind == "AND"):
        return point.replace("condition-missing")
    if last and last.kind == "AND":
        return Repair("stray-joint", last.start, last.end, 0, (), 1, {"word": last.text})
    if last and last.kind == "NOT":
        return Repair("condition-missing", last.start, last.end, 0, (), 1)
    return point.insert("condition-missing", ALWAYS_TRUE)


# ---- inside a condition


def not_first(point: RecoveryPoint) -> Repair | None:
    """`self.hp not < 35%`, `self.not has(shield)`, `self.has(not shield)`: `not` opens the condition."""
    if point.piece.kind != "NOT" or not point.clause or point.place in ("condition", "joint", "arrow"):
        return None
    clause = negated(point.clause)
    return Repair("not-first", point.piece.start, point.piece.end, 1, clause, len(point.clause))


def dot_missing(point: RecoveryPoint) -> Repair | None:
    """`self hp < 35%`, `self->hp`, `self:hp`."""
    if point.place != "dot":
        return None
    if point.piece.kind in properties() | effects():
        return point.insert("dot-missing", ".")
    foreign = point.piece.kind in ("FOREIGN_SIGN", "ARROW")
    if foreign and point.following.kind in properties() | effects():
        return point.replace("dot-missing", ".")
    return None


def property_missing(point: RecoveryPoint) -> Repair | None:
    """`self < 35%`, `self. < 35%`."""
    if point.place not in ("dot", "property") or not is_sign(point.piece):
        return None
    fighter = point.clause[-1] if point.place == "dot" else point.clause[-2]
    return point.insert(
        "property-missing", ".hp" if point.place == "dot" else "hp", mark=fighter, word=fighter.text
    )


def effect_without_has(point: RecoveryPoint) -> Repair | None:
    """`self.shield`, `not enemy.poison`."""
    piece = point.piece
    if point.place != "property" or piece.kind not in effects():
        return None
    return point.replace("effect-without-has", f"has({piece.text})", word=piece.text)


def turn_alone(point: RecoveryPoint) -> Repair | None:
    """`self.turn <= 2`."""
    if point.place == "property" and point.piece.kind == "TURN":
        owner = point.clause[-2]
        return Repair("turn-alone", owner.start, point.piece.end, 1, (point.piece,), 2, {"word": owner.text})
    return None


def wrong_effect(point: RecoveryPoint) -> Repair | None:
    """`self.has(heavy)`: an action that leaves no effect."""
    if point.place != "effect" or point.piece.kind not in actions():
        return None
    return point.replace("not-an-effect", EXAMPLE_EFFECT, word=point.piece.text, words=listed(point.fitting))


def several_effects(point: RecoveryPoint) -> Repair | None:
    """`self.has(shield, rage)`."""
    joins = point.piece.kind == "AND" or any(kind == "AND" for kind, _ in meanings(point.piece.text))
    if point.place != "close" or not joins or point.following.kind not in effects():
        return None
    count = point.until(frozenset(("RPAR", "ARROW", END)))
    return point.replace("one-effect", take=count, effect=point.following.text)


def parenthesis_missing(point: RecoveryPoint) -> Repair | None:
    """`self.has shield`, `self.has.shield`, `self.has(shield -> heal`."""
    pieces = point.pieces
    if point.place == "close" and point.piece.kind != "LPAR":
        return point.insert("parenthesis-missing", ")")
    if point.place != "open":
        return None
    at = 1 if point.piece.kind == "DOT" else 0
    if len(pieces) <= at or pieces[at].kind not in effects():
        return None
    take = at + 2 if pieces[at + 1].kind == "RPAR" else at + 1
    return point.replace("parenthesis-missing", f"({pieces[at].text})", take=take)


def stray_parenthesis(point: RecoveryPoint) -> Repair | None:
    """`(self.hp < 35%) and ...`, `not(self.faster)`, `self.faster()`: only `has` takes parentheses."""
    if point.piece.kind == "RPAR" and point.place == "effect":
        return point.insert("effect-missing", EXAMPLE_EFFECT, word="has()")
    if point.piece.kind not in ("LPAR", "RPAR"):
        return None
    count = next(i for i, piece in enumerate(point.pieces) if piece.kind != point.piece.kind)
    rest = (
        _without_closing(point.pieces[count:], count) if point.piece.kind == "LPAR" else point.pieces[count:]
    )
    return Repair(
        "stray-parenthesis", point.piece.start, point.pieces[count - 1].end, len(point.pieces), rest
    )


def _without_closing(pieces: tuple[Piece, ...], count: int) -> tuple[Piece, ...]:
    """`pieces` without the parentheses that close `count` opened ones."""
    opened = [True] * count
    kept = []
    for piece in pieces:
        if piece.kind == "LPAR":
            opened.append(False)
        if piece.kind == "RPAR" and opened and opened.pop():
            continue
        kept.append(piece)
    return tuple(kept)


def incomplete(point: RecoveryPoint) -> Repair | None:
    """`self -> heal`, `self.hp -> heal`, `self.hp < and ...`, `enemy.has( -> heal`: it stops too early."""
    codes = {
        "dot": "property-missing", "property": "property-missing", "sign": "comparison-missing",
        "equality": "comparison-missing", "number": "comparison-missing", "open": "effect-missing",
        "effect": "effect-missing", "action": "comparison-missing",
    }  # fmt: skip
    code, last = codes.get(point.place), point.last
    if point.piece.kind not in ANCHORS or code is None or last is None:
        return None
    if last.kind == "ARROW":
        code = "action-missing"
    read = quoted("".join(piece.text for piece in point.clause if piece.kind != "NOT" and not is_sign(piece)))
    return Repair(code, last.start, last.end, 0, point.added(filling(point)), 0, {"word": read}, lost=True)


def filling(point: RecoveryPoint) -> str:
    """An example of what the grammar waits for."""
    return {
        "condition": ALWAYS_TRUE,
        "dot": ".",
        "property": "hp",
        "sign": "<=" if point.in_turn_test else "<",
        "equality": "==",
        "number": "3" if point.in_turn_test else EXAMPLE_NUMBER,
        "percent": "%",
        "open": "(",
        "effect": EXAMPLE_EFFECT,
        "close": ")",
        "joint": "->",
        "arrow": "->",
        "action": EXAMPLE_ACTION,
        "end": "",
    }[point.place]


# ---- behind a condition


def arrow_missing(point: RecoveryPoint) -> Repair | None:
    """`self.hp < 35% heal`, `self.hp < 35%`."""
    if point.place not in ("joint", "arrow"):
        return None
    if point.piece.kind == END:
        return point.insert("arrow-missing", f"-> {EXAMPLE_ACTION}")
    if point.piece.kind in actions():
        return point.insert("arrow-missing", "->")
    return None


def and_missing(point: RecoveryPoint) -> Repair | None:
    """`self.hp < 35% enemy.faster -> heal`."""
    begins = fighters() | properties() | {"TURN", "NOT"}
    if point.place in ("joint", "arrow") and point.piece.kind in begins:
        return point.insert("and-missing", "and")
    return None


def repeated_arrow(point: RecoveryPoint) -> Repair | None:
    """`-> -> heal`, `-> : heal`."""
    arrow = point.piece.kind == "ARROW" or any(kind == "ARROW" for kind, _ in meanings(point.piece.text))
    if point.place != "action" or not arrow or not point.last or point.last.kind != "ARROW":
        return None
    return None if point.following.kind == END else point.replace("repeated-arrow")


def sign_for_arrow(point: RecoveryPoint) -> Repair | None:
    """`self.hp < 35% >> heal`, `self.faster = heal`."""
    if point.place not in ("joint", "arrow") or not is_sign(point.piece):
        return None
    if point.following.kind not in actions() or point.pieces[2].kind != END:
        return None
    return point.replace("foreign-arrow", "->", word=quoted(point.piece.text), suggestion="->")


def text_after_action(point: RecoveryPoint) -> Repair | None:
    """`-> heal()`, `-> ultimate!`; `-> shield heavy`, `-> shield; self.faster -> heavy`."""
    if point.place != "end":
        return None
    second = any(piece.kind in actions() for piece in point.pieces)
    return point.replace("second-action" if second else "text-after-action", take=len(point.pieces) - 1)
