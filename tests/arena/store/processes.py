"""Doing the same in several processes at once."""

import multiprocessing
import os
from collections.abc import Callable

FORK = multiprocessing.get_context("fork")
NOBODY = 65534


def in_processes(count: int, work: Callable[[int], None]) -> list[int]:
    """Start `work(0)`, `work(1)` … at about the same time; their exit codes."""
    ready = FORK.Barrier(count)

    def one(number: int) -> None:
        ready.wait()
        work(number)

    processes = [FORK.Process(target=one, args=(number,)) for number in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    return [process.exitcode for process in processes]


def without_privileges(work: Callable[[], None]) -> int | None:
    """Do it as a user who may not write everywhere, as the superuser may; the exit code."""

    def dropped() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        work()

    process = FORK.Process(target=dropped)
    process.start()
    process.join(60)
    return process.exitcode
