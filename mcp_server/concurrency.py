"""The work that requests ask for: done in threads, beside the event loop, few at a time.

More threads that wait for one interpreter only slow each other down. What may wait for another's writing has
threads of its own, so that it does not hold up what only reads.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from typing import NamedTuple, TypeVar

import anyio
from mcp import MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS

from arena.errors import ArenaError
from arena.logs import LOG
from arena.store import Store
from mcp_server.caller import Caller, Site, caller_at
from mcp_server.faults import UNREACHABLE, is_of_the_league, league_fault, refuse_at_door
from mcp_server.refusals import our_fault, refusal

Result = TypeVar("Result")

AT_A_TIME = 2
"""Requests of one kind that are worked at a time."""
PATIENCE = 30.0
"""Seconds that a request is worked, or waits for its turn, beyond what it may wait for another's writing."""

_HAS_FAILED: ContextVar[bool] = ContextVar("has_failed", default=False)


class Workers:
    """Threads, few of them. What hangs keeps its thread, so that no more than those can hang."""

    def __init__(self, seconds: float, count: int = AT_A_TIME) -> None:
        """`seconds` from the asking to the result."""
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")

    async def work(self, do: Callable[[], Result]) -> Result:
        """What `do` gives, which sees the context of its caller. Raises what it raises, and `ArenaError`
        `league-unreachable` when the time is over: what had begun by then goes on unheard."""
        loop = asyncio.get_running_loop()
        with anyio.move_on_after(self._seconds):
            return await loop.run_in_executor(self._threads, copy_context().run, do)
        raise refuse_at_door(UNREACHABLE, reason="late")


class Pools(NamedTuple):
    """The workers of a server, or of its pages."""

    reading: Workers
    writing: Workers


class FailedError(Exception):
    """A request that was not done: the text says why, in the caller's language."""

    def __init__(self, text: str, is_ours: bool) -> None:
        super().__init__(text)
        self.is_ours = is_ours
        """Whether the caller could not have asked better."""


def new_pools(store: Store) -> Pools:
    """Workers on a database who have nothing to do yet."""
    return Pools(Workers(PATIENCE), Workers(store.lock_timeout + PATIENCE))


def has_failed() -> bool:
    """Whether the request at hand failed, and the caller could not have asked better."""
    return _HAS_FAILED.get()


async def work(
    workers: Workers, site: Site, do: Callable[[Caller], Result], event: str, **about: str
) -> Result:
    """What `do` gives the caller of this request. Raises `FailedError`: what it refuses is told, anything
    else that it raises is logged as `event` with what it is `about`, and only the id is told. Of a league
    that cannot be asked only its own person is told what is wrong."""

    def done() -> Result:
        caller = caller_at(site)
        try:
            return do(caller)
        except ArenaError as error:
            if site.has_pages and is_of_the_league(error):
                raise
            raise FailedError(refusal(error, caller.words), is_ours=False) from None
        except Exception as error:
            raise FailedError(our_fault(event, error, caller.words, **about), is_ours=True) from None

    try:
        return await workers.work(done)
    except ArenaError as error:
        LOG.error(event, error=error.code, **about)
        _HAS_FAILED.set(True)
        told = ArenaError([league_fault(error)])
        raise FailedError(refusal(told, caller_at(site).words), is_ours=True) from None
    except FailedError as error:
        _HAS_FAILED.set(error.is_ours)
        raise


async def work_or_error(
    workers: Workers, site: Site, do: Callable[[Caller], Result], event: str, **about: str
) -> Result:
    """As `work`, for requests that fail by an error of the protocol: raises `MCPError`."""
    try:
        return await work(workers, site, do, event, **about)
    except FailedError as error:
        raise MCPError(INTERNAL_ERROR if error.is_ours else INVALID_PARAMS, str(error)) from None
