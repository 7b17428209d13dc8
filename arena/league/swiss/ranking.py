"""The order of a Swiss round: score groups, places in them, and who has met."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Ranking:
    """The n heroes of a round, the best first: by points, then rating, then the smaller id.

    A hero is known by its rank, its index in this order. `ids`, `points2` (doubled points) and `row` (its
    index in what the caller gave) are (n,). `met_keys` are the sorted keys of the pairs of ranks that have
    met; `rested`, (n,), marks who has had a bye.
    """

    ids: Ints
    points2: Ints
    row: Ints
    met_keys: Ints
    rested: Bools

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def starts(self) -> Ints:
        """The first rank of each score group, and n, (groups + 1,)."""
        changes = np.flatnonzero(np.diff(self.points2)) + 1
        return (
            np.concatenate(([0], changes, [len(self)])).astype(np.int64)
            if len(self)
            else np.zeros(1, np.int64)
        )

    def place(self, rank: int) -> tuple[int, int]:
        """A hero's place in its score group, from 0, and the group's size."""
        group = int(np.searchsorted(self.starts, rank, side="right")) - 1
        start, end = int(self.starts[group]), int(self.starts[group + 1])
        return rank - start, end - start

    def have_met(self, a: Ints | np.int64, b: Ints | np.int64) -> Bools:
        """Which pairs of ranks have met; a and b are broadcast together."""
        keys = np.minimum(a, b) * len(self) + np.maximum(a, b)
        if not len(self.met_keys):
            return np.zeros(keys.shape, np.bool_)
        found = np.searchsorted(self.met_keys, keys)
        met: Bools = self.met_keys[np.minimum(found, len(self.met_keys) - 1)] == keys
        return met


def rank_heroes(ids: Ints, points2: Ints, ratings: Ints, met: Ints, had_bye: Ints) -> Ranking:
    """Order the heroes; what `met` and `had_bye` say of others, who have withdrawn, is left out.

    Args: ids, points2 and ratings (n,); met (m, 2) ids; had_bye ids.
    Raises: ValueError for arrays that do not fit together and for repeated ids.
    """
    if not ids.shape == points2.shape == ratings.shape or ids.ndim != 1:
        raise ValueError(f"ids {ids.shape}, points2 {points2.shape} and ratings {ratings.shape} must be (n,)")
    row = np.lexsort((ids, -ratings, -points2)).astype(np.int64)
    by_id = np.argsort(ids[row], kind="stable")
    sorted_ids = ids[row][by_id]
    if (sorted_ids[1:] == sorted_ids[:-1]).any():
        raise ValueError("a hero's id is repeated")
    pairs = _ranks(met.reshape(-1, 2), sorted_ids, by_id)
    pairs = pairs[(pairs >= 0).all(axis=1)]
    keys = np.sort(pairs.min(axis=1, initial=len(ids)) * len(ids) + pairs.max(axis=1, initial=-1))
    rested = np.zeros(len(ids), np.bool_)
    ranks = _ranks(had_bye, sorted_ids, by_id)
    rested[ranks[ranks >= 0]] = True
    return Ranking(ids[row], points2[row], row, keys, rested)


def _ranks(wanted: Ints, sorted_ids: Ints, by_id: Ints) -> Ints:
    """The ranks of the wanted ids, -1 for those that are not there."""
    if not len(sorted_ids):
        return np.full(wanted.shape, -1, np.int64)
    found = np.minimum(np.searchsorted(sorted_ids, wanted), len(sorted_ids) - 1)
    return np.where(sorted_ids[found] == wanted, by_id[found], -1)
