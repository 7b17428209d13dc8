"""How the work that a request asks for is done, and what is told if it is not."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from mcp import MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS

from arena.errors import ArenaError
from arena.logs import LOG
from mcp_server.caller import Caller, Site, caller_at
from mcp_server.faults import is_of_the_league, league_fault
from mcp_server.refusals import our_fault, refusal
from mcp_server.workers import Workers

Result = TypeVar("Result")

_HAS_FAILED: ContextVar[bool] = ContextVar("has_failed", default=False)


class FailedError(Exception):
    """A request that was not done: the text says why, in the caller's language."""

    def __init__(self, text: str, is_ours: bool) -> None:
        super().__init__(text)
        self.is_ours = is_ours
        """Whether the caller could not have asked better."""


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
