"""Ratings: what a day's battles change in them.

Source: the rules' «Elo» and the project's ruling on K and rounding. Every number is an integer, so that all
machines agree. A change is 100·K·(score - expected score), rounded to 1/100, where K = max(16, 800 / (8 +
battles so far)) is kept as a fraction and the expected score comes from a table of multiples of 2^-46.
Rounding is proved right: of all leads, scores and K there are, none comes as near to a half of 1/100 as the
table's error could reach (the tests go through them all).
"""

from decimal import Decimal, localcontext
from functools import cache

import numpy as np
from numpy.typing import NDArray

from arena.league.settings import league

Integers = NDArray[np.int64]

ONE = 2**46
"""A score of 1. 100·K·ONE fits into 63 bits for every K up to 100."""

FURTHEST = 7
"""Scales from which on leads count alike: what is missing to a score of 1 changes no rounding."""

DIGITS = 40


@cache
def expected_scores() -> Integers:
    """The stronger's expected score 1 / (1 + 10^(-lead / 400)) for each lead in 1/100, in 1 / ONE."""
    scale = league().elo.scale
    with localcontext(prec=2 * DIGITS):
        # Both functions are correctly rounded by their specification; a libm's power is not.
        step = int((Decimal(10).ln() / -scale).exp() * 10**DIGITS)
    unit = 10**DIGITS
    odds, scores = unit, []
    for _ in range(FURTHEST * scale + 1):
        scores.append((2 * ONE * unit + unit + odds) // (2 * (unit + odds)))
        odds = odds * step // unit
    return np.array(scores, np.int64)


def rate_day(
    ratings: Integers, battles_so_far: Integers, a: Integers, b: Integers, winners: Integers
) -> Integers:
    """What the day changes in each hero's rating, (n,), in 1/100.

    `ratings`, (n,), in 1/100, and `battles_so_far`, (n,), rated ones, are of the day's start. `a`, `b`,
    (k,): the rows of each battle's two heroes; `winners`, (k,): 0 side a, 1 side b, -1 a draw. Every change
    is rounded by itself, half away from zero, and then they are summed: the order of battles does not
    matter.
    """
    ratings, battles_so_far, a, b, winners = (
        np.asarray(each, np.int64) for each in (ratings, battles_so_far, a, b, winners)
    )
    lead = ratings[a] - ratings[b]
    stronger = expected_scores()[np.minimum(np.abs(lead), FURTHEST * league().elo.scale)]
    score = np.where(winners == -1, ONE // 2, np.where(winners == 0, ONE, 0))
    surprise = score - np.where(lead < 0, ONE - stronger, stronger)
    changes = np.zeros_like(ratings)
    np.add.at(changes, a, _change(surprise, battles_so_far[a]))
    np.add.at(changes, b, _change(-surprise, battles_so_far[b]))
    return changes


def _change(surprise: Integers, battles_so_far: Integers) -> Integers:
    """100·K·surprise / ONE, half away from zero."""
    over, under = k_factor(battles_so_far)
    whole, rest = np.divmod(100 * over * np.abs(surprise), under * ONE)
    rounded: Integers = np.sign(surprise) * (whole + (2 * rest >= under * ONE))
    return rounded


def k_factor(battles_so_far: Integers) -> tuple[Integers, Integers]:
    """K as numerators and denominators, (n,) each."""
    settings = league().elo
    delayed = settings.k_delay + np.asarray(battles_so_far, np.int64)
    settled = settings.k_fast <= settings.k_least * delayed
    return np.where(settled, settings.k_least, settings.k_fast), np.where(settled, 1, delayed)
