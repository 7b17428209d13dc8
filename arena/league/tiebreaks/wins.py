"""Number of wins: battles won. A bye is no win."""

import numpy as np

from arena.league.tiebreaks.results import Results, TieBreak


def wins(results: Results) -> TieBreak:
    """Whole wins; each round brings 0 or 1."""
    rounds = ((results.opponents >= 0) & (results.scored2 == 2)).astype(np.int64)
    return TieBreak("wins", rounds.sum(axis=1), rounds)
