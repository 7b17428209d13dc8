"""Daily pairing of many heroes: one walk down the list, in which everybody takes whoever waits longest.

A hero waits for as many opponents as it lacks. Nobody waits long: with at most three banned opponents each,
never more than six heroes wait at once (of six, the next takes three), and the one that waits longest is
taken by each that comes unless banned, so its three battles are found among the next six. That bounds a
pair's distance by 36 places.
"""

from collections.abc import Callable, MutableSequence, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

WORTH_COMPILING = 50_000
"""Heroes below which plain Python has finished before numba has compiled."""


def walk(
    wanted: Sequence[int],
    starts: Sequence[int],
    banned: Sequence[int],
    pairs: tuple[MutableSequence[int], MutableSequence[int]],
    waiting: tuple[MutableSequence[int], MutableSequence[int]],
) -> tuple[int, int]:
    """Fill `pairs` (the earlier place, the later place), and `waiting` (place, battles it still lacks at
    the end); give the lengths of both.

    `wanted`: battles for each place. The places banned for place p are `banned[starts[p]:starts[p + 1]]`.
    """
    earlier, later = pairs
    places, lacks = waiting
    made = 0
    queue = 0
    for place in range(len(wanted)):
        free = wanted[place]
        kept = 0
        for k in range(queue):
            other = places[k]
            lack = lacks[k]
            meets = free > 0
            for b in range(starts[place], starts[place + 1]):
                if banned[b] == other:
                    meets = False
            if meets:
                earlier[made] = other
                later[made] = place
                made += 1
                free -= 1
                lack -= 1
            if lack > 0:
                places[kept] = other
                lacks[kept] = lack
                kept += 1
        if free > 0:
            places[kept] = place
            lacks[kept] = free
            kept += 1
        queue = kept
    return made, queue


def walked(wanted: Integers, starts: Integers, banned: Integers) -> tuple[Integers, list[int]]:
    """`walk` from its beginning: the pairs of places, (k, 2), and the places that still wait, each once for
    each battle it lacks."""
    count = len(wanted)
    if count >= WORTH_COMPILING:
        room = [np.zeros(int(wanted.sum()), np.int64) for _ in range(2)]
        queue = [np.zeros(count, np.int64) for _ in range(2)]
        made, left = _compiled()(wanted, starts, banned, tuple(room), tuple(queue))
        pairs = np.column_stack(room)[:made]
        places, lacks = (column[:left].tolist() for column in queue)
    else:
        earlier, later = ([0] * int(wanted.sum()) for _ in range(2))
        places, lacks = ([0] * count for _ in range(2))
        made, left = walk(
            wanted.tolist(), starts.tolist(), banned.tolist(), (earlier, later), (places, lacks)
        )
        pairs = np.array([earlier[:made], later[:made]], np.int64).T
        places, lacks = places[:left], lacks[:left]
    return pairs, [place for place, lack in zip(places, lacks, strict=True) for _ in range(lack)]


@cache
def _compiled() -> Callable[..., Any]:
    from numba import njit  # only a long list is worth its import

    compiled: Callable[..., Any] = njit(walk)
    return compiled
