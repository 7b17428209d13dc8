"""How long it takes to pair the rounds of a tournament."""

import resource
from dataclasses import dataclass
from math import log2
from time import perf_counter

import numpy as np

from arena.league.settings import league
from arena.league.swiss import pair_round, planned_rounds

SPREAD = 20_000
"""The standard deviation of ratings, in 1/100."""
DRAWN = 0.05
"""The share of battles that are drawn."""


@dataclass(frozen=True)
class SwissSpeed:
    """A tournament of so many heroes: seconds of each round, of one sort of its table, and the process's
    largest memory in bytes so far."""

    heroes: int
    rounds: tuple[float, ...]
    sort: float
    memory: int

    @property
    def worst(self) -> float:
        """Seconds of the slowest round."""
        return max(self.rounds)

    @property
    def nanoseconds(self) -> float:
        """Of the slowest round, for each of its n·log2 n."""
        return 1e9 * self.worst / (self.heroes * log2(self.heroes))


def measure_swiss(heroes: int, seed: int) -> SwissSpeed:
    """Pair all rounds of a tournament whose battles are drawn by lot."""
    chance = np.random.default_rng(seed)
    ids = chance.permutation(heroes) + 1
    ratings = np.rint(chance.normal(league().elo.start, SPREAD, heroes)).astype(np.int64)
    points2, sides = np.zeros(heroes, np.int64), np.zeros(heroes, np.int64)
    row = np.argsort(ids)
    met = np.zeros((0, 2), np.int64)
    byes: list[int] = []
    seconds: list[float] = []
    rounds = planned_rounds(heroes)
    for number in range(rounds):
        start = perf_counter()
        pairs, bye = pair_round(ids, points2, ratings, met, np.array(byes, np.int64), sides, rounds - number)
        seconds.append(perf_counter() - start)
        met = np.concatenate((met, pairs))
        a, b = row[pairs[:, 0] - 1], row[pairs[:, 1] - 1]
        won = np.where(chance.random(len(pairs)) < DRAWN, 1, 2 * chance.integers(0, 2, len(pairs)))
        points2[a] += won
        points2[b] += 2 - won
        sides[a] += 1
        sides[b] -= 1
        if bye is not None:
            byes.append(bye)
            points2[row[bye - 1]] += 2
    start = perf_counter()
    np.lexsort((ids, -ratings, -points2))
    sort = perf_counter() - start
    return SwissSpeed(heroes, tuple(seconds), sort, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
