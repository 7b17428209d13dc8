"""Battles in chunks: each a pure function of records, pairs, seeds and ruleset, so that any executor may play
them, on threads of this machine or elsewhere."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.battle import KERNEL_VERSION, fight_many
from arena.hero.record import Records

CHUNK = 5_000
"""Battles that are played and stored at once: others who write wait for the transaction, of some 20 ms."""


@dataclass(frozen=True)
class Chunk:
    """Battles to play: `a`, `b`, (k,), index `records`; `seeds`, (k,)."""

    records: Records
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    ruleset: str


Executor = Callable[[Iterable[Chunk]], Iterator[NDArray[np.void]]]
"""Plays chunks, and gives the outcomes ((k,) of `arena.battle.OUTCOME`) of each in their order."""


def play_on_threads(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
    """Play one chunk after another on all cores."""
    threads = os.cpu_count() or 1
    for chunk in chunks:
        yield fight_many(chunk.records, chunk.a, chunk.b, chunk.seeds, chunk.ruleset, threads)


@dataclass(frozen=True)
class Round:
    """Battles of a run that are paired: hero ids, versions, places of both in the records, seeds; all (k,).
    `first` is the number of the first in its run."""

    number: int
    first: int
    hero_a: NDArray[np.int64]
    hero_b: NDArray[np.int64]
    version_a: NDArray[np.int64]
    version_b: NDArray[np.int64]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    seeds: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.seeds)

    def chunk(self, part: slice, records: Records, ruleset: str) -> Chunk:
        return Chunk(records, self.a[part], self.b[part], self.seeds[part], ruleset)

    def columns(
        self, run_id: int, part: slice, ruleset: str, outcomes: NDArray[np.void]
    ) -> dict[str, list[Any]]:
        """The rows of `BattleRow` of a part, by column."""
        count = len(outcomes)
        start = self.first + part.start
        given = {
            "run_id": [run_id] * count,
            "number": list(range(start, start + count)),
            "round": [self.number] * count,
            "ruleset": [ruleset] * count,
            "kernel": [KERNEL_VERSION] * count,
        }
        paired = {
            name: getattr(self, name)[part].tolist()
            for name in ("hero_a", "hero_b", "version_a", "version_b")
        }
        fought = {name: outcomes[name].tolist() for name in ("winner", "ticks", "turns", "hp_a", "hp_b")}
        return {**given, **paired, "seed": self.seeds[part].tolist(), **fought}
