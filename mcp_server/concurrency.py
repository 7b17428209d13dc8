"""The work that requests ask for: done in threads, beside the event loop, few at a time.

More threads that wait for one interpreter only slow each other down. What may wait for another's writing has
a limit of its own, so that it does not hold up what only reads.
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

AT_A_TIME = 2
"""Requests under one limit that are worked at a time."""


class Limiters(NamedTuple):
    """Of a server, or of its pages."""

    reading: CapacityLimiter
    writing: CapacityLimiter


class FailedError(Exception):
    """A request that was not done: the text says why, in the caller's language."""

    def __init__(self, text: str, is_ours: bool) -> None:
        super().__init__(text)
        self.is_ours = is_ours
        """Whether the caller could not have asked better."""


def new_limiters() -> Limiters:
    """Limiters under which nothing is worked yet."""
    return Limiters(CapacityLimiter(AT_A_TIME), CapacityLimiter(AT_A_TIME))


async def work(
    limiter: CapacityLimiter, site: Site, do: Callable[[Caller], Result], event: str, **about: str
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

    return await to_thread.run_sync(done, limiter=limiter)


async def work_or_error(
    limiter: CapacityLimiter, site: Site, do: Callable[[Caller], Result], event: str, **about: str
) -> Result:
    """As `work`, for requests that fail by an error of the protocol: raises `MCPError`."""
    try:
        return await work(limiter, site, do, event, **about)
    except FailedError as error:
        raise MCPError(INTERNAL_ERROR if error.is_ours else INVALID_PARAMS, str(error)) from None
