"""Health in whole percent."""

import pytest

from arena.battle import health_percent


@pytest.mark.parametrize(
    ("points", "whole", "percent"),
    [(0, 120, 0), (120, 120, 100), (1, 300, 1), (299, 300, 99), (60, 120, 50), (-1, 300, -1), (5, 400, 1)],
)
def test_percent_is_whole_and_neither_0_for_something_nor_100_for_a_part(
    points: int, whole: int, percent: int
) -> None:
    assert health_percent(points, whole) == percent
