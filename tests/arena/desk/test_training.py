"""How sure a share of wins is, and what the rules did."""

import pytest

from arena import roster
from arena.desk.training.statistics import together, train, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_s_interval_has_the_published_values(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("id_", roster.names())
def test_the_logs_tell_of_every_turn_in_which_a_true_rule_did_not_fire_why(id_):
    work = train(roster.load(id_), roster.load("ninja"), 12, 5, "v1", sampled=12).rules
    assert work.sampled == 12
    for counted, logged in zip(work.coverage, work.unready, strict=True):
        assert logged.turns == counted.true - counted.fired
        lacks = (logged.energy, logged.knowledge, logged.cooldown)
        assert max(lacks) <= logged.turns <= sum(lacks)


def test_no_more_logs_are_read_than_asked_for():
    hero, opponent = roster.load("knight"), roster.load("golem")
    few = train(hero, opponent, 40, 5, "v1", sampled=3).rules
    assert (few.sampled, few.unready) == (3, train(hero, opponent, 3, 5, "v1").rules.unready)
    assert train(hero, opponent, 2, 5, "v1", sampled=3).rules.sampled == 2


@pytest.mark.medium
def test_several_trainings_together_are_one_with_all_their_seeds():
    hero, opponent = roster.load("knight"), roster.load("golem")
    parts = [train(hero, opponent, 10, seed, "v1").rules for seed in (0, 10)]
    assert together(parts) == train(hero, opponent, 20, 0, "v1").rules
