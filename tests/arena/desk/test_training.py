"""How sure a share of wins is."""

import pytest

from arena.desk.training import wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_s_interval_has_the_published_values(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)
