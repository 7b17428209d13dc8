"""Faults of a rule's build: what is missing, what stands in the wrong order, what is too much.

Each function looks at one scene and returns the repair if the fault is its own, else None.
"""

from dsl.diagnostics import quoted
from dsl.faults_of_numbers import negated
from dsl.grammar import END, Piece, put
from dsl.scene import (
    ANCHORS,
    EXAMPLE_ACTION,
    EXAMPLE_CONDITION,
    EXAMPLE_EFFECT,
    EXAMPLE_NUMBER,
    Repair,
    Scene,
    actions,
    clearly,
    effects,
    fighters,
    is_sign,
    properties,
)
from dsl.spellings import meanings

# ---- where a condition begins


def double_not(scene: Scene) -> Repair | None:
    """`not not self.faster`: each pair says nothing."""
    if scene.place != "condition" or scene.piece.kind != "NOT" or not scene.last:
        return None
    count = next(i for i, piece in enumerate(scene.pieces) if piece.kind != "NOT")
    even = count % 2 == 1
    return Repair("double-not", scene.last.start, scene.pieces[count - 1].end, count, (), int(even))


def who_missing(scene: Scene) -> Repair | None:
    """`hp < 30%`, `.hp < 30%`, `has(shield)`."""
    if scene.place != "condition":
        return None
    if scene.piece.kind in properties():
        return scene.insert("who-missing", "self.", mark=scene.piece, word=scene.piece.text)
    if scene.piece.kind == "DOT" and scene.following.kind in properties():
        return scene.insert("who-missing", "self", mark=scene.following, word=scene.following.text)
    return None


def action_first(scene: Scene) -> Repair | None:
    """`heal if self.hp < 30%`, `heal when ...`."""
    pieces = scene.pieces
    if scene.place != "condition" or scene.piece.kind not in actions():
        return None
    if scene.following.text.lower() not in ("if", "when", "<-"):
        return None
    rest = pieces[2:-1]
    if any("ARROW" in clearly(piece) for piece in rest):
        return None
    arrow = put("->", pieces[-1].start, pieces[-1].start)
    return Repair(
        "action-first", scene.piece.start, scene.following.end, len(pieces) - 1, (*rest, *arrow, scene.piece)
    )


def bare_action(scene: Scene) -> Repair | None:
    """`heal` alone; `self.faster and heal`; `shield -> heal`, where the effect is meant."""
    piece = scene.piece
    if scene.place != "condition" or piece.kind not in actions():
        return None
    if scene.following.kind == END and scene.last and scene.last.kind == "AND":
        return Repair("arrow-missing", scene.last.start, scene.last.end, 0, scene.added("->"), 1)
    if scene.following.kind == END:
        return scene.insert("condition-missing", f"{EXAMPLE_CONDITION} ->", mark=piece)
    if piece.kind in effects():
        return scene.replace("effect-without-has", f"self.has({piece.text})", word=piece.text)
    return None


def condition_missing(scene: Scene) -> Repair | None:
    """`-> strike`, `and self.faster -> strike`, `self.faster and -> strike`, `not -> strike`."""
    piece, last = scene.piece, scene.last
    if scene.place != "condition" or piece.kind not in ANCHORS:
        return None
    if piece.kind == "AND" and (last is None or last.kind == "AND"):
        return scene.replace("condition-missing")
    if last and last.kind in ("AND", "NOT"):
        return Repair("condition-missing", last.start, last.end, 0, (), 1)
    return scene.insert("condition-missing", EXAMPLE_CONDITION)


# ---- inside a condition


def not_first(scene: Scene) -> Repair | None:
    """`self.hp not < 35%`, `self.not has(shield)`, `self.has(not shield)`: `not` opens the condition."""
    if scene.piece.kind != "NOT" or not scene.clause or scene.place in ("condition", "joint", "arrow"):
        return None
    clause = negated(scene.clause)
    return Repair("not-first", scene.piece.start, scene.piece.end, 1, clause, len(scene.clause))


def dot_missing(scene: Scene) -> Repair | None:
    """`self hp < 35%`, `self->hp`, `self:hp`."""
    if scene.place != "dot":
        return None
    if scene.piece.kind in properties() | effects():
        return scene.insert("dot-missing", ".")
    foreign = scene.piece.kind in ("FOREIGN_SIGN", "ARROW")
    if foreign and scene.following.kind in properties() | effects():
        return scene.replace("dot-missing", ".")
    return None


def property_missing(scene: Scene) -> Repair | None:
    """`self < 35%`, `self. < 35%`."""
    if scene.place not in ("dot", "property") or not is_sign(scene.piece):
        return None
    fighter = scene.clause[-1] if scene.place == "dot" else scene.clause[-2]
    return scene.insert(
        "property-missing", ".hp" if scene.place == "dot" else "hp", mark=fighter, word=fighter.text
    )


def effect_without_has(scene: Scene) -> Repair | None:
    """`self.shield`, `not enemy.poison`."""
    piece = scene.piece
    if scene.place != "property" or piece.kind not in effects():
        return None
    return scene.replace("effect-without-has", f"has({piece.text})", word=piece.text)


def turn_alone(scene: Scene) -> Repair | None:
    """`self.turn <= 2`."""
    if scene.place == "property" and scene.piece.kind == "TURN":
        owner = scene.clause[-2]
        return Repair("turn-alone", owner.start, scene.piece.end, 1, (scene.piece,), 2, {"word": owner.text})
    return None


