"""Who fights whom today: three battles for every hero, with three opponents of close rating.

Source: the rules' «Ежедневные бои» and the project's ruling on them. Up to a few dozen heroes the pairing
with the least rating gaps is searched for; a longer list is walked down once. Either way a draw from the
run's secret moves each rating by up to a point first, so that equals do not meet in the order of their ids
every day.
"""

import numpy as np
from numpy.typing import NDArray

from arena.league.daily.closing import closed
from arena.league.daily.search import Row, searched
from arena.league.daily.walk import walked
from arena.league.draws import draws
from arena.league.seeds import SECRET_BYTES
from arena.league.settings import league

Integers = NDArray[np.int64]


def pair_day(
    ids: Integers, ratings: Integers, yesterday: Integers, rests: Integers, secret: bytes
) -> Integers:
    """The day's pairs of hero ids, side A first, (k, 2), in the order of their ids.

    `ids`, (n,): the active heroes, each once; `ratings`, (n,): in 1/100; `yesterday`, (m, 2): the ids of
    the last day's pairs, also of heroes that are not active any more; `rests`, (n,): each hero's days with
    fewer battles than the others; `secret`: 32 bytes. Everyone has three different opponents. With an odd
    number of heroes the one with the fewest rests (of equals a drawn one) has two. So many heroes that
    there are fewer opponents meet all others.

    Raises `ValueError` for arrays that do not fit together, and if `yesterday` leaves somebody without an
    opponent, which three battles a hero cannot do.
    """
    ids, ratings, yesterday, rests = (np.asarray(each, np.int64) for each in (ids, ratings, yesterday, rests))
    if not ids.shape == ratings.shape == rests.shape == (len(np.unique(ids)),):
        raise ValueError("ids, ratings and rests need one row for each hero")
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    order = _order(ids, ratings, secret)
    ids, ratings, rests = ids[order], ratings[order], rests[order]
    starts, banned = _banned(ids, yesterday)
    places = _places(ids, ratings, _wanted(ids, rests, secret), starts, banned, secret)
    return _sided(ids[places], secret)


def _moved(ids: Integers, ratings: Integers, secret: bytes) -> Integers:
    """The ratings with each hero's draw of up to a point up or down."""
    reach = league().daily.drawn_points
    noise = draws(secret, "rating", ids) % np.uint64(2 * reach + 1)
    moved: Integers = ratings + noise.astype(np.int64) - reach
    return moved


def _order(ids: Integers, ratings: Integers, secret: bytes) -> Integers:
    """The rows from the best to the last, by drawn rating; in a long list nobody goes far from its place."""
    settings = league().daily
    drawn = draws(secret, "order", ids)
    wished = np.lexsort((drawn, -_moved(ids, ratings, secret)))
    if len(ids) <= settings.searched_up_to:
        return wished
    places, wishes = np.empty_like(ids), np.empty_like(ids)
    places[np.lexsort((ids, -ratings))] = wishes[wished] = np.arange(len(ids))
    near = np.clip(wishes, places - settings.drawn_places, places + settings.drawn_places)
    return np.lexsort((drawn, near))


def _wanted(ids: Integers, rests: Integers, secret: bytes) -> Integers:
    """Each hero's battles."""
    battles = min(league().daily.battles, max(0, len(ids) - 1))
    wanted = np.full(len(ids), battles)
    if battles * len(ids) % 2:
        wanted[np.lexsort((draws(secret, "rest", ids), rests))[0]] -= 1
    return wanted


def _banned(ids: Integers, yesterday: Integers) -> tuple[Integers, Integers]:
    """Whom each may not meet, as places: those of place p are `banned[starts[p]:starts[p + 1]]`."""
    if len(ids) < league().daily.yesterday_from:
        yesterday = yesterday[:0]
    pairs = yesterday.reshape(-1, 2)
    by_id = np.argsort(ids)
    row = np.searchsorted(ids[by_id], pairs)
    pairs, row = (each[(row < len(ids)).all(axis=1)] for each in (pairs, row))
    places = by_id[row]
    places = places[(ids[places] == pairs).all(axis=1)]
    places = np.concatenate((places, places[:, ::-1]))
    places = places[np.argsort(places[:, 0], kind="stable")]
    return np.searchsorted(places[:, 0], np.arange(len(ids) + 1)), places[:, 1].copy()


def _places(
    ids: Integers, ratings: Integers, wanted: Integers, starts: Integers, banned: Integers, secret: bytes
) -> Integers:
    """The pairs as places in the row of heroes, (k, 2)."""
    settings, count = league().daily, len(ids)
    if count <= settings.searched_up_to:
        row = Row(_moved(ids, ratings, secret).tolist(), wanted.tolist(), _banned_sets(starts, banned, 0))
        # Draws may make the found pairing seem cheaper than it is, and the best one dearer.
        drawn = settings.battles * settings.drawn_points * (100 + settings.near_percent) // 100
        margin = count * (settings.near_points - drawn)
        found = searched(row, settings.search_widths, settings.near_percent, margin)
        return np.array(found, np.int64).reshape(-1, 2)
    pairs, lacking = walked(wanted, starts, banned)
    # Who lacks a battle stands at the end and finds it there, so that nobody goes far for it.
    first = min([count - settings.closing_places, *lacking])
    at_end = (pairs >= first).all(axis=1)
    end = closed(
        [(one, other) for one, other in (pairs[at_end] - first).tolist()],
        [place - first for place in lacking],
        range(first, count),
        _banned_sets(starts, banned, first),
    )
    return np.concatenate((pairs[~at_end], np.array(end, np.int64).reshape(-1, 2) + first))


def _banned_sets(starts: Integers, banned: Integers, first: int) -> list[frozenset[int]]:
    """Whom each place from `first` on may not meet, places counted from `first`."""
    return [
        frozenset((banned[start:end] - first).tolist())
        for start, end in zip(starts[first:-1], starts[first + 1 :], strict=True)
    ]


def _sided(pairs: Integers, secret: bytes) -> Integers:
    """The pairs in the order of their ids, side A of each drawn."""
    pairs = np.sort(pairs, axis=1)
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    turned = draws(secret, "side", pairs[:, 0], pairs[:, 1]) >> np.uint64(63) == 1
    return np.where(turned[:, None], pairs[:, ::-1], pairs)
