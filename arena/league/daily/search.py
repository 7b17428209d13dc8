"""Daily pairing of few heroes: a search over all pairings for the least sum of rating gaps.

The heroes stand in a row by rating. The sum of the gaps is, between each two neighbours in the row, their
gap times the pairs that span it. So the search goes along the row and needs to know of the past only who
still waits for how many opponents. It keeps the most promising of these states, measured by what they cost
so far and a lower bound of what they will still cost. What it lets go of tells how much better than its
result a pairing could be at most; if that is too much, it goes along the row from the other end, then with
more states.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from arena.league.daily.closing import Pair, closed

Waiting = tuple[tuple[int, int], ...]
"""Places that wait, each with the battles that it lacks."""

MOST_WAITING = 48
"""Lacking battles above which the bound no longer tells states apart."""


class State(NamedTuple):
    """The row up to some place: `partners` are whom that place took of those who waited."""

    promise: int
    cost: int
    waiting: Waiting
    partners: tuple[int, ...]
    before: "State | None"


class Row(NamedTuple):
    """The heroes by rating: `points`, descending or ascending; each one's battles; whom each may not meet."""

    points: Sequence[int]
    wanted: Sequence[int]
    banned: Sequence[frozenset[int]]

    def turned(self) -> "Row":
        last = len(self.points) - 1
        banned = [frozenset(last - other for other in others) for others in self.banned[::-1]]
        return Row(self.points[::-1], self.wanted[::-1], banned)


def searched(row: Row, widths: Sequence[int], percent: int, margin: int) -> list[Pair]:
    """Pairs of places in the row.

    `widths` are the numbers of states to keep, one after the other while there may be something to gain:
    until the sum of gaps is proved to be at most `percent` per cent of the least possible plus `margin`, or
    more states found nothing better. Raises `ValueError` if there is no pairing.
    """
    last = len(row.points) - 1
    turned = row.turned()
    tried: list[tuple[int, list[Pair]]] = []
    for width in widths:
        before = min(tried, default=None)
        for way in (row, turned):
            pairs, lacking, floor = _along(way, width)
            pairs = closed(pairs, lacking, way.points, way.banned)
            cost = sum(abs(way.points[one] - way.points[other]) for one, other in pairs)
            if way is turned:
                pairs = [(last - one, last - other) for one, other in pairs]
            tried.append((cost, pairs))
            if 100 * min(tried)[0] <= percent * floor + 100 * margin:
                return min(tried)[1]
        if before and min(tried)[0] == before[0]:
            break
    return min(tried)[1]


def _along(row: Row, width: int) -> tuple[list[Pair], list[int], int]:
    """Pairs of places, the places that found too few opponents, once for each battle that they lack, and
    what no pairing costs less than."""
    gaps = [abs(one - other) for one, other in pairwise((*row.points, *row.points[-1:]))]
    bound = _bound(gaps, row.wanted, row.banned)
    states = [State(0, 0, (), (), None)]
    floor = sum(gaps) * sum(row.wanted)
    for place, gap in enumerate(gaps):
        ahead = [tuple(sorted(other for other in row.banned[p] if other > place)) for p in range(place + 1)]
        found: dict[tuple[tuple[int, tuple[int, ...]], ...], State] = {}
        for state in states:
            for waiting, partners in _steps(state.waiting, place, row.wanted[place], row.banned[place]):
                lacking = sum(lack for _, lack in waiting)
                cost = state.cost + gap * lacking
                promise = cost + bound[place + 1][min(lacking, MOST_WAITING)]
                # Who may meet the same heroes from here on is the same hero to the search.
                key = tuple(sorted((lack, ahead[p]) for p, lack in waiting))
                if key not in found or promise < found[key].promise:
                    found[key] = State(promise, cost, waiting, partners, state)
        ranked = sorted(found.values(), key=lambda state: (state.promise, state.waiting))
        states = ranked[:width]
        floor = min([floor, *(state.promise for state in ranked[width : width + 1])])
    best = states[0]
    lacks = [place for place, lack in best.waiting for _ in range(lack)]
    return _pairs(best, len(gaps)), lacks, min(floor, best.promise)


def _steps(
    waiting: Waiting, place: int, wanted: int, banned: frozenset[int]
) -> Iterator[tuple[Waiting, tuple[int, ...]]]:
    """Every choice of opponents that `place` has among those who wait: who waits then, and the chosen."""
    free = [other for other, _ in waiting if other not in banned]
    for count in range(min(wanted, len(free)) + 1):
        itself = ((place, wanted - count),) if count < wanted else ()
        for chosen in combinations(free, count):
            left = ((other, lack - (other in chosen)) for other, lack in waiting)
            yield (*(each for each in left if each[1]), *itself), chosen


def _bound(gaps: Sequence[int], wanted: Sequence[int], banned: Sequence[frozenset[int]]) -> list[list[int]]:
    """For each place and number of lacking battles before it: the least that the rest of the row costs, if
    nobody were banned and one hero could be met twice; every battle that stays lacking costs more than any
    pairing."""
    lost = 1 + 3 * len(gaps) * sum(gaps)
    shortages = _shortages(wanted, banned)
    bound = [[lost * lacking for lacking in range(MOST_WAITING + 1)]]
    for place in reversed(range(len(gaps))):
        row = []
        for lacking in range(MOST_WAITING + 1):
            after = (lacking + wanted[place] - 2 * met for met in range(min(wanted[place], lacking) + 1))
            least = min(gaps[place] * left + bound[-1][min(left, MOST_WAITING)] for left in after)
            row.append(max(least, lost * (shortages[place] - lacking)))
        bound.append(row)
    return bound[::-1]


def _shortages(wanted: Sequence[int], banned: Sequence[frozenset[int]]) -> list[int]:
    """For each place: the battles that the rest of the row cannot have within itself."""
    count = len(wanted)
    return [
        sum(
            max(0, wanted[place] - (count - first - 1 - sum(other >= first for other in banned[place])))
            for place in range(first, count)
        )
        for first in range(count)
    ]


def _pairs(last: State, count: int) -> list[Pair]:
    pairs: list[Pair] = []
    state: State | None = last
    for place in reversed(range(count)):
        assert state is not None
        pairs += ((partner, place) for partner in state.partners)
        state = state.before
    return pairs
