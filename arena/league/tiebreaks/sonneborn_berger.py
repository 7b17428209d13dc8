"""Sonneborn-Berger: the final points of all beaten opponents, and half the points of those drawn with.

A bye beats nobody and brings nothing. Values are quadrupled points: half of a half point is a quarter.
"""

from arena.league.tiebreaks.results import Results, TieBreak


def sonneborn_berger(results: Results) -> TieBreak:
    """Quadrupled points; each round brings its opponent's doubled points × those won from it."""
    rounds = results.opponents_points2 * results.scored2
    return TieBreak("sonneborn_berger", rounds.sum(axis=1), rounds)
