"""A season simulated: does the daily pairing with its ratings find out how strong heroes are, and do the
ratings stay where they began?

Heroes have a true strength on the scale of the ratings, and win with the probability that it gives them. Each
day some leave, whoever they are, and newcomers take their places. Source: the league's rules, "Daily
battles".
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.league.daily import pair_day
from arena.league.elo import Integers, rate_day
from arena.league.settings import league

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Season:
    """What is simulated: so many heroes, a dozen or more, of whom each is replaced with the probability
    `replaced` every day; true strengths are normal around a newcomer's rating, with a deviation of `spread`
    points."""

    heroes: int = 1000
    replaced: float = 0.005
    spread: float = 250.0


@dataclass(frozen=True)
class Ratings:
    """How the ratings stand after a day: mean and deviation in points, and their rank correlation (Spearman)
    with the true strengths."""

    day: int
    mean: float
    deviation: float
    correlation: float


def simulated(season: Season, seed: int) -> Iterator[Ratings]:
    """The ratings after each day, from day 1 on, without end. The same seed gives the same days."""
    rng = np.random.default_rng(seed)
    start = league().elo.start
    ids = np.arange(season.heroes, dtype=np.int64)
    strengths = rng.normal(start, 100 * season.spread, season.heroes)
    ratings = np.full(season.heroes, start, np.int64)
    battles, rests = np.zeros_like(ids), np.zeros_like(ids)
    pairs = np.zeros((0, 2), np.int64)
    day = 0
    while True:
        day += 1
        pairs = pair_day(ids, ratings, pairs, rests, _secret(seed, day))
        rows = np.searchsorted(ids, pairs)
        ratings = ratings + rate_day(ratings, battles, rows[:, 0], rows[:, 1], _winners(strengths, rows, rng))
        fought = np.bincount(rows.ravel(), minlength=len(ids))
        battles, rests = battles + fought, rests + (fought < fought.max(initial=0))
        yield _told(day, ratings, strengths)
        stays = np.sort(rng.permutation(season.heroes)[rng.binomial(season.heroes, season.replaced) :])
        new = season.heroes - len(stays)
        # Newcomers stand last, so that ids stay in order.
        ids = np.concatenate((ids[stays], ids.max(initial=-1) + 1 + np.arange(new)))
        strengths = np.concatenate((strengths[stays], rng.normal(start, 100 * season.spread, new)))
        ratings = np.concatenate((ratings[stays], np.full(new, start, np.int64)))
        battles, rests = (np.concatenate((each[stays], np.zeros(new, np.int64))) for each in (battles, rests))


def _secret(seed: int, day: int) -> bytes:
    return hashlib.sha256(f"{seed} {day}".encode()).digest()


def _winners(strengths: Floats, rows: Integers, rng: np.random.Generator) -> Integers:
    """0 for side A, 1 for side B, (k,); there are no draws."""
    lead = strengths[rows[:, 0]] - strengths[rows[:, 1]]
    expected = 1 / (1 + 10 ** (-lead / league().elo.scale))
    return (rng.random(len(rows)) >= expected).astype(np.int64)


def _told(day: int, ratings: Integers, strengths: Floats) -> Ratings:
    correlation = float(np.corrcoef(_ranks(ratings), _ranks(strengths))[0, 1])
    return Ratings(day, float(ratings.mean()) / 100, float(ratings.std()) / 100, correlation)


def _ranks(values: Integers | Floats) -> Floats:
    """Ranks from 1, those of equals their mean, (n,)."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    means: Floats = np.cumsum(counts) - (counts - 1) / 2
    return means[places]
