"""A round's pairing, with all that decided it."""

from dataclasses import dataclass

import numpy as np

from arena.errors import ArenaError, refuse
from arena.league.swiss import lookahead
from arena.league.swiss.cost import BYE, Pair, weigh
from arena.league.swiss.fold import fold
from arena.league.swiss.matching import best_matching
from arena.league.swiss.ranking import Bools, Ints, Ranking
from arena.league.swiss.windows import Cause, mend

EXACT = 32
"""The most heroes whose whole round is solved exactly."""


@dataclass(frozen=True)
class Round:
    """Pairs of ranks, the better hero first, from the top of the table down; all arrays (pairs,).

    `better_is_a`: whether that hero is side A; `by_turn`: whether because both were side A equally often.
    `cause` is a Cause, `window` the number of heroes solved together with the pair, 0 for the fold. `folded`,
    (n,), is whom each rank would have met by the plain fold, BYE for nobody. `passed_over`: how many better
    rounds were not legal because the planned rounds could not all have followed.
    """

    ranking: Ranking
    better: Ints
    other: Ints
    bye: int | None
    better_is_a: Bools
    by_turn: Bools
    cause: Ints
    window: Ints
    folded: Ints
    passed_over: int


def decide_round(ranking: Ranking, sides: Ints, rounds_left: int) -> Round:
    """Pair the heroes; `sides` in the order of the ranking.

    Raises: ArenaError `swiss-no-pairing` where every pairing has a rematch or a second bye.
    """
    plain = fold(ranking)
    if plain is None:
        raise _no_pairing(ranking)
    if len(ranking) > EXACT:
        mended = mend(ranking, plain)
        if mended is None:
            raise _no_pairing(ranking)
        better, other, bye = mended.better, mended.other, plain.bye
        cause, window, passed_over = mended.cause, mended.window, 0
        order = np.argsort(better)
        better, other, cause, window = better[order], other[order], cause[order], window[order]
    else:
        better, other, bye, passed_over = _solve_whole(ranking, rounds_left)
        cause = np.full(len(better), Cause.ROUND, np.int64)
        window = np.full(len(better), len(ranking), np.int64)
    balance = sides[better] - sides[other]
    by_turn = balance == 0
    better_is_a = (balance < 0) | by_turn & (np.arange(len(better)) % 2 == 0)
    folded = plain.opponents(len(ranking))
    return Round(ranking, better, other, bye, better_is_a, by_turn, cause, window, folded, passed_over)


def _solve_whole(ranking: Ranking, rounds_left: int) -> tuple[Ints, Ints, int | None, int]:
    """The best legal round of at most EXACT heroes: better ranks, other ranks, who rests, how many were
    passed over."""
    ranks = [*range(len(ranking)), *[BYE] * (len(ranking) % 2)]
    weights = weigh(ranking, ranks)
    found: list[Pair] | None
    passed_over = 0
    if len(ranks) > lookahead.MOST:
        found = best_matching(weights, len(ranks))
    else:
        found, passed_over = lookahead.best_with_future(weights, len(ranks), rounds_left) or (None, 0)
    if found is None:
        raise _no_pairing(ranking)
    pairs = np.array([(ranks[i], ranks[j]) for i, j in found], np.int64).reshape(-1, 2)
    resting = pairs[:, 1] == BYE
    bye = int(pairs[resting, 0][0]) if resting.any() else None
    return pairs[~resting, 0], pairs[~resting, 1], bye, passed_over


def _no_pairing(ranking: Ranking) -> ArenaError:
    return refuse("swiss-no-pairing", heroes=len(ranking))
