"""A batch is nothing but its battles: order, slices and threads change none of them."""

import hashlib
import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from arena.battle import fight_many, pack
from arena.hero.record import Records
from tests.arena.battle.strategies import fighting_hero, many_heroes

VECTORS = Path(__file__).parent / "vectors" / "battles.json"

EVERY_PAIR = {
    "v0": (740_512, "cd1b72582421951026361b5a2737df0253252e12f72adf38550362a31a170b64"),
    "v1": (694_205, "5b3a9bfd979d80f20b811adfd1428a3b8c3ea469bfb0a45dbf57b38882619006"),
}
"""Turns of all battles together, and the SHA-256 of their outcomes as 32-bit numbers, row by row."""


@pytest.fixture(scope="module")
def batch() -> tuple[Records, np.ndarray, np.ndarray, np.ndarray]:
    """2,003 battles: a number that no count of lanes or threads divides."""
    chance = np.random.default_rng(3)
    pairs = chance.integers(0, 150, (2, 2003))
    return pack(many_heroes(150, 11)), *pairs, chance.integers(0, 2**64, 2003, np.uint64)


@pytest.mark.parametrize("ruleset", ["v0", "v1"])
@pytest.mark.parametrize("threads", [2, 5, 64])
def test_threads_give_the_same_bytes(batch: tuple[np.ndarray, ...], ruleset: str, threads: int) -> None:
    alone = fight_many(*batch, ruleset)
    assert fight_many(*batch, ruleset, threads=threads).tobytes() == alone.tobytes()


def test_more_threads_than_battles_are_no_trouble(batch: tuple[np.ndarray, ...]) -> None:
    records, a, b, seeds = batch
    few = fight_many(records, a[:3], b[:3], seeds[:3], threads=8)
    assert few.tobytes() == fight_many(*batch)[:3].tobytes()


def test_a_shuffled_batch_has_the_same_battles(batch: tuple[np.ndarray, ...]) -> None:
    records, a, b, seeds = batch
    order = np.random.default_rng(4).permutation(len(a))
    shuffled = fight_many(records, a[order], b[order], seeds[order])
    assert shuffled.tobytes() == fight_many(*batch)[order].tobytes()


@pytest.mark.parametrize("part", [slice(0, 1), slice(5, 20), slice(17, 900), slice(1990, None), slice(0, 0)])
def test_a_slice_of_a_batch_gives_that_slice_of_its_outcomes(
    batch: tuple[np.ndarray, ...], part: slice
) -> None:
    records, a, b, seeds = batch
    outcomes = fight_many(records, a[part], b[part], seeds[part])
    assert outcomes.tobytes() == fight_many(*batch)[part].tobytes()


def test_seeds_may_be_a_plain_list_of_any_64_bit_numbers() -> None:
    seeds = [1, 2**63 + 5, 2**64 - 1]
    records = pack(many_heroes(2, 11))
    assert fight_many(records, 0, 1, seeds).tobytes() == (
        fight_many(records, 0, 1, np.array(seeds, np.uint64)).tobytes()
    )


def test_a_batch_leaves_its_records_and_seeds_alone(batch: tuple[np.ndarray, ...]) -> None:
    before = [array.tobytes() for array in batch]
    fight_many(*batch)
    assert [array.tobytes() for array in batch] == before


@pytest.mark.parametrize("ruleset", EVERY_PAIR)
def test_every_pair_of_the_vectors_heroes_fights_as_ever(ruleset: str) -> None:
    """As chess engines count positions: a change of the rules anywhere changes these."""
    heroes = [fighting_hero(plain) for plain in json.loads(VECTORS.read_text(encoding="utf-8"))["heroes"]]
    a, b, seeds = np.array(list(product(range(len(heroes)), range(len(heroes)), range(1, 4)))).T
    outcomes = fight_many(pack(heroes), a, b, seeds, ruleset)
    rows = np.stack([outcomes[name] for name in ("winner", "ticks", "turns", "hp_a", "hp_b")], 1)
    digest = hashlib.sha256(rows.astype("<i4").tobytes()).hexdigest()
    assert (int(outcomes["turns"].sum()), digest) == EVERY_PAIR[ruleset]
