"""A batch of battles: checked before it runs, for the kernel takes everything on trust."""

import operator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.battle.log_row import LOG_WORDS
from arena.battle.parameters import Parameter, parameters
from arena.errors import refuse
from arena.excerpt import shown
from arena.hero.record import MAX_RULES, Records, check_records

OUTCOME = np.dtype([(name, "<i2") for name in ("winner", "ticks", "turns", "hp_a", "hp_b")])
"""winner: 0 side A, 1 side B, -1 a draw; turns of both sides; health at the end."""

MOST_THREADS = 256
"""More would cost memory and gain nothing."""

_NO_LOG = np.zeros((0, 0, LOG_WORDS), np.int32)
_NO_COVERAGE = np.zeros((0, 3), np.int64)


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
        check_records(records)
        places = [_indices(side, len(records)) for side in (a, b)]
        arrays = [*places, _seeds(seeds)]
        try:
            places_a, places_b, checked_seeds = np.broadcast_arrays(*arrays)
        except ValueError as error:
            raise refuse("battle-lengths", lengths=", ".join(str(len(array)) for array in arrays)) from error
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

        log: from `empty_log`, at least as many as the part has, written; coverage: from `empty_coverage`,
        added to for side A.
        """
        from arena.battle.kernel import run_battles  # when needed: on a fresh machine it compiles for seconds

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


def parts(count: int, threads: object) -> list[slice]:
    """`count` battles cut into one run for each thread. Raises `ArenaError` `battle-threads`."""
    try:
        wanted = 0 if isinstance(threads, bool) else operator.index(threads)  # type: ignore[arg-type]
    except TypeError:
        wanted = 0
    if wanted < 1:
        raise refuse("battle-threads", given=shown(threads))
    wanted = min(wanted, count, MOST_THREADS)
    edges = [count * i // wanted for i in range(wanted + 1)] if wanted else []
    return [slice(start, stop) for start, stop in pairwise(edges)]


def empty_log(count: int, ruleset: str) -> NDArray[np.int32]:
    """Room for the logs of `count` battles: (count, turns, LOG_WORDS), where a gauge fills at most once a
    tick."""
    return np.zeros((count, 2 * int(parameters(ruleset)[Parameter.TICKS]), LOG_WORDS), np.int32)


def empty_coverage() -> NDArray[np.int64]:
    """Counters for `Batch.run`: reached, true, fired for each place of a rule."""
    return np.zeros((MAX_RULES, 3), np.int64)


def _indices(given: ArrayLike, count: int) -> NDArray[np.int64]:
    array = _one_dimensional(given)
    whole = array is not None and (array.dtype.kind in "iu" or not array.size)
    if array is None or not whole or (array.size and not 0 <= int(array.min()) <= int(array.max()) < count):
        raise refuse("battle-indices", count=count)
    return array.astype(np.int64)


def _seeds(given: ArrayLike) -> NDArray[np.uint64]:
    array = _one_dimensional(given)
    if (
        array is not None and array.dtype.kind in "fO"
    ):  # what numpy makes of numbers that no signed type holds
        array = _exact(given)
    whole = array is not None and (array.dtype.kind in "iuO" or not array.size)
    if array is None or not whole or (array.size and not 0 <= int(array.min()) <= int(array.max()) < 2**64):
        raise refuse("battle-seeds")
    return array.astype(np.uint64)


def _one_dimensional(given: ArrayLike) -> NDArray[Any] | None:
    """An array of one dimension (a single value is one of length one), or None if it is not to be had."""
    try:
        array = np.atleast_1d(np.asarray(given))
    except ValueError:
        return None
    return array if array.ndim == 1 else None


def _exact(given: ArrayLike) -> NDArray[Any] | None:
    """The same as Python's whole numbers, or None if some are not."""
    values = np.atleast_1d(np.asarray(given, object)).tolist()
    if any(isinstance(value, bool) or not hasattr(value, "__index__") for value in values):
        return None
    return np.array([operator.index(value) for value in values], object)
