"""The Swiss system of the Friday tournament: who meets whom in a round, and why."""

from arena.league.swiss.cost import Cost
from arena.league.swiss.pairing import PairReason, explain_round, pair_round, planned_rounds
from arena.league.swiss.windows import Cause

__all__ = ["Cause", "Cost", "PairReason", "explain_round", "pair_round", "planned_rounds"]
