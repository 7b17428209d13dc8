"""Waiting that has an end: where the other side dies, or waits itself, a test fails and does not hang.

A process that is forked where other threads live may wait for a lock that one of them held: it ends itself.
Were it left, it would also hold the pipe by whose end pytest-xdist knows that a worker has died.
"""

import faulthandler
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from threading import Thread, Timer

import anyio

LONGEST = 120
"""Seconds for what takes a few; less than the `faulthandler_timeout` of a whole test."""


def end_in_time(seconds: int = LONGEST) -> None:
    """Have this process, which was forked, killed by SIGALRM after so long; where it waited it tells."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    faulthandler.register(signal.SIGALRM, file=sys.__stderr__, all_threads=True, chain=True)
    signal.alarm(seconds)


def forked(work: Callable[[], object], seconds: int = LONGEST) -> int:
    """The id of a process that does `work` and leaves with 0, with 1 if that raises; it ends in time."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            end_in_time(seconds)
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return child


def join_all(*workers: Thread | BaseProcess, seconds: float = LONGEST) -> None:
    """Wait for the end of threads or processes. Fails if one does not come to it."""
    for worker in workers:
        worker.join(seconds)
    waiting = [worker.name for worker in workers if worker.is_alive()]
    assert not waiting, f"these do not end: {', '.join(waiting)}"


@contextmanager
def killed_in_time(process: "subprocess.Popen[bytes] | subprocess.Popen[str]") -> Iterator[None]:
    """Kill a program that is still there after so long, so that who reads what it tells comes to the end."""
    late = Timer(LONGEST, process.kill)
    late.daemon = True
    late.start()
    try:
        yield
    finally:
        late.cancel()


async def until(holds: Callable[[], object], seconds: float = LONGEST) -> None:
    """Wait in an event loop for what others bring about there. Fails if it does not come."""
    with anyio.fail_after(seconds):
        while not holds():
            await anyio.sleep(0.01)
