"""Buchholz cut 1: Buchholz without the opponent that has the fewest points.

A bye is an opponent here too, with the hero's own final points, and may be the one that is left out. An
absence is none: it brings nothing and is not what is left out. Of equal opponents the first is left out.
Values are doubled points.
"""

import numpy as np

from arena.league.tiebreaks.buchholz import buchholz
from arena.league.tiebreaks.results import ABSENT, Results, TieBreak

NEVER_LEAST = np.iinfo(np.int64).max


def buchholz_cut1(results: Results) -> TieBreak:
    """Doubled points; each round brings its opponent's, the one that is cut nothing."""
    full = buchholz(results).rounds
    if not full.shape[1]:
        return TieBreak("buchholz_cut1", full.sum(axis=1), full, np.full(len(full), -1, np.int64))
    present = results.opponents != ABSENT
    cut = np.where(present.any(axis=1), np.where(present, full, NEVER_LEAST).argmin(axis=1), -1)
    rounds = np.where(np.arange(full.shape[1]) == cut[:, None], 0, full)
    return TieBreak("buchholz_cut1", rounds.sum(axis=1), rounds, cut)
