"""Buchholz: the sum of the final points of all opponents.

A bye counts as an opponent with the hero's own final points, and in its opponents' sums as the point that it
is. A round in which the hero was absent had no opponent. Values are doubled points.
"""

import numpy as np

from arena.league.tiebreaks.results import BYE, Results, TieBreak


def buchholz(results: Results) -> TieBreak:
    """Doubled points; each round brings its opponent's."""
    rounds = np.where(results.opponents == BYE, results.points2[:, None], results.opponents_points2)
    return TieBreak("buchholz", rounds.sum(axis=1), rounds)
