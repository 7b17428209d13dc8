"""A tournament played by chance, for tests of its pairing."""

from dataclasses import dataclass, field

import numpy as np

from arena.league.swiss import pair_round
from arena.league.tiebreaks import RoundResult


@dataclass
class Tournament:
    """Who is in, and what the pairing is told: everything by id."""

    ratings: dict[int, int]
    points2: dict[int, int] = field(default_factory=dict)
    sides: dict[int, int] = field(default_factory=dict)
    met: list[tuple[int, int]] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    rounds: list[RoundResult] = field(default_factory=list)

    def state(self, rounds_left: int, order: list[int] | None = None) -> tuple:
        """The arguments of `pair_round`, rows in this order of ids."""
        ids = list(self.ratings) if order is None else order
        columns = ([column.get(id_, 0) for id_ in ids] for column in (self.points2, self.ratings, self.sides))
        points2, ratings, sides = columns
        return ids, points2, ratings, self.met, self.byes, sides, rounds_left

    def play(self, rounds_left: int, rng: np.random.Generator, draws: float) -> None:
        """Pair a round and draw its results: the higher rating wins three of four."""
        pairs, bye = pair_round(*self.state(rounds_left))
        a_is_better = np.array([self.ratings[a] >= self.ratings[b] for a, b in pairs.tolist()], bool)
        won = np.where((rng.random(len(pairs)) < 0.75) == a_is_better, 0, 1)
        winners = np.where(rng.random(len(pairs)) < draws, -1, won)
        for (a, b), winner in zip(pairs.tolist(), winners.tolist(), strict=True):
            self.score(a, {0: 2, 1: 0, -1: 1}[winner])
            self.score(b, {0: 0, 1: 2, -1: 1}[winner])
            self.sides[a] = self.sides.get(a, 0) + 1
            self.sides[b] = self.sides.get(b, 0) - 1
            self.met.append((a, b))
        if bye is not None:
            self.score(bye, 2)
            self.byes.append(bye)
        self.rounds.append(RoundResult(pairs, winners, bye))

    def score(self, id_: int, points2: int) -> None:
        """Add doubled points."""
        self.points2[id_] = self.points2.get(id_, 0) + points2

    def withdraw(self, id_: int) -> None:
        """It is paired no more."""
        del self.ratings[id_]


def entered(count: int, rng: np.random.Generator) -> Tournament:
    """Heroes with ids that tell nothing of their ratings, some of them equal."""
    ids = rng.permutation(3 * count + 1)[:count].tolist()
    return Tournament(dict(zip(ids, (rng.normal(1000, 60, count).astype(int) * 100).tolist(), strict=True)))
