"""What a day's rated battles come to."""

import numpy as np

from arena.league.digest.bouts import Bouts, Integers
from arena.league.digest.model import Day, Standing, Usage
from dsl.vocabulary import ABILITIES

LEADERS = 3
MOVERS = 3


def day_facts(run_id: int, bouts: Bouts, changes: Integers, abilities: Integers, rated: Integers) -> Day:
    """The day as facts. `changes`, (n,): what it changed in each hero's rating; `abilities`, (n,): each
    hero's as the bits of a packed record; `rated`, (n,): its rated battles before."""
    standings = _standings(bouts, changes, rated)
    known = np.flatnonzero(rated)
    by_change = sorted(standings, key=lambda each: (-abs(each.change), each.place))
    return Day(
        run_id=run_id,
        heroes=len(bouts.ids),
        battles=len(bouts),
        draws=int((bouts.winners == -1).sum()),
        results=bouts.telling(),
        upset=bouts.upset(),
        longest=bouts.longest(),
        leader_before=int(bouts.ids[known[bouts.ratings[known].argmax()]]) if len(known) else None,
        leaders=tuple(sorted(standings, key=lambda each: each.place)[:LEADERS]),
        up=tuple(each for each in by_change if each.change > 0)[:MOVERS],
        down=tuple(each for each in by_change if each.change < 0)[:MOVERS],
        abilities=_usage(bouts, abilities) if len(bouts) else (),
    )


def _standings(bouts: Bouts, changes: Integers, rated: Integers) -> list[Standing]:
    """Those that may be told: the first of the rating, and those that moved most either way."""
    ids, before = bouts.ids, bouts.ratings
    places_before, places = _places(ids, before), _places(ids, before + changes)
    told = set(np.argsort(places)[:LEADERS])
    for direction in (-1, 1):
        told |= set(np.lexsort((places, direction * changes))[:MOVERS])
    return [
        Standing(
            hero=int(ids[i]),
            before=int(before[i]),
            change=int(changes[i]),
            place_before=int(places_before[i]) if rated[i] else None,
            place=int(places[i]),
        )
        for i in sorted(told)
    ]


def _places(ids: Integers, ratings: Integers) -> Integers:
    """Places from 1: the higher rating, then the older hero."""
    places = np.empty(len(ids), np.int64)
    places[np.lexsort((ids, -ratings))] = np.arange(1, len(ids) + 1)
    return places


def _usage(bouts: Bouts, abilities: Integers) -> tuple[Usage, ...]:
    """The abilities that somebody has, the most common first."""
    points2_a = bouts.points2_a
    used = []
    for bit, ability in enumerate(ABILITIES):
        has = (abilities >> bit) & 1
        in_a, in_b = has[bouts.a], has[bouts.b]
        points2 = (in_a * points2_a + in_b * (2 - points2_a)).sum()
        if has.any():
            sides = int(in_a.sum() + in_b.sum())
            used.append(Usage(ability=ability, heroes=int(has.sum()), sides=sides, points2=int(points2)))
    return tuple(sorted(used, key=lambda each: -each.heroes))
