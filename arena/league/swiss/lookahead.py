"""Small rounds: the best pairing after which the planned rounds can still all be paired.

It bites at 5 and 6 heroes only. A vertex (a hero, or the bye of an odd number) has lost at most four of the
others by the last of five rounds, so of v vertices each has at least v - 5 left, and where that is v / 2
or more a perfect matching exists (Dirac): from ten vertices up every pairing is as good as any other.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from arena.league.swiss.cost import Pair

MOST = 8
"""The most vertices that are looked ahead for: 105 perfect matchings."""


def best_with_future(
    weights: Mapping[Pair, int], count: int, rounds_left: int
) -> tuple[list[Pair], int] | None:
    """The perfect matching of the least weight after which `rounds_left` - 1 more, all without a common pair,
    exist; where no matching has so many, those with the most. With it how many better ones were passed over
    for that. None where there is no perfect matching. `count` <= MOST."""
    free = frozenset(weights)
    matchings = sorted(perfect_matchings(free, count), key=lambda found: sum(weights[pair] for pair in found))
    for more in range(rounds_left - 1, -1, -1):
        for passed_over, found in enumerate(matchings):
            if can_be_paired(free.difference(found), count, more):
                return list(found), passed_over
    return None


@lru_cache(maxsize=4096)
def can_be_paired(free: frozenset[Pair], count: int, rounds: int) -> bool:
    """Whether `free` holds so many perfect matchings of the vertices 0 … count - 1 without a common pair."""
    return rounds == 0 or any(
        can_be_paired(free.difference(found), count, rounds - 1) for found in perfect_matchings(free, count)
    )


def perfect_matchings(
    free: frozenset[Pair], count: int, taken: tuple[Pair, ...] = ()
) -> Iterator[tuple[Pair, ...]]:
    """All perfect matchings of the vertices 0 … count - 1 in `free`, each sorted."""
    used = {vertex for pair in taken for vertex in pair}
    left = [vertex for vertex in range(count) if vertex not in used]
    if not left:
        yield taken
        return
    for other in left[1:]:
        if (left[0], other) in free:
            yield from perfect_matchings(free, count, (*taken, (left[0], other)))
