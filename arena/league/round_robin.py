"""Each hero against all others, and the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from arena.battle import fight_many, pack
from arena.hero import Hero
from arena.rulesets import CURRENT_ID


@dataclass(frozen=True)
class RoundRobin:
    """`shares`, (n, n): the points of row against column as a share of their battles (a win 1, a draw a
    half); its diagonal means nothing. `seconds` is the time of the battles alone."""

    shares: NDArray[np.float64]
    battles_a_pair: int
    seconds: float

    @property
    def battles(self) -> int:
        """All battles that were fought."""
        count = len(self.shares)
        return self.battles_a_pair * count * (count - 1) // 2

    @property
    def points(self) -> NDArray[np.float64]:
        """Each hero's share of all its points, (n,)."""
        others: NDArray[np.float64] = (self.shares.sum(axis=1) - self.shares.diagonal()) / (
            len(self.shares) - 1
        )
        return others

    @property
    def places(self) -> list[int]:
        """The heroes' indices, the best first; of equals the first first."""
        return sorted(range(len(self.shares)), key=lambda hero: -self.points[hero])

    def easiest(self, hero: int) -> int:
        """Whom it does best against."""
        return max(self._others(hero), key=lambda other: float(self.shares[hero, other]))

    def hardest(self, hero: int) -> int:
        """Whom it does worst against."""
        return min(self._others(hero), key=lambda other: float(self.shares[hero, other]))

    def _others(self, hero: int) -> list[int]:
        return [other for other in range(len(self.shares)) if other != hero]


def round_robin(
    heroes: Sequence[Hero], battles_a_pair: int, threads: int, ruleset: str = CURRENT_ID
) -> RoundRobin:
    """Let each of at least two heroes fight all others, every pair with the seeds 0, 1, …"""
    pairs = np.array(list(combinations(range(len(heroes)), 2)))
    a, b = (np.repeat(pairs[:, side], battles_a_pair) for side in (0, 1))
    seeds = np.tile(np.arange(battles_a_pair, dtype=np.uint64), len(pairs))
    records = pack(heroes)
    fight_many(records, 0, 1, 0, ruleset)  # the kernel is loaded outside the clock
    begin = perf_counter()
    winners = fight_many(records, a, b, seeds, ruleset, threads)["winner"].reshape(len(pairs), -1)
    seconds = perf_counter() - begin
    first = ((winners == 0) + (winners == -1) / 2).mean(axis=1)
    shares = np.zeros((len(heroes), len(heroes)))
    shares[pairs[:, 0], pairs[:, 1]] = first
    shares[pairs[:, 1], pairs[:, 0]] = 1 - first
    return RoundRobin(shares, battles_a_pair, seconds)
