"""Rating: the higher one, as it stood when the tournament began (a tournament is unrated)."""

import numpy as np

from arena.league.tiebreaks.results import Results, TieBreak


def rating(results: Results) -> TieBreak:
    """In 1/100 of a point; rounds bring nothing."""
    return TieBreak("rating", results.ratings, np.empty((len(results.ids), 0), np.int64))
