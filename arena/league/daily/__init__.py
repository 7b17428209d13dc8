"""The day's battles: three close opponents for every hero."""

from arena.league.daily.pairing import pair_day

__all__ = ["pair_day"]
