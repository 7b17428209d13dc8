"""How fast battles are fought, and a checksum that tells a fast battle from a fast wrong one."""

import hashlib
import os
from dataclasses import dataclass
from itertools import product
from statistics import median
from time import perf_counter
from typing import Literal, NamedTuple

import numpy as np

from arena import roster
from arena.battle import OUTCOME, fight_many, observe, pack
from arena.battle.batch import Batch, empty_log
from arena.battle.log_row import ROW
from arena.hero import Hero
from arena.hero.record import Records
from arena.rulesets import ruleset_ids

RUNS = 5
LOGGED_AT_ONCE = 512
"""Battles whose logs are held at once: enough that a call of the kernel costs nothing against its work."""
CHECKSUM_SEEDS = 4

BYTES_A_TURN = ROW.itemsize


What = Literal["plain", "logged", "coverage"]
"""Battles without a log, with one, with the coverage of rules."""


class Measurement(NamedTuple):
    """What is to be measured."""

    ruleset: str
    what: What
    threads: int


@dataclass(frozen=True)
class Speed:
    """One measurement: the median time of its runs, and the shortest and longest."""

    ruleset: str
    what: What
    threads: int
    battles: int
    turns: int
    seconds: float
    least: float
    most: float

    @property
    def battles_per_second(self) -> float:
        return self.battles / self.seconds

    @property
    def turns_per_second(self) -> float:
        return self.turns / self.seconds

    @property
    def nanoseconds_per_turn(self) -> float:
        return 1e9 * self.seconds / self.turns

    @property
    def spread(self) -> float:
        """How far the runs lie apart, as a share of the median."""
        return (self.most - self.least) / self.seconds


@dataclass(frozen=True)
class Load:
    """The battles to measure: the roster's heroes, each pair in turn, with seeds from 0."""

    heroes: tuple[Hero, ...]
    battles: int

    @property
    def batch(self) -> tuple[Records, np.ndarray, np.ndarray, np.ndarray]:
        """records, a, b, seeds as `fight_many` takes them."""
        number, count = np.arange(self.battles), len(self.heroes)
        return pack(self.heroes), number % count, number // count % count, number.astype(np.uint64)


def everybody() -> tuple[Hero, ...]:
    """The heroes of the roster."""
    return tuple(roster.load(id_) for id_ in roster.names())


def load_of(battles: int) -> Load:
    """The load of so many battles between the heroes of the roster."""
    return Load(everybody(), battles)


def measurements() -> list[Measurement]:
    """All there are, for each ruleset: plain on one thread and on all, logged, coverage."""
    threads = sorted({1, os.cpu_count() or 1})
    return [
        measurement
        for ruleset in reversed(ruleset_ids())
        for measurement in (
            *(Measurement(ruleset, "plain", count) for count in threads),
            Measurement(ruleset, "logged", 1),
            Measurement(ruleset, "coverage", 1),
        )
    ]


def measure(load: Load, measurement: Measurement) -> Speed:
    """Run the load `RUNS` times, after one run outside the clock, which loads the kernel and touches the
    memory."""
    _, turns = _run(load, measurement)
    times = [_run(load, measurement)[0] for _ in range(RUNS)]
    return Speed(*measurement, load.battles, turns, median(times), min(times), max(times))


def _run(load: Load, measurement: Measurement) -> tuple[float, int]:
    """Seconds and turns of all battles of the load."""
    ruleset, what, threads = measurement
    if what == "plain":
        return _plain(load, ruleset, threads)
    return {"logged": _logged, "coverage": _coverage}[what](load, ruleset)


def _plain(load: Load, ruleset: str, threads: int) -> tuple[float, int]:
    """Without a log."""
    records, a, b, seeds = load.batch
    begin = perf_counter()
    outcomes = fight_many(records, a, b, seeds, ruleset, threads)
    return perf_counter() - begin, int(outcomes["turns"].sum())


def _logged(load: Load, ruleset: str) -> tuple[float, int]:
    """With every turn written to a log, which is overwritten again and again."""
    batch = Batch.of(*load.batch, ruleset)
    outcomes = np.zeros(load.battles, OUTCOME)
    log = empty_log(LOGGED_AT_ONCE, ruleset)
    begin = perf_counter()
    for start in range(0, load.battles, LOGGED_AT_ONCE):
        part = slice(start, min(start + LOGGED_AT_ONCE, load.battles))
        batch.run(part, outcomes, log[: part.stop - part.start])
    return perf_counter() - begin, int(outcomes["turns"].sum())


def _coverage(load: Load, ruleset: str) -> tuple[float, int]:
    """With coverage, a pair of heroes for each hero of the load."""
    count = len(load.heroes)
    share = np.array_split(np.arange(load.battles, dtype=np.uint64), count)
    begin, turns = perf_counter(), 0
    for number, seeds in enumerate(share):
        outcomes, _ = observe(load.heroes[number], load.heroes[(number + 1) % count], seeds, ruleset)
        turns += int(outcomes["turns"].sum())
    return perf_counter() - begin, turns


def checksum() -> str:
    """Over the outcomes of every pair of the roster's heroes with a few seeds, under every ruleset: 16 hex
    digits."""
    heroes = everybody()
    numbers = list(product(range(len(heroes)), range(len(heroes)), range(CHECKSUM_SEEDS)))
    a, b, seeds = np.array(numbers).T
    records, digest = pack(heroes), hashlib.sha256()
    for ruleset in ruleset_ids():
        digest.update(fight_many(records, a, b, seeds.astype(np.uint64), ruleset).tobytes())
    return digest.hexdigest()[:16]
