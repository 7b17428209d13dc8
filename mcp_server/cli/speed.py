"""How fast battles are fought, and a checksum that tells a fast battle from a fast wrong one."""

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from statistics import median
from time import perf_counter

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


@dataclass(frozen=True)
class Speed:
    """One measurement: the median time of its runs, and the shortest and longest."""

    ruleset: str
    what: str
    """"plain", "logged" or "coverage"."""
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


def load_of(battles: int) -> Load:
    """The load of so many battles between the heroes of the roster."""
    return Load(tuple(roster.load(id_) for id_ in roster.names()), battles)


def measure_all(load: Load, done: Callable[[], object] = lambda: None) -> Iterator[Speed]:
    """Every measurement, for each ruleset: plain on one thread and on all, logged, coverage. `done` hears of
    each."""
    for ruleset in reversed(ruleset_ids()):
        for threads in sorted({1, os.cpu_count() or 1}):
            yield _measured(load, ruleset, "plain", threads)
            done()
        for what in ("logged", "coverage"):
            yield _measured(load, ruleset, what, 1)
            done()


def measurements() -> int:
    """How many `measure_all` makes."""
    return len(ruleset_ids()) * (len({1, os.cpu_count() or 1}) + 2)


def _measured(load: Load, ruleset: str, what: str, threads: int) -> Speed:
    run = {"plain": _plain, "logged": _logged, "coverage": _coverage}[what]
    _, turns = run(load, ruleset, threads)  # outside the clock: loads the kernel, touches the memory
    times = []
    for _ in range(RUNS):
        seconds, _ = run(load, ruleset, threads)
        times.append(seconds)
    return Speed(ruleset, what, threads, load.battles, turns, median(times), min(times), max(times))


def _plain(load: Load, ruleset: str, threads: int) -> tuple[float, int]:
    """Seconds and turns of all battles without a log."""
    records, a, b, seeds = load.batch
    begin = perf_counter()
    outcomes = fight_many(records, a, b, seeds, ruleset, threads)
    return perf_counter() - begin, int(outcomes["turns"].sum())


def _logged(load: Load, ruleset: str, threads: int) -> tuple[float, int]:
    """The same with every turn written to a log, which is overwritten again and again."""
    batch = Batch.of(*load.batch, ruleset)
    outcomes = np.zeros(load.battles, OUTCOME)
    log = empty_log(LOGGED_AT_ONCE, ruleset)
    begin = perf_counter()
    for start in range(0, load.battles, LOGGED_AT_ONCE):
        part = slice(start, min(start + LOGGED_AT_ONCE, load.battles))
        batch.run(part, outcomes, log[: part.stop - part.start])
    return perf_counter() - begin, int(outcomes["turns"].sum())


def _coverage(load: Load, ruleset: str, threads: int) -> tuple[float, int]:
    """The same with coverage, a pair of heroes for each hero of the load."""
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
    heroes = load_of(0).heroes
    numbers = list(product(range(len(heroes)), range(len(heroes)), range(CHECKSUM_SEEDS)))
    a, b, seeds = np.array(numbers).T
    records, digest = pack(heroes), hashlib.sha256()
    for ruleset in ruleset_ids():
        digest.update(fight_many(records, a, b, seeds.astype(np.uint64), ruleset).tobytes())
    return digest.hexdigest()[:16]
