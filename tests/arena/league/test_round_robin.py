"""Each against all others: points and places."""

import numpy as np
import pytest

from arena import roster
from arena.battle import fight_many, pack
from arena.league.round_robin import RoundRobin, round_robin


def test_a_round_robin_counts_wins_and_half_of_the_draws():
    heroes = [roster.load(id_) for id_ in ("golem", "ninja", "witch")]
    played = round_robin(heroes, 30, threads=2)
    winners = fight_many(pack(heroes), 0, 2, np.arange(30))["winner"]
    assert played.battles == 90
    assert played.shares[0, 2] == pytest.approx(((winners == 0) + (winners == -1) / 2).mean())
    assert played.shares[0, 2] + played.shares[2, 0] == pytest.approx(1)


def test_places_go_to_the_greater_share_of_points():
    shares = np.array([[0, 0.2, 0.9], [0.8, 0, 0.6], [0.1, 0.4, 0]])
    played = RoundRobin(shares, 10, 1.0)
    assert played.places == [1, 0, 2]
    assert played.points == pytest.approx([0.55, 0.7, 0.25])
    assert (played.easiest(0), played.hardest(0)) == (2, 1)
