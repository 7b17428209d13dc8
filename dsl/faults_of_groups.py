"""Faults of what joins conditions: parentheses around several of them, an `and` that joins nothing.

Each function looks at one point and returns the repair if the fault is its own, else None.
"""

from dsl.alternatives import negated
from dsl.grammar import END, Piece, put
from dsl.recovery_point import ANCHORS, RecoveryPoint, Repair, clearly
from dsl.spellings import meanings


def stray_joint(point: RecoveryPoint) -> Repair | None:
    """`and self.faster -> heal`, `self.faster and and ...`, `self.faster or -> heal`."""
    if not joins(point.piece) or clearly(point.piece) & {"ARROW"}:
        return None
    begins = point.place == "condition" and (point.last is None or point.last.kind == "AND")
    if begins and not clearly(point.following) & ANCHORS:
        return point.replace("stray-joint", word=point.piece.text)
    if point.place in ("joint", "arrow") and clearly(point.following) & {"ARROW", END}:
        return point.replace("stray-joint", word=point.piece.text)
    return None


def grouped(point: RecoveryPoint) -> Repair | None:
    """`not (self.faster and turn > 3)`, `turn > 3 and (self.faster or enemy.faster)`.

    The group is read as conditions without parentheses; the repair's `choices` tell the rules it stands for.
    """
    if point.place != "condition" or point.piece.kind != "LPAR":
        return None
    take = _closing(point.pieces)
    inside = point.pieces[1 : take - 1] if point.pieces[take - 1].kind == "RPAR" else point.pieces[1:take]
    while inside and inside[0].kind == "LPAR" and _closing(inside) == len(inside):
        inside = inside[1:-1]
    members, joints = _split(inside)
    is_or = [("AND", "or") in meanings(joint.text) for joint in joints]
    opposite = point.last is not None and point.last.kind == "NOT"
    if not joints or not all(members) or not (opposite or any(is_or)):
        return None
    blocks = _blocks(is_or)
    choices = negated(blocks) if opposite else blocks
    code = "grouped-or" if not opposite else "negated-group" if len(choices) > 1 else "negated-or"
    first = point.last if opposite and point.last else point.piece
    conditions = [_opposite(member) for member in members] if opposite else members
    pieces = conditions[0]
    for joint, condition in zip(joints, conditions[1:], strict=True):
        # However it is spelt, it is answered with the whole group.
        pieces += (*put("and", joint.start, joint.end), *condition)
    return Repair(code, first.start, point.pieces[take - 1].end, take, pieces, int(opposite), choices=choices)


def joins(piece: Piece) -> bool:
    """Whether `piece` is, or may stand for, an `and`; an "or" is read as one."""
    return piece.kind == "AND" or any(kind == "AND" for kind, _ in meanings(piece.text))


def _closing(pieces: tuple[Piece, ...]) -> int:
    """How many pieces the group that `pieces` begin with has, up to its `)` or the end of the conditions."""
    depth = 0
    for count, piece in enumerate(pieces, 1):
        if piece.kind in ("ARROW", END):
            return count - 1
        depth += (piece.kind == "LPAR") - (piece.kind == "RPAR")
        if depth == 0:
            return count
    return len(pieces)


def _split(pieces: tuple[Piece, ...]) -> tuple[list[tuple[Piece, ...]], list[Piece]]:
    """The conditions of a group, and what stands between them."""
    members: list[tuple[Piece, ...]] = [()]
    joints: list[Piece] = []
    depth = 0
    for piece in pieces:
        depth += (piece.kind == "LPAR") - (piece.kind == "RPAR")
        if depth == 0 and joins(piece):
            joints.append(piece)
            members.append(())
        else:
            members[-1] += (piece,)
    return members, joints


def _blocks(is_or: list[bool]) -> tuple[tuple[int, ...], ...]:
    """The numbers of a group's conditions, cut at each "or"."""
    blocks: list[tuple[int, ...]] = [(0,)]
    for number, cut in enumerate(is_or, 1):
        if cut:
            blocks.append((number,))
        else:
            blocks[-1] += (number,)
    return tuple(blocks)


def _opposite(member: tuple[Piece, ...]) -> tuple[Piece, ...]:
    if "NOT" in clearly(member[0]):
        return member[1:]
    return (*put("not", member[0].start, member[0].start), *member)
