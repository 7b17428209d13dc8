"""A tournament's results as arrays, and what a tie-break makes of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int64]

BYE = -1
ABSENT = -2


@dataclass(frozen=True)
class RoundResult:
    """A played round: `pairs`, (k, 2) ids, side A first; `winners`, (k,), as `fight_many` tells them: 0 for
    side A, 1 for side B, -1 for a draw; `bye`, the id that had it, or None. Others were absent."""

    pairs: ArrayLike
    winners: ArrayLike
    bye: int | None = None


@dataclass(frozen=True)
class Results:
    """What n heroes did in all rounds. `ids` and `ratings` (in 1/100) are (n,). For each hero and round,
    (n, rounds): `opponents`, the index of its opponent, BYE or ABSENT; `scored2`, its doubled points: 2 for
    a win or a bye, 1 for a draw, 0 for a loss or an absence."""

    ids: Ints
    ratings: Ints
    opponents: Ints
    scored2: Ints

    @cached_property
    def points2(self) -> Ints:
        """Doubled final points, (n,)."""
        total: Ints = self.scored2.sum(axis=1)
        return total

    @cached_property
    def opponents_points2(self) -> Ints:
        """Doubled final points of each round's opponent, 0 where there was none, (n, rounds)."""
        if not len(self.ids):
            return np.zeros_like(self.opponents)
        return np.where(self.opponents >= 0, self.points2[self.opponents], 0)


@dataclass(frozen=True)
class TieBreak:
    """What a criterion gives each hero. `values`, (n,), whole numbers, the greater first unless `ascending`;
    `rounds`, (n, rounds), how much each round brought, (n, 0) where rounds bring nothing; `cut`, (n,), the
    index of a round that was left out, -1 for none, or None where none ever is."""

    name: str
    values: Ints
    rounds: Ints
    cut: Ints | None = None
    ascending: bool = False


def read_results(ids: ArrayLike, ratings: ArrayLike, rounds: Sequence[RoundResult]) -> Results:
    """Gather the rounds; `ids` and `ratings` (in 1/100), (n,), are of all who took part, withdrawn or not.

    Raises: ValueError for a repeated id, one that is not in `ids`, one that is twice in a round, and winners
    that are not -1, 0 or 1 or not one a pair.
    """
    names = np.asarray(ids, np.int64)
    if len(np.unique(names)) < len(names):
        raise ValueError("a hero's id is repeated")
    opponents = np.full((len(names), len(rounds)), ABSENT, np.int64)
    scored2 = np.zeros((len(names), len(rounds)), np.int64)
    by_id = np.argsort(names)
    for number, played in enumerate(rounds):
        pairs = np.asarray(played.pairs, np.int64).reshape(-1, 2)
        winners = np.asarray(played.winners, np.int64)
        if winners.shape != (len(pairs),) or not np.isin(winners, (-1, 0, 1)).all():
            raise ValueError(f"round {number + 1} needs a winner of -1, 0 or 1 for each of its pairs")
        rested = np.array([] if played.bye is None else [played.bye], np.int64)
        rows = _rows(np.concatenate((pairs.ravel(), rested)), names, by_id, number)
        a, b = rows[: pairs.size : 2], rows[1 : pairs.size : 2]
        opponents[a, number], opponents[b, number] = b, a
        scored2[a, number] = np.where(winners == -1, 1, np.where(winners == 0, 2, 0))
        scored2[b, number] = 2 - scored2[a, number]
        opponents[rows[pairs.size :], number] = BYE
        scored2[rows[pairs.size :], number] = 2
    return Results(names, np.asarray(ratings, np.int64), opponents, scored2)


def _rows(wanted: Ints, names: Ints, by_id: Ints, number: int) -> Ints:
    """The indices of those who played or rested in a round."""
    if len(np.unique(wanted)) < len(wanted):
        raise ValueError(f"round {number + 1} names a hero twice")
    if not np.isin(wanted, names).all():
        raise ValueError(f"round {number + 1} names a hero that took no part")
    return by_id[np.searchsorted(names, wanted, sorter=by_id)]
