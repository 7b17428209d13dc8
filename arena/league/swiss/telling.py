"""Why two heroes meet, or one rests, in words."""

from collections.abc import Iterator, Mapping

from arena.league.swiss.pairing import PairReason
from arena.league.swiss.windows import Cause
from arena.messages import TEXTS
from arena.rulesets.ruleset import decimal


def tell_pair(reason: PairReason, names: Mapping[int, str], locale: str) -> tuple[str, ...]:
    """The reason as sentences in a language. `names`: what the heroes that it speaks of are called, by id."""
    return tuple(
        TEXTS.text(f"pair-{key}.text", locale, **words) for key, words in _told(reason, names, locale)
    )


def _told(
    reason: PairReason, names: Mapping[int, str], locale: str
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Keys of texts, and what fills them."""
    hero = names[reason.hero]
    points = [decimal(points2, 2, locale) for points2 in reason.points2]
    if reason.opponent is None or reason.side_a is None:
        yield "bye", {"hero": hero, "points": points[0]}
    else:
        words = {"hero": hero, "opponent": names[reason.opponent]}
        places = dict(zip(("place", "other_place"), reason.places, strict=True))
        if points[0] == points[1]:
            yield "same-score", {**words, **places, "points": points[0], "size": reason.groups[0]}
        else:
            yield "float", {**words, **places, "points": points[0], "other_points": points[1]}
        yield from _instead(reason, names)
        side = "side-turn" if reason.side_by_turn else "side-balance"
        yield side, {"side_a": names[reason.side_a]}
    if reason.cause is Cause.ROUND:
        yield "whole-round", {"window": reason.window}
    if reason.passed_over:
        yield "passed-over", {"passed_over": reason.passed_over}


def _instead(reason: PairReason, names: Mapping[int, str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Whom the hero would have met by the plain order, and why it did not."""
    if reason.folded not in (None, reason.opponent):
        words = {"hero": names[reason.hero], "folded": names[reason.folded]}
        yield "had-met" if reason.folded_had_met else "other-order", words
    if reason.cause in (Cause.REMATCH, Cause.FLOATER):
        yield "window", {"window": reason.window}
