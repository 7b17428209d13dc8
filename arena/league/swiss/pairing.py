"""The Friday tournament's pairing, by the Swiss system. Source: the league's rules, "Tournament".

In this order of importance: nobody meets twice; all planned rounds can still be paired; nobody has a second
bye; the bye goes to the lowest score group possible; the sum of squared score differences is the least
possible; within a score group the upper half meets the lower half (`cost.Cost` measures it).
Up to 32 heroes the best round of all is found; above, groups are folded and windows solved (`windows`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from arena.league.settings import league
from arena.league.swiss.cost import BYE, Cost, pair_cost
from arena.league.swiss.ranking import Ints, rank_heroes
from arena.league.swiss.round import EXACT, Round, decide_round
from arena.league.swiss.windows import Cause


@dataclass(frozen=True)
class PairReason:
    """Why two heroes meet, or one rests (`opponent` None, `side_a` None). Ids, and doubled points.

    `hero` stands above `opponent` in the table. `points2`, `places` (in the score group, from 1) and `groups`
    (its size) are theirs in this order. `folded` is whom `hero` would have met by the plain fold, None for a
    bye, and `folded_had_met` whether that would have been a rematch. `cause` says what decided, over `window`
    heroes together; `cost` is what the pair cost that decision. `side_by_turn`: both had been side A
    equally often. `passed_over`: so many better rounds were not legal because the planned rounds could not
    all have followed.
    """

    hero: int
    opponent: int | None
    points2: tuple[int, ...]
    places: tuple[int, ...]
    groups: tuple[int, ...]
    folded: int | None
    folded_had_met: bool
    cause: Cause
    window: int
    cost: Cost
    side_a: int | None
    side_by_turn: bool
    passed_over: int


def planned_rounds(heroes: int) -> int:
    """How many rounds a tournament of so many heroes has: five, or as many as go without a rematch."""
    return max(0, min(league().swiss.rounds, heroes if heroes % 2 else heroes - 1))


def pair_round(
    ids: ArrayLike,
    points2: ArrayLike,
    ratings: ArrayLike,
    met: ArrayLike,
    had_bye: ArrayLike,
    sides: ArrayLike,
    rounds_left: int,
) -> tuple[Ints, int | None]:
    """Pair the heroes that are still in. Whole numbers throughout; the order of rows does not matter.

    Args:
        ids, points2 (doubled points), ratings (in 1/100), sides (times on side A minus on side B): (n,).
        met: (m, 2) ids, and had_bye, ids: of all earlier rounds; they may name heroes that have withdrawn.
        rounds_left: rounds still to be paired, with this one. Where withdrawals have left no way to pair them
            all, the round is chosen that leaves the most.

    Returns the pairs, (k, 2) ids, side A first, from the top of the table down, and who has the bye, or None.
    The hero that was side A less often is side A; of equals the better one in every other pair.

    Raises: ArenaError `swiss-no-pairing` where every pairing has a rematch or a second bye; ValueError for
    arrays that do not fit together, a repeated id, or no round left.
    """
    decided = _decide(ids, points2, ratings, met, had_bye, sides, rounds_left)
    names = decided.ranking.ids
    better, other = names[decided.better], names[decided.other]
    first = decided.better_is_a
    pairs = np.stack((np.where(first, better, other), np.where(first, other, better)), axis=1)
    return pairs, None if decided.bye is None else int(names[decided.bye])


def explain_round(
    ids: ArrayLike,
    points2: ArrayLike,
    ratings: ArrayLike,
    met: ArrayLike,
    had_bye: ArrayLike,
    sides: ArrayLike,
    rounds_left: int,
) -> list[PairReason]:
    """Why `pair_round` with the same arguments pairs as it does: a reason for each pair in its order, and
    last for the bye. Raises what `pair_round` raises."""
    decided = _decide(ids, points2, ratings, met, had_bye, sides, rounds_left)
    pairs = zip(decided.better.tolist(), decided.other.tolist(), strict=True)
    reasons = [_reason(decided, better, other, pair) for pair, (better, other) in enumerate(pairs)]
    return reasons if decided.bye is None else [*reasons, _reason(decided, decided.bye, BYE, None)]


def _decide(
    ids: ArrayLike,
    points2: ArrayLike,
    ratings: ArrayLike,
    met: ArrayLike,
    had_bye: ArrayLike,
    sides: ArrayLike,
    rounds_left: int,
) -> Round:
    if rounds_left < 1:
        raise ValueError(f"rounds_left is {rounds_left}: there is no round to pair")
    ranking = rank_heroes(_ints(ids), _ints(points2), _ints(ratings), _ints(met), _ints(had_bye))
    balance = _ints(sides)
    if balance.shape != ranking.ids.shape:
        raise ValueError(f"sides {balance.shape} must be as many as ids {ranking.ids.shape}")
    return decide_round(ranking, balance[ranking.row], rounds_left)


def _ints(values: ArrayLike) -> Ints:
    """As int64, refusing what is not whole; nothing at all counts as whole."""
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(f"whole numbers are wanted, not {array.dtype}")
    return array.astype(np.int64)


def _reason(decided: Round, better: int, other: int, pair: int | None) -> PairReason:
    """Of the pair of this index, or of the hero that rests: its opponent is BYE and it has no index."""
    ranking = decided.ranking
    met = [rank for rank in (better, other) if rank != BYE]
    places = [ranking.place(rank) for rank in met]
    folded = int(decided.folded[better])
    solved_whole = len(ranking) <= EXACT
    if pair is None:
        side_a, by_turn = None, False
        cause, window = (Cause.ROUND, len(ranking)) if solved_whole else (Cause.FOLD, 0)
    else:
        side_a, by_turn = better if decided.better_is_a[pair] else other, bool(decided.by_turn[pair])
        cause, window = Cause(int(decided.cause[pair])), int(decided.window[pair])
    return PairReason(
        hero=int(ranking.ids[better]),
        opponent=_id(decided, other),
        points2=tuple(int(ranking.points2[rank]) for rank in met),
        places=tuple(place + 1 for place, _ in places),
        groups=tuple(size for _, size in places),
        folded=_id(decided, folded),
        folded_had_met=folded != BYE and bool(ranking.have_met(np.int64(better), np.int64(folded))),
        cause=cause,
        window=window,
        cost=pair_cost(ranking, better, other),
        side_a=None if side_a is None else int(ranking.ids[side_a]),
        side_by_turn=by_turn,
        passed_over=decided.passed_over,
    )


def _id(decided: Round, rank: int) -> int | None:
    return None if rank == BYE else int(decided.ranking.ids[rank])
