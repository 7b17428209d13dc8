"""Lanes, in which the work that requests ask for is done: in threads, beside the event loop.

Few of a lane run at a time, since threads that wait for one interpreter only slow each other down. Those that
may wait for another's writing do not hold up those that only read.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread
from mcp import MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS

from arena.errors import ArenaError
from mcp_server.caller import Caller, Site, caller_at
from mcp_server.refusals import our_fault, refusal

Result = TypeVar("Result")

WIDTH = 2
"""Requests of one lane that are worked at a time."""


class Lanes(NamedTuple):
    """Those of a server."""

    reading: CapacityLimiter
    writing: CapacityLimiter


class FailedError(Exception):
    """A request that was not done: the text says why, in the caller's language."""

    def __init__(self, text: str, is_ours: bool) -> None:
        super().__init__(text)
        self.is_ours = is_ours
        """Whether the caller could not have asked better."""


def open_lanes() -> Lanes:
    """The lanes of a server."""
    return Lanes(CapacityLimiter(WIDTH), CapacityLimiter(WIDTH))


async def work(
    lane: CapacityLimiter, site: Site, do: Callable[[Caller], Result], event: str, **about: str
) -> Result:
    """What `do` gives the caller of this request. Raises `FailedError`: what it refuses is told, anything
    else that it raises is logged as `event` with what it is `about`, and only the id is told."""

    def done() -> Result:
        caller = caller_at(site)
        try:
            return do(caller)
        except ArenaError as error:
            raise FailedError(refusal(error, caller.words), is_ours=False) from None
        except Exception as error:
            raise FailedError(our_fault(event, error, caller.words, **about), is_ours=True) from None

    return await to_thread.run_sync(done, limiter=lane)


async def work_or_error(
    lane: CapacityLimiter, site: Site, do: Callable[[Caller], Result], event: str, **about: str
) -> Result:
    """As `work`, for requests that fail by an error of the protocol: raises `MCPError`."""
    try:
        return await work(lane, site, do, event, **about)
    except FailedError as error:
        raise MCPError(INTERNAL_ERROR if error.is_ours else INVALID_PARAMS, str(error)) from None
