"""What makes one pairing better than another: the criteria of the league in their order of importance."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.league.swiss.ranking import Ranking

BYE = -1
"""The rank that stands for no opponent."""

Pair = tuple[int, int]


class Cost(NamedTuple):
    """What a pair adds to its round; of two rounds the one with the less sum of Costs is better, the first
    criterion that differs deciding. That nobody meets twice and nobody rests twice is no cost: such a pair
    is none.

    The first two are league.md's "the bye goes to the lowest score group possible" and "the sum of squared
    score differences is the least possible". The others say exactly what "within a score group the upper
    half meets the lower half, as in the Dutch system" means where a plain fold is not possible.
    """

    bye_points2: int
    """Of the hero that rests: its doubled points above the lowest score."""
    gap_squared: int
    """The difference of doubled points, squared."""
    same_half: int
    """1 for two heroes of the same half of a score group; the middle one of an odd group is in neither."""
    float_distance: int
    """Of two score groups: how many heroes stand below the better one in its group and above the other one in
    its: the last of a group floats, and meets the first of the next. The last of its group rests, too."""
    off_fold: int
    """In a score group of size g: (2 × (difference of places) − g)², zero where first meets first of the
    lower half."""


def pair_cost(ranking: Ranking, better: int, other: int) -> Cost:
    """The cost of two ranks, the better first, or of a rank and BYE."""
    place, size = ranking.place(better)
    points2 = int(ranking.points2[better])
    if other == BYE:
        return Cost(points2 - int(ranking.points2[-1]), 0, 0, size - 1 - place, 0)
    gap = points2 - int(ranking.points2[other])
    other_place, _ = ranking.place(other)
    if gap:
        return Cost(0, gap * gap, 0, size - 1 - place + other_place, 0)
    same_half = _half(place, size) * _half(other_place, size) > 0
    return Cost(0, 0, int(same_half), 0, (2 * (other_place - place) - size) ** 2)


def _half(place: int, size: int) -> int:
    """-1 for the upper half, 1 for the lower, 0 for the middle."""
    middle = 2 * place + 1 - size
    return (middle > 0) - (middle < 0)


def possible_pairs(ranking: Ranking, ranks: Sequence[int]) -> Iterator[Pair]:
    """All pairs of these ranks, each better rank first, that have not met and would not rest twice; BYE, if
    among them, comes last."""
    heroes = np.array([rank for rank in ranks if rank != BYE], np.int64)
    met = ranking.have_met(heroes[:, None], heroes[None, :]).tolist()
    for i, j in combinations(range(len(ranks)), 2):
        if ranks[j] == BYE:
            if not ranking.rested[ranks[i]]:
                yield i, j
        elif not met[i][j]:
            yield i, j


def weigh(ranking: Ranking, ranks: Sequence[int]) -> dict[Pair, int]:
    """A whole number for each possible pair, by index in `ranks` (the best first, BYE last): of two perfect
    matchings the one with the less sum is the better, and no two have the same sum."""
    pairs = possible_pairs(ranking, ranks)
    costs = {(i, j): pair_cost(ranking, ranks[i], ranks[j]) for i, j in pairs}
    bases = [max(column) * (len(ranks) // 2) + 1 for column in zip(*costs.values(), strict=True)]
    weights = {}
    for pair, cost in costs.items():
        number = 0
        for part, base in zip(cost, bases, strict=True):
            number = number * base + part
        weights[pair] = with_tie_break(number, pair, len(ranks))
    return weights


def with_tie_break(number: int, pair: Pair, count: int) -> int:
    """The number with `count` digits after it, the better hero's holding its opponent: where all criteria are
    equal the best hero gets the best opponent possible, then the second best, and so on. `pair` are indices
    below `count`, the better first."""
    better, other = pair
    places_after: int = count ** (count - 1 - better)
    all_places: int = count**count
    return number * all_places + other * places_after