def wrong_effect(scene: Scene) -> Repair | None:
    """`self.has(heavy)`: an ability that leaves no effect."""
    if scene.place != "effect" or scene.piece.kind not in actions():
        return None
    listed = ", ".join(f"`{text}`" for text in scene.fitting)
    return scene.replace("not-an-effect", EXAMPLE_EFFECT, word=scene.piece.text, words=listed)


def several_effects(scene: Scene) -> Repair | None:
    """`self.has(shield, rage)`."""
    joins = scene.piece.kind == "AND" or any(kind == "AND" for kind, _ in meanings(scene.piece.text))
    if scene.place != "close" or not joins or scene.following.kind not in effects():
        return None
    count = scene.until(frozenset(("RPAR", "ARROW", END)))
    return scene.replace("one-effect", take=count, effect=scene.following.text)


def parenthesis_missing(scene: Scene) -> Repair | None:
    """`self.has shield`, `self.has.shield`, `self.has(shield -> heal`."""
    pieces = scene.pieces
    if scene.place == "close" and scene.piece.kind != "LPAR":
        return scene.insert("parenthesis-missing", ")")
    if scene.place != "open":
        return None
    at = 1 if scene.piece.kind == "DOT" else 0
    if len(pieces) <= at or pieces[at].kind not in effects():
        return None
    take = at + 2 if pieces[at + 1].kind == "RPAR" else at + 1
    return scene.replace("parenthesis-missing", f"({pieces[at].text})", take=take)


def stray_parenthesis(scene: Scene) -> Repair | None:
    """`(self.hp < 35%) and ...`, `not(self.faster)`, `self.faster()`: only `has` takes parentheses."""
    if scene.piece.kind == "RPAR" and scene.place == "effect":
        return scene.insert("effect-missing", EXAMPLE_EFFECT, word="has()")
    if scene.piece.kind not in ("LPAR", "RPAR"):
        return None
    count = next(i for i, piece in enumerate(scene.pieces) if piece.kind != scene.piece.kind)
    rest = (
        _without_closing(scene.pieces[count:], count) if scene.piece.kind == "LPAR" else scene.pieces[count:]
    )
    return Repair(
        "stray-parenthesis", scene.piece.start, scene.pieces[count - 1].end, len(scene.pieces), rest
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


def incomplete(scene: Scene) -> Repair | None:
    """`self -> heal`, `self.hp -> heal`, `self.hp < and ...`, `enemy.has( -> heal`: it stops too early."""
    codes = {
        "dot": "property-missing", "property": "property-missing", "sign": "comparison-missing",
        "equality": "comparison-missing", "number": "comparison-missing", "open": "effect-missing",
        "effect": "effect-missing", "action": "comparison-missing",
    }  # fmt: skip
    code, last = codes.get(scene.place), scene.last
    if scene.piece.kind not in ANCHORS or code is None or last is None:
        return None
    if last.kind == "ARROW":
        code = "action-missing"
    read = quoted("".join(piece.text for piece in scene.clause if piece.kind != "NOT" and not is_sign(piece)))
    return Repair(code, last.start, last.end, 0, scene.added(filling(scene)), 0, {"word": read}, lost=True)


def filling(scene: Scene) -> str:
    """An example of what the grammar waits for."""
    return {
        "condition": EXAMPLE_CONDITION,
        "dot": ".",
        "property": "hp",
        "sign": "<=" if scene.in_turn_test else "<",
        "equality": "==",
        "number": "3" if scene.in_turn_test else EXAMPLE_NUMBER,
        "percent": "%",
        "open": "(",
        "effect": EXAMPLE_EFFECT,
        "close": ")",
        "joint": "->",
        "arrow": "->",
        "action": EXAMPLE_ACTION,
        "end": "",
    }[scene.place]


# ---- behind a condition


def arrow_missing(scene: Scene) -> Repair | None:
    """`self.hp < 35% heal`, `self.hp < 35%`."""
    if scene.place not in ("joint", "arrow"):
        return None
    if scene.piece.kind == END:
        return scene.insert("arrow-missing", f"-> {EXAMPLE_ACTION}")
    if scene.piece.kind in actions():
        return scene.insert("arrow-missing", "->")
    return None


def and_missing(scene: Scene) -> Repair | None:
    """`self.hp < 35% enemy.faster -> heal`."""
    begins = fighters() | properties() | {"TURN", "NOT"}
    if scene.place in ("joint", "arrow") and scene.piece.kind in begins:
        return scene.insert("and-missing", "and")
    return None


def repeated_arrow(scene: Scene) -> Repair | None:
    """`-> -> heal`, `-> : heal`."""
    arrow = scene.piece.kind == "ARROW" or any(kind == "ARROW" for kind, _ in meanings(scene.piece.text))
    if scene.place != "action" or not arrow or not scene.last or scene.last.kind != "ARROW":
        return None
    return None if scene.following.kind == END else scene.replace("repeated-arrow")


def text_after_action(scene: Scene) -> Repair | None:
    """`-> shield heavy`, `-> shield; self.faster -> heavy`."""
    if scene.place != "end":
        return None
    return scene.replace("text-after-action", take=len(scene.pieces) - 1)
