"""Ratings: known values, exact rounding, and sums that stay."""

from fractions import Fraction

import numpy as np
import pytest

from arena.league.elo import FURTHEST, ONE, expected_scores, k_factor, rate_day
from arena.league.settings import league

SETTLED = 42
"""Rated battles from which K is 16."""


def change(rating_a, rating_b, winner, battles_a=100, battles_b=100):
    """What one battle changes, in 1/100."""
    return rate_day([rating_a, rating_b], [battles_a, battles_b], [0], [1], [winner]).tolist()


@pytest.mark.parametrize(
    ("lead", "winner", "battles", "expected"),
    [
        (0, 0, 100, 800),  # 16 * 1/2
        (0, 0, 0, 5000),  # 100 * 1/2
        (0, 0, 8, 2500),  # 50 * 1/2
        (0, -1, 0, 0),
        (40_000, 0, 100, 145),  # 16 * 1/11 = 1.4545...
        (40_000, 1, 100, -1455),  # 16 * -10/11 = -14.5454...
        (40_000, -1, 100, -655),  # 16 * (1/2 - 10/11) = -6.5454...
        (-40_000, -1, 100, 655),
        (80_000, 1, 0, -9901),  # 100 * -100/101 = -99.0099...
        (20_000, 0, 100, 384),  # 16 * 0.240253... = 3.84404...
        (-20_000, 0, 0, 7597),  # 100 * 0.759746... = 75.9746...
        (10_000, 0, 2, 2879),  # 80 * 0.359935... = 28.7948...
    ],
)
def test_a_battle_changes_a_rating_by_k_times_the_surprise(lead, winner, battles, expected):
    assert change(100_000 + lead, 100_000, winner, battles)[0] == expected


def test_k_falls_with_rated_battles_to_sixteen():
    over, under = k_factor(np.array([0, 2, 8, 32, 41, SETTLED, 43, 10_000]))
    k = [Fraction(int(o), int(u)) for o, u in zip(over, under, strict=True)]
    assert k == [100, 80, 50, 20, Fraction(800, 49), 16, 16, 16]


def test_expected_scores_are_those_of_the_formula():
    leads = np.arange(len(expected_scores()))
    assert np.abs(expected_scores() / ONE - 1 / (1 + 10 ** (-leads / 40_000))).max() < 1e-14
    assert expected_scores()[0] == ONE // 2
    assert (np.diff(expected_scores()) >= 0).all()


@pytest.mark.parametrize("battles", range(SETTLED + 1))
def test_no_lead_comes_as_near_to_a_half_as_the_tables_error(battles):
    """So that every change is rounded as the true expected score would be."""
    over, under = (int(part) for part in k_factor(np.array(battles)))
    for score in (0, ONE // 2, ONE):
        doubled = 2 * (100 * over * np.abs(score - expected_scores()) % (under * ONE))
        from_half = np.abs(doubled - under * ONE)
        assert from_half.min() > 2 * 100 * over  # twice what an error of a whole unit would change


@pytest.mark.parametrize("battles", range(SETTLED + 1))
def test_leads_beyond_the_table_change_no_rounding(battles):
    edge = FURTHEST * league().elo.scale
    over, under = (int(part) for part in k_factor(np.array(battles)))
    for winner, score in ((0, Fraction(1)), (-1, Fraction(1, 2)), (1, Fraction(0))):
        limit = 100 * Fraction(over, under) * (score - 1)
        nearest = int(abs(limit) + Fraction(1, 2)) * (-1 if limit < 0 else 1)
        for lead in (edge - 1, edge, edge + 1, 10 * edge):
            assert change(lead, 0, winner, battles)[0] == nearest


def test_a_win_against_all_odds_gives_all_of_k_and_its_opposite_nothing():
    assert change(0, 10**9, 0) == [1600, -1600]
    assert change(0, 10**9, 1) == [0, 0]
    assert change(-(10**9), 10**9, 0, 0, 0) == [10_000, -10_000]


def test_halves_are_rounded_away_from_zero(monkeypatch):
    # No K of the rules makes a half: here it is 1/20.
    monkeypatch.setattr("arena.league.elo.k_factor", lambda battles: (battles * 0 + 1, battles * 0 + 20))
    assert change(0, 0, 0) == [3, -3]  # 100 * 1/20 * 1/2 = 2.5


def test_a_day_sums_to_zero_between_heroes_of_equal_k():
    rng = np.random.default_rng(1)
    ratings = rng.integers(0, 250_000, 500)
    a = rng.integers(0, 500, 5000)
    b = (a + rng.integers(1, 500, 5000)) % 500
    for battles in (0, 7, 20, 60):
        changes = rate_day(ratings, np.full(500, battles), a, b, rng.integers(-1, 2, 5000))
        assert changes.sum() == 0
        assert changes.any()


def test_a_day_is_the_sum_of_its_battles_from_the_ratings_at_its_start():
    ratings, battles = [101_234, 99_876, 100_001], [5, 50, 0]
    day = rate_day(ratings, battles, [0, 2, 1], [1, 0, 2], [0, 1, -1])
    alone = [
        rate_day(ratings, battles, [a], [b], [winner]) for a, b, winner in ((0, 1, 0), (2, 0, 1), (1, 2, -1))
    ]
    assert day.tolist() == sum(alone).tolist()


def test_neither_the_order_of_battles_nor_the_sides_matter():
    rng = np.random.default_rng(2)
    ratings, battles = rng.integers(90_000, 110_000, 60), rng.integers(0, 60, 60)
    a = rng.integers(0, 60, 90)
    b = (a + 1) % 60
    winners = rng.integers(-1, 2, 90)
    changes = rate_day(ratings, battles, a, b, winners)
    mixed = rng.permutation(90)
    assert (rate_day(ratings, battles, a[mixed], b[mixed], winners[mixed]) == changes).all()
    turned = np.where(winners == -1, -1, 1 - winners)
    assert (rate_day(ratings, battles, b, a, turned) == changes).all()


def test_a_day_without_battles_changes_nothing():
    assert rate_day([100_000, 1], [0, 0], [], [], []).tolist() == [0, 0]
