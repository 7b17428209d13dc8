"""Threads for the work that requests ask for, beside the event loop, few at a time.

More threads that wait for one interpreter only slow each other down. What may wait for another's writing has
threads of its own, so that it does not hold up what only reads.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import NamedTuple, TypeVar

import anyio

from arena.errors import ArenaError
from arena.store import Store
from mcp_server.faults import UNREACHABLE, refuse_at_door

Result = TypeVar("Result")

AT_A_TIME = 2
"""Requests of one kind that are worked at a time."""
PATIENCE = 30.0
"""Seconds that a request is worked, or waits for its turn, beyond what it may wait for another's writing."""


def league_late() -> ArenaError:
    """That the league did not answer in time, to be raised."""
    return refuse_at_door(UNREACHABLE, reason="late")


class Workers:
    """Threads, few of them. What hangs keeps its thread, so that no more than those can hang."""

    def __init__(
        self, seconds: float, count: int = AT_A_TIME, late: Callable[[], ArenaError] = league_late
    ) -> None:
        """`seconds` from the asking to the result; `late` makes the error of who waited so long."""
        self._seconds, self._late = seconds, late
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")

    async def work(self, do: Callable[[], Result]) -> Result:
        """What `do` gives, which sees the context of its caller. Raises what it raises, and the error of
        `late` when the time is over: what had begun by then goes on unheard."""
        loop = asyncio.get_running_loop()
        with anyio.move_on_after(self._seconds):
            return await loop.run_in_executor(self._threads, copy_context().run, do)
        raise self._late()


class Pools(NamedTuple):
    """The workers of a server, or of its pages."""

    reading: Workers
    writing: Workers


def new_pools(store: Store) -> Pools:
    """Workers on a database who have nothing to do yet."""
    return Pools(Workers(PATIENCE), Workers(store.lock_timeout + PATIENCE))
