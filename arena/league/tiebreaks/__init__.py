"""What orders heroes of equal points in a tournament, one file a criterion."""

from arena.league.tiebreaks.results import ABSENT, BYE, Results, RoundResult, TieBreak, read_results
from arena.league.tiebreaks.table import CRITERIA, Standings, standings

__all__ = [
    "ABSENT",
    "BYE",
    "CRITERIA",
    "Results",
    "RoundResult",
    "Standings",
    "TieBreak",
    "read_results",
    "standings",
]
