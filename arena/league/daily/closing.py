"""What is left to do when a pairing ends with heroes that lack battles: they break pairs of others."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

Pair = tuple[int, int]


def closed(
    pairs: Sequence[Pair], lacking: Sequence[int], points: Sequence[int], banned: Sequence[frozenset[int]]
) -> list[Pair]:
    """The pairs of places after everybody in `lacking` (once for each battle that it lacks) has found
    opponents.

    Two that lack a battle meet each other, or take one hero each of a pair that there is, whichever adds
    least to the sum of the gaps of `points`. Raises `ValueError` if a battle cannot be found for all.
    """
    met = [set(others) for others in banned]
    for one, other in pairs:
        met[one].add(other)
        met[other].add(one)
    pairs, left = list(pairs), Counter(lacking)
    while left := +left:
        seekers = [
            (one, other)
            for one, other in combinations_with_replacement(sorted(left), 2)
            if one != other or left[one] > 1
        ]
        changes = (change for two in seekers for change in _changes(two, pairs, met))
        chosen = min(changes, key=lambda change: (_added(change, points), change), default=None)
        if chosen is None:
            raise ValueError("too many banned pairs: there is no opponent left for a hero")
        gone, new = chosen
        for one, other in gone:
            pairs.remove((one, other))
            met[one].discard(other)
            met[other].discard(one)
        for one, other in new:
            pairs.append((one, other))
            met[one].add(other)
            met[other].add(one)
        left.subtract(place for pair in new for place in pair)
        left.update(place for pair in gone for place in pair)
    return pairs


def _changes(
    seekers: Pair, pairs: Sequence[Pair], met: Sequence[set[int]]
) -> list[tuple[tuple[Pair, ...], tuple[Pair, ...]]]:
    """The pairs that could go, and those that would come, to give both seekers a battle."""
    one, other = seekers
    if one != other and other not in met[one]:
        return [((), (seekers,))]
    return [
        (((first, second),), ((one, x), (other, y)))
        for first, second in pairs
        for x, y in ((first, second), (second, first))
        if x != one and y != other and x not in met[one] and y not in met[other]
    ]


def _added(change: tuple[tuple[Pair, ...], tuple[Pair, ...]], points: Sequence[int]) -> int:
    gone, new = (sum(abs(points[one] - points[other]) for one, other in part) for part in change)
    return new - gone
