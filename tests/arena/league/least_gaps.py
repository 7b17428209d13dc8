"""How small the sum of rating gaps can be: an exact answer, for tests of the daily pairing.

Everybody in order of rating takes opponents of those after it, in every possible way; nothing is let go of
but what cannot come below the limit. `plainly_least` tries all sets of pairs, and checks this one.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

Banned = Sequence[frozenset[int]]


def can_cost_less(limit: int, ratings: Sequence[int], wanted: Sequence[int], banned: Banned) -> bool:
    """Whether a pairing of heroes, given by descending rating, has gaps of a sum below `limit`."""
    count = len(ratings)
    rest = _rest(ratings, wanted)
    states: Mapping[tuple[tuple[int, int], ...], int] = {(): 0}
    for hero in range(count):
        ahead = {h: frozenset(o for o in banned[h] if o > hero) for h in range(hero + 1)}
        found: dict[tuple[object, ...], tuple[tuple[tuple[int, int], ...], int]] = {}
        for seeking, cost in states.items():
            for after in _choices(seeking, hero, wanted[hero], banned[hero]):
                spans = sum(lack for _, lack in after)
                gap = ratings[hero] - ratings[hero + 1] if hero + 1 < count else 0
                total = cost + gap * spans
                if total + rest(hero + 1, spans) >= limit:
                    continue
                # Heroes that lack as much and are banned from the same ones ahead can stand for each other.
                alike = tuple(sorted((lack, sorted(ahead[h])) for h, lack in after))
                key = tuple((lack, *others) for lack, others in alike)
                if key not in found or total < found[key][1]:
                    found[key] = (after, total)
        states = dict(found.values())
    return () in states


def _choices(seeking, hero, wanted, banned):
    open_ = [h for h, _ in seeking if h not in banned]
    for count in range(min(wanted, len(open_)) + 1):
        for chosen in combinations(open_, count):
            after = [(h, lack - (h in chosen)) for h, lack in seeking] + [(hero, wanted - count)]
            yield tuple((h, lack) for h, lack in after if lack)


def _rest(ratings, wanted):
    """The least that is still to come with so many open battles, whoever may meet whom."""

    @cache
    def rest(hero: int, spans: int) -> float:
        if hero == len(ratings):
            return 0 if spans == 0 else float("inf")
        if spans > sum(wanted[hero:]):
            return float("inf")
        gap = ratings[hero] - ratings[hero + 1] if hero + 1 < len(ratings) else 0
        options = (spans + wanted[hero] - 2 * met for met in range(min(spans, wanted[hero]) + 1))
        return min(gap * left + rest(hero + 1, left) for left in options)

    return rest


def plainly_least(ratings: Sequence[int], wanted: Sequence[int], banned: Banned) -> int:
    """The least sum of gaps of all sets of pairs that give everybody its battles."""
    count = len(ratings)
    pairs = [pair for pair in combinations(range(count), 2) if pair[1] not in banned[pair[0]]]
    return min(
        sum(abs(ratings[one] - ratings[other]) for one, other in chosen)
        for chosen in combinations(pairs, sum(wanted) // 2)
        if all(sum(hero in pair for pair in chosen) == wanted[hero] for hero in range(count))
    )
