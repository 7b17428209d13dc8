"""Battles: one with its log, or a batch of them.

A batch is a pure function of records, pairs, seeds and ruleset: the same bytes for any number of threads, on
any machine, forever. Rules: RULES.md.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.battle.kernel import run_battles
from arena.battle.log import LOG_WORDS, Turn, read_log
from arena.battle.parameters import Parameter, parameters
from arena.errors import refuse
from arena.hero import Hero
from arena.hero.record import MAX_RULES, RECORD, Records, check_version, encode
from arena.rulesets import CURRENT_ID

OUTCOME = np.dtype([(name, "<i2") for name in ("winner", "ticks", "turns", "hp_a", "hp_b")])
"""winner: 0 side A, 1 side B, -1 a draw; turns of both sides; health at the end."""

WINNERS = {0: "a", 1: "b", -1: None}

_NO_LOG = np.zeros((0, 0, LOG_WORDS), np.int32)
_NO_COVERAGE = np.zeros((0, 3), np.int64)


@dataclass(frozen=True)
class Battle:
    """A battle and how it went."""

    ruleset: str
    seed: int
    winner: str | None
    """"a", "b" or None for a draw."""
    ticks: int
    turns: int
    hp_a: int
    hp_b: int
    end: str
    """"hit" (or what a hit sent back), "poison" or "ticks"."""
    log: tuple[Turn, ...]
    """A row a turn; a turn in which poison kills has none."""


def pack(heroes: Sequence[Hero]) -> Records:
    """The heroes' records, an array (n,) of `arena.hero.record.RECORD`."""
    packed = b"".join(encode(hero.stats.by_name, hero.abilities, hero.parsed_rules) for hero in heroes)
    return np.frombuffer(packed, RECORD).copy()


def fight_many(
    records: Records,
    a: ArrayLike,
    b: ArrayLike,
    seeds: ArrayLike,
    ruleset: str = CURRENT_ID,
    threads: int = 1,
) -> NDArray[np.void]:
    """Fight battle i between records[a[i]] and records[b[i]] with seeds[i]; an array (n,) of `OUTCOME`.

    `a`, `b`: whole numbers that index `records`; `seeds`: whole numbers of 0..2^64-1; a single one stands for
    all. Raises `ArenaError`: `unknown-ruleset`, `record-version`, `record-layout`, `battle-indices`,
    `battle-seeds`, `battle-threads`.
    """
    batch = Batch.of(records, a, b, seeds, ruleset)
    if not isinstance(threads, int) or threads < 1:
        raise refuse("battle-threads", given=threads)
    outcomes = np.zeros(len(batch.seeds), OUTCOME)
    parts = [part for part in np.array_split(np.arange(len(outcomes)), threads) if len(part)]
    slices = [slice(int(part[0]), int(part[-1]) + 1) for part in parts]
    if len(slices) == 1:
        batch.run(slices[0], outcomes)
    elif slices:
        with ThreadPoolExecutor(len(slices)) as pool:
            list(pool.map(lambda part: batch.run(part, outcomes), slices))
    return outcomes


def fight(hero_a: Hero, hero_b: Hero, seed: int, ruleset: str = CURRENT_ID) -> Battle:
    """Fight one battle, with its log. `seed`: 0..2^64-1. Raises `ArenaError` as `fight_many` does."""
    batch = Batch.of(pack([hero_a, hero_b]), 0, 1, seed, ruleset)
    outcomes = np.zeros(1, OUTCOME)
    log = np.zeros((1, log_capacity(ruleset), LOG_WORDS), np.int32)
    batch.run(slice(0, 1), outcomes, log)
    winner, ticks, turns, hp_a, hp_b = (int(value) for value in outcomes[0])
    rows = read_log(log[0], hero_a, hero_b, ruleset)
    end = "ticks" if hp_a and hp_b else "poison" if len(rows) < turns else "hit"
    return Battle(ruleset, int(batch.seeds[0]), WINNERS[winner], ticks, turns, hp_a, hp_b, end, rows)


def log_capacity(ruleset: str) -> int:
    """The most turns a battle can have: a gauge fills at most once a tick."""
    return 2 * int(parameters(ruleset)[Parameter.TICKS])


@dataclass(frozen=True)
class Batch:
    """Battles to fight, checked: everything the kernel takes on trust."""

    records: Records
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    numbers: NDArray[np.int32]

    @classmethod
    def of(cls, records: Records, a: ArrayLike, b: ArrayLike, seeds: ArrayLike, ruleset: str) -> "Batch":
        """Check a batch; raises `ArenaError` as `fight_many` does."""
        numbers = parameters(ruleset)
        records = np.ascontiguousarray(records)
        check_version(records)
        places = [_indices(side, len(records)) for side in (a, b)]
        try:
            places_a, places_b, checked_seeds = np.broadcast_arrays(*places, _seeds(seeds))
        except ValueError as error:
            raise refuse("battle-indices", count=len(records)) from error
        return cls(
            records,
            np.ascontiguousarray(places_a),
            np.ascontiguousarray(places_b),
            np.ascontiguousarray(checked_seeds),
            numbers,
        )

    def run(
        self,
        part: slice,
        outcomes: NDArray[np.void],
        log: NDArray[np.int32] = _NO_LOG,
        coverage: NDArray[np.int64] = _NO_COVERAGE,
    ) -> None:
        """Fight the battles of `part` into the same part of `outcomes` ((n,) of `OUTCOME`, contiguous).

        log: (size of the part, log_capacity, LOG_WORDS), written; coverage: (MAX_RULES, 3), added to for side
        A.
        """
        run_battles(
            self.records.view(np.uint8).reshape(-1),
            self.a[part],
            self.b[part],
            self.seeds[part],
            self.numbers,
            outcomes[part].view(np.int16).reshape(-1, OUTCOME.itemsize // 2),
            log,
            coverage,
        )


def empty_coverage() -> NDArray[np.int64]:
    """Counters for `Batch.run`: reached, true, fired for each place of a rule."""
    return np.zeros((MAX_RULES, 3), np.int64)


def _indices(given: ArrayLike, count: int) -> NDArray[np.int64]:
    array = np.atleast_1d(np.asarray(given))
    whole = array.dtype.kind in "iu" or array.size == 0
    if not whole or array.ndim != 1 or (array.size and not 0 <= int(array.min()) <= int(array.max()) < count):
        raise refuse("battle-indices", count=count)
    return array.astype(np.int64)


def _seeds(given: ArrayLike) -> NDArray[np.uint64]:
    array = np.atleast_1d(np.asarray(given))
    if array.dtype.kind in "fO":  # what numpy makes of Python numbers that no signed type holds
        array = np.atleast_1d(np.asarray(given, object))
    whole = (
        all(isinstance(seed, int) for seed in array) if array.dtype == object else array.dtype.kind in "iu"
    )
    if array.ndim != 1 or (array.size and not whole):
        raise refuse("battle-seeds")
    if array.size and not 0 <= int(array.min()) <= int(array.max()) < 2**64:
        raise refuse("battle-seeds")
    return array.astype(np.uint64)
