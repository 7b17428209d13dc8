"""Doing the same in several processes at once."""

import multiprocessing
import os
from collections.abc import Callable

from tests.waiting import LONGEST, end_in_time, join_all

FORK = multiprocessing.get_context("fork")
NOBODY = 65534


def in_processes(count: int, work: Callable[[int], None]) -> list[int]:
    """Start `work(0)`, `work(1)` … at about the same time; their exit codes."""
    ready = FORK.Barrier(count, timeout=LONGEST)

    def one(number: int) -> None:
        end_in_time()
        ready.wait()
        work(number)

    processes = [FORK.Process(target=one, args=(number,), daemon=True) for number in range(count)]
    for process in processes:
        process.start()
    join_all(*processes)
    return [process.exitcode for process in processes]


def without_privileges(work: Callable[[], None]) -> int | None:
    """Do it as a user who may not write everywhere, as the superuser may; the exit code."""

    def dropped() -> None:
        end_in_time()
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        work()

    process = FORK.Process(target=dropped, daemon=True)
    process.start()
    join_all(process)
    return process.exitcode
