"""A season simulated: ratings stay where they began and find the strong."""

from itertools import islice
from statistics import mean

import pytest

from arena.league.season import Ratings, Season, simulated


def after(season: Season, seed: int, days: int) -> Ratings:
    """The ratings after the last of so many days."""
    return list(islice(simulated(season, seed), days))[-1]


def test_in_some_weeks_the_strong_stand_above_the_weak_and_the_mean_has_hardly_moved() -> None:
    told = [after(Season(heroes=200), seed, 40) for seed in range(3)]
    assert all(each.correlation > 0.9 for each in told)
    assert abs(mean(each.mean for each in told) - 1000) < 20


@pytest.mark.slow
def test_over_a_year_the_mean_of_ten_leagues_stays_within_ten_points() -> None:
    told = [after(Season(), seed, 365) for seed in range(10)]
    print(*told, sep="\n")
    assert abs(mean(each.mean for each in told) - 1000) < 10
    assert all(each.correlation > 0.95 for each in told)


def test_where_nobody_comes_or_goes_and_all_play_alike_no_point_is_lost() -> None:
    for told in islice(simulated(Season(heroes=70, replaced=0), 5), 10):
        assert told.mean == 1000


def test_the_same_seed_plays_the_same_season_and_another_a_different_one() -> None:
    season = Season(heroes=70, replaced=0.1)
    first, again, other = (list(islice(simulated(season, seed), 20)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_the_days_are_told_one_after_another_however_many_come_and_go() -> None:
    days = list(islice(simulated(Season(heroes=17, replaced=0.5), 3), 5))
    assert [each.day for each in days] == [1, 2, 3, 4, 5]
