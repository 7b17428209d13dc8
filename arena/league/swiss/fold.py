"""The plain fold of a round, in linear time: in each score group the upper half meets the lower half."""

from dataclasses import dataclass

import numpy as np

from arena.league.swiss.cost import BYE
from arena.league.swiss.ranking import Ints, Ranking


@dataclass(frozen=True)
class Fold:
    """Who would meet whom if nobody had met: `better` and `other` are ranks, (pairs,), from the top of the
    table down; `groups` are the half-open ranges of pairs that fold one score group, and the pairs between
    them are floaters. `bye` is the rank that rests, or None."""

    better: Ints
    other: Ints
    groups: tuple[tuple[int, int], ...]
    bye: int | None

    def opponents(self, count: int) -> Ints:
        """Whom each rank would meet, BYE for the one that rests, (count,)."""
        met = np.full(count, BYE, np.int64)
        met[self.better] = self.other
        met[self.other] = self.better
        return met


def fold(ranking: Ranking) -> Fold | None:
    """Fold each score group. The last of an odd group floats to the first of the next; of an odd number of
    heroes the last that has not had a bye rests. None where an odd number have all had one."""
    bye = None
    line = np.arange(len(ranking), dtype=np.int64)
    if len(ranking) % 2:
        fresh = np.flatnonzero(~ranking.rested)
        if not len(fresh):
            return None
        bye = int(fresh[-1])
        line = np.delete(line, bye)
    ends = (
        ranking.starts[1:] - (ranking.starts[1:] > bye) if bye is not None else ranking.starts[1:]
    ).tolist()
    better, other, groups = [], [], []
    floater: Ints | None = None
    start = pairs = 0
    for end in ends:
        if floater is not None and start < end:
            better.append(floater)
            other.append(line[start : start + 1])
            floater = None
            start, pairs = start + 1, pairs + 1
        half = (end - start) // 2
        better.append(line[start : start + half])
        other.append(line[start + half : start + 2 * half])
        groups.append((pairs, pairs + half))
        pairs += half
        if (end - start) % 2:
            floater = line[end - 1 : end]
        start = end
    nobody = np.empty(0, np.int64)
    return Fold(np.concatenate([nobody, *better]), np.concatenate([nobody, *other]), tuple(groups), bye)
