"""Health in whole percent."""

import pytest

from arena import roster
from arena.battle import Sides, health_percent, health_percents, whole_health, whole_health_of
from arena.rulesets import CURRENT_ID, load_ruleset


@pytest.mark.parametrize(
    ("points", "whole", "percent"),
    [(0, 120, 0), (120, 120, 100), (1, 300, 1), (299, 300, 99), (60, 120, 50), (-1, 300, -1), (5, 400, 1)],
)
def test_percent_is_whole_and_neither_0_for_something_nor_100_for_a_part(
    points: int, whole: int, percent: int
) -> None:
    assert health_percent(points, whole) == percent


def test_each_side_is_told_in_percent_of_its_own_health() -> None:
    assert health_percents(Sides(60, 60), Sides(120, 60)) == Sides(50, 100)


def test_a_hero_has_the_same_whole_health_alone_and_beside_another() -> None:
    heroes = Sides(roster.load("golem"), roster.load("ninja"))
    alone = [whole_health_of(hero.stats.by_name, load_ruleset()) for hero in heroes]
    assert whole_health(heroes, CURRENT_ID) == Sides(*alone)
    assert alone[0] != alone[1]
