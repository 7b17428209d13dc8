"""All faults of a rule that the grammar refuses.

This is phrase-level error recovery: the rule is read piece by piece; at a point where a piece does not fit,
the first fault that knows the point tells what is wrong and how it is put right, and reading goes on with the
repaired text. So one fault does not hide the next, and at the end there is a whole rule to show: what to
write instead.
"""

from collections.abc import Callable, Mapping

from dsl import faults_of_concepts as concepts
from dsl import faults_of_groups as groups
from dsl import faults_of_numbers as numbers
from dsl import faults_of_shape as shape
from dsl import faults_of_words as words
from dsl.diagnostics import quoted
from dsl.grammar import END, Piece, kind_by_text
from dsl.recovery_point import ANCHORS, RecoveryPoint, Repair, clearly
from dsl.recovery_report import Report, report
from dsl.recovery_state import PendingFault, RecoveryState

# The first that knows a point is heard, so what is particular stands before what is general.
FAULTS: tuple[Callable[[RecoveryPoint], Repair | None], ...] = (
    words.foreign_characters,
    shape.text_after_action,
    words.display_name,
    shape.action_first,
    concepts.readiness_asked,
    concepts.speed_compared,
    groups.stray_joint,
    groups.grouped,
    shape.sign_for_arrow,
    numbers.ill_formed_number,
    numbers.split_sign,
    shape.several_effects,
    numbers.compared_with_truth,
    shape.dot_missing,
    words.superfluous_is,
    words.foreign_spelling,
    words.constant,
    shape.double_not,
    shape.not_first,
    shape.bare_action,
    shape.who_missing,
    numbers.flipped,
    shape.turn_alone,
    shape.effect_without_has,
    shape.property_missing,
    numbers.percent_misplaced,
    numbers.arithmetic,
    numbers.percent_missing,
    numbers.percent_extra,
    numbers.sign_missing,
    numbers.needs_equality,
    numbers.number_wanted,
    numbers.chained,
    shape.wrong_effect,
    shape.parenthesis_missing,
    shape.stray_parenthesis,
    shape.condition_missing,
    shape.arrow_missing,
    shape.and_missing,
    shape.repeated_arrow,
    shape.incomplete,
    words.superfluous,
    words.joined_words,
    words.misspelt,
    words.unknown_word,
)

_MOST_REPAIRS = 12
_MOST_REPAIRS_A_PIECE = 4
"""Far more than sound repairs need: beyond it reading only skips, so that it ends whatever the text is."""


def recovered(pieces: tuple[Piece, ...], names: Mapping[str, str]) -> Report:
    """The faults of a rule, at least one if the grammar or a range refuses it, and the rule put right.

    `pieces` are the whole of the rule, at least one; the limit on a rule's length bounds their number.
    `names` has the actions by what people call them, `dsl.spellings.compact`.
    """
    sound, faults = _without_noise(pieces)
    end = pieces[-1].end
    state = RecoveryState((*sound, Piece(END, "", end, end)), faults=faults, names=names)
    _read(state, _MOST_REPAIRS + _MOST_REPAIRS_A_PIECE * len(sound))
    return report(state)


def _read(state: RecoveryState, most_repairs: int) -> None:
    repairs = 0
    while True:
        point = state.point()
        kind = point.piece.kind
        repair = numbers.out_of_range(point) if kind in point.accepted else None
        if kind in point.accepted and repair is None:
            if kind == END:
                return
            state.accept(point.piece)
        elif kind == "AND" and point.place == "arrow" and not groups.stray_joint(point):
            state.read_another_condition(point)
        else:
            lost = state.lost or repairs >= most_repairs
            repair = repair or (_skip(point) if lost else _repair(point))
            state.apply(repair, point)
            repairs += 1


def _repair(point: RecoveryPoint) -> Repair:
    for fault in FAULTS:
        if repair := fault(point):
            return repair
    return words.misplaced(point)


def _skip(point: RecoveryPoint) -> Repair:
    """Past a fault that leaves no clue: pieces go until the condition's end, which gets what it waits for."""
    meant = clearly(point.piece)
    if meant & point.accepted and (respelt := words.foreign_spelling(point)):
        return respelt
    if point.at_last_action and point.place in ("joint", "arrow"):
        return point.insert("arrow-missing", "->")
    if (meant & ANCHORS or point.at_last_action) and point.place != "end":
        return point.insert(None, shape.filling(point))
    return point.replace(None)


def _without_noise(pieces: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], list[PendingFault]]:
    """The pieces without what is wrong wherever it stands: quotes, exotic spaces, capital letters."""
    sound: list[Piece] = []
    faults: list[PendingFault] = []
    for piece in pieces:
        params = {"word": quoted(piece.text)}
        lower = piece.text.lower()
        expected: tuple[str, ...] = ()
        if piece.kind == "QUOTE":
            code = "quotes"
        elif piece.kind == "FOREIGN_SPACE":
            code = "wrong-space"
        elif piece.kind == "WORD" and lower in kind_by_text():
            code = "upper-case"
            params["suggestion"] = lower
            expected = (lower,)
            sound.append(Piece(kind_by_text()[lower], lower, piece.start, piece.end))
        else:
            sound.append(piece)
            continue
        faults.append(PendingFault(Repair(code, piece.start, piece.end, params=params), expected, None))
    return tuple(sound), faults
