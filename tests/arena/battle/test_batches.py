"""What a batch of battles refuses, and what it takes."""

from collections.abc import Callable

import numpy as np
import pytest

from arena.battle import OUTCOME, fight, fight_many, pack
from arena.errors import ArenaError
from arena.hero import Hero


@pytest.fixture(scope="module")
def records(make_hero: Callable[..., Hero]) -> np.ndarray:
    return pack([make_hero(), make_hero({"/abilities": [], "/rules": []})])


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([0], [2]),
        ([-1], [0]),
        ([0.0], [1.0]),
        (["0"], ["1"]),
        ([0, 1], [0, 1, 1]),
        ([[0]], [[1]]),
        ([True], [False]),
    ],
)
def test_places_that_are_no_record_are_refused(records: np.ndarray, a: list, b: list) -> None:
    with pytest.raises(ArenaError) as error:
        fight_many(records, a, b, [1])
    assert error.value.code == "battle-indices"


@pytest.mark.parametrize("seeds", [[-1], [1.5], ["1"], 2**64, [2**64], [[1]]])
def test_seeds_that_are_not_64_bits_are_refused(records: np.ndarray, seeds: object) -> None:
    with pytest.raises(ArenaError) as error:
        fight_many(records, [0], [1], seeds)
    assert error.value.code == "battle-seeds"


def test_threads_below_one_are_refused(records: np.ndarray) -> None:
    with pytest.raises(ArenaError) as error:
        fight_many(records, [0], [1], [1], threads=0)
    assert error.value.code == "battle-threads"


def test_a_ruleset_that_does_not_exist_is_refused_with_those_that_do(records: np.ndarray) -> None:
    with pytest.raises(ArenaError, match="v0, v1"):
        fight_many(records, [0], [1], [1], ruleset="v2")


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_every_64_bit_seed_is_taken(make_hero: Callable[..., Hero], records: np.ndarray, seed: int) -> None:
    outcome = fight_many(records, [0], [1], [seed])[0]
    battle = fight(make_hero(), make_hero({"/abilities": [], "/rules": []}), seed)
    assert battle.seed == seed
    assert (battle.ticks, battle.turns, battle.hp_a, battle.hp_b) == tuple(outcome)[1:]


def test_no_battles_give_no_outcomes(records: np.ndarray) -> None:
    assert fight_many(records, [], [], []).tolist() == []
    assert fight_many(records, [], [], np.zeros(0, np.uint64), threads=4).dtype == OUTCOME


def test_a_single_place_or_seed_stands_for_all(records: np.ndarray) -> None:
    outcomes = fight_many(records, 0, 1, range(40))
    assert len(outcomes) == 40
    assert (outcomes == fight_many(records, [0] * 40, [1] * 40, np.arange(40))).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.uint64])
def test_whole_numbers_of_any_type_are_taken(records: np.ndarray, dtype: type) -> None:
    places = np.array([0, 1, 1], dtype)
    expected = fight_many(records, [0, 1, 1], [1, 0, 1], [5, 6, 7])
    assert (fight_many(records, places, np.array([1, 0, 1], dtype), [5, 6, 7]) == expected).all()


def test_records_may_be_a_view_with_gaps(records: np.ndarray) -> None:
    spread = np.repeat(records, 3)[::3]
    assert (fight_many(spread, 0, 1, range(20)) == fight_many(records, 0, 1, range(20))).all()


@pytest.mark.parametrize("count", [1, 15, 16, 17, 33])
def test_a_battle_does_not_depend_on_the_battles_beside_it(records: np.ndarray, count: int) -> None:
    together = fight_many(records, [i % 2 for i in range(count)], [1] * count, range(count))
    alone = [fight_many(records, [i % 2], [1], [i])[0] for i in range(count)]
    assert together.tolist() == [tuple(outcome) for outcome in alone]
