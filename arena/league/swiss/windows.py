"""Rounds of more than 32 heroes: the fold, and windows of it solved exactly where it does not hold."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from arena.league.swiss.cost import weigh
from arena.league.swiss.fold import Fold
from arena.league.swiss.matching import best_matching, best_transposition
from arena.league.swiss.ranking import Bools, Ints, Ranking

WINDOW = 16
"""The most pairs of a window, so 32 heroes."""
WIDTHS = (2, 4, 8, WINDOW)


class Cause(IntEnum):
    """What decided a pair: the plain fold, or an exact solution of the whole round or of a window around a
    rematch or a floater."""

    FOLD = 0
    ROUND = 1
    REMATCH = 2
    FLOATER = 3


@dataclass
class Mended:
    """A fold on its way to a round: pairs of ranks, what decided each, and how many heroes were solved
    together with it (0 for the fold); all (pairs,)."""

    ranking: Ranking
    better: Ints
    other: Ints
    cause: Ints
    window: Ints

    @property
    def rematches(self) -> Bools:
        """Which pairs have met."""
        return self.ranking.have_met(self.better, self.other)


def mend(ranking: Ranking, plain: Fold) -> Mended | None:
    """Solve each window with a rematch or a floater exactly; None where no round without a rematch exists.

    First, inside a score group, rows of 2, 4, 8, 16 neighbouring pairs whose upper halves can all meet lower
    halves: that is the best such a window can do, and equal windows are solved once. Then, from the top,
    windows of 16 pairs around each floater and each rematch that is left. They may overlap: a window never
    makes the round as a whole worse.
    """
    nothing = np.zeros(len(plain.better), np.int64)
    mended = Mended(ranking, plain.better.copy(), plain.other.copy(), nothing, nothing.copy())
    rematch = mended.rematches
    floaters = np.ones(len(plain.better), np.bool_)
    for start, end in plain.groups:
        floaters[start:end] = False
        for width in WIDTHS:
            if rematch[start:end].any():
                _transpose(mended, rematch, start, end, width)
    for pair in np.flatnonzero(floaters).tolist():
        if not _solve_around(mended, pair, Cause.FLOATER):
            return None
    for pair in np.flatnonzero(mended.rematches).tolist():
        if ranking.have_met(mended.better[pair], mended.other[pair]) and not _solve_around(
            mended, pair, Cause.REMATCH
        ):
            return None
    return mended


def _transpose(mended: Mended, rematch: Bools, start: int, end: int, width: int) -> None:
    """Mend the rows of `width` pairs of one group that hold a rematch and can be paired across its halves.

    Rows of a width begin where rows of half the width begin, so a row that fails is part of the next.
    """
    rows = (end - start) // width
    within = slice(start, start + rows * width)
    better = mended.better[within].reshape(rows, width)
    other = mended.other[within].reshape(rows, width)
    chosen = np.flatnonzero(rematch[within].reshape(rows, width).any(axis=1))
    if not len(chosen):
        return
    lower = np.sort(other[chosen], axis=1)
    met = mended.ranking.have_met(better[chosen, :, None], lower[:, None, :])
    patterns, which = np.unique(met.reshape(len(chosen), -1), axis=0, return_inverse=True)
    solved = [best_transposition(width, pattern.tobytes()) for pattern in patterns]
    for index, transposition in enumerate(solved):
        if transposition is not None:
            mine = which == index
            other[chosen[mine]] = lower[mine][:, transposition]
            mended.cause[within].reshape(rows, width)[chosen[mine]] = Cause.REMATCH
            mended.window[within].reshape(rows, width)[chosen[mine]] = 2 * width
            rematch[within].reshape(rows, width)[chosen[mine]] = False


def _solve_around(mended: Mended, pair: int, cause: Cause) -> bool:
    """Solve the 16 pairs around this one exactly. Where they cannot be paired, which takes heroes that have
    met half of a window, twice as many, and so on; False where all together cannot."""
    count = len(mended.better)
    size = min(WINDOW, count)
    while True:
        start = min(max(pair - size // 2, 0), count - size)
        window = slice(start, start + size)
        ranks = np.sort(np.concatenate((mended.better[window], mended.other[window]))).tolist()
        found = best_matching(weigh(mended.ranking, ranks), len(ranks))
        if found is not None:
            break
        if size == count:
            return False
        size = min(2 * size, count)
    mended.better[window] = [ranks[i] for i, _ in found]
    mended.other[window] = [ranks[j] for _, j in found]
    mended.cause[window] = cause
    mended.window[window] = len(ranks)
    return True
