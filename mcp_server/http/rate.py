"""How many requests are answered: of each participant, and from each network address.

Counted in the memory of this process; a league with several servers allows so many at each.
"""

import ipaddress
import time
from collections import Counter
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import Any

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.types import INVALID_REQUEST
from starlette.responses import Response

from arena.errors import ArenaError, Fault
from mcp_server.caller import Site, caller_at
from mcp_server.faults import door_fault
from mcp_server.http.problems import problem
from mcp_server.refusals import refusal
from mcp_server.request_settings import RequestSettings
from mcp_server.toolbox import refused

IPV6_NETWORK = 64
"""Bits of an IPv6 address that a provider gives to one customer: the rest is the customer's own choice."""
NOWHERE = "nowhere"
"""Stands for the address of a request that has none, as over a Unix socket."""


@dataclass(frozen=True)
class TooManyRequests:
    """A request more than is answered. `seconds`: when to come again."""

    fault: Fault
    seconds: int

    @property
    def headers(self) -> dict[str, str]:
        return {"Retry-After": str(self.seconds)}

    def answer(self, locale: str) -> Response:
        """What is told over HTTP."""
        return problem(429, self.fault, locale, headers=self.headers, retry_after=self.seconds)


class _Counters(MemoryStorage):
    """The library's counters, which forget windows that are over as they count, once a window.

    Its own start a thread for that with almost every request, which takes longer than to count it. Not safe
    for threads.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds
        self._forgotten_at = time.time()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count `amount` under a key that is new, or over, for `expiry` seconds; how many there are then."""
        now = time.time()
        if not 0 <= now - self._forgotten_at < self._seconds:
            self._forget(now)
        count = self.get(key) + amount
        self.storage[key] = count
        if count == amount:
            self.expirations[key] = now + expiry
        return count

    def _forget(self, now: float) -> None:
        self._forgotten_at = now
        for key in [each for each, over in self.expirations.items() if over <= now]:
            self.clear(key)


class Rates:
    """Counts requests. Safe for threads; `refused` counts those that were too many, by what is limited."""

    def __init__(self, settings: RequestSettings) -> None:
        # A counter for each window, not a list of times: what it takes does not grow with what is allowed.
        self._lock = Lock()
        self._limiter = SlidingWindowCounterRateLimiter(_Counters(settings.seconds))
        self._limits = {
            what: RateLimitItemPerSecond(getattr(settings, what), settings.seconds, namespace=what)
            for what in ("participant", "address", "failures")
        }
        self.refused: Counter[str] = Counter(dict.fromkeys(self._limits, 0))

    def of_address(self, address: str | None) -> TooManyRequests | None:
        """Count a request from an address."""
        return self._counted("address", network_of(address))

    def of_failure(self, address: str | None) -> TooManyRequests | None:
        """Count a request from an address with a key, or a sign-in link, that does not open."""
        return self._counted("failures", network_of(address))

    def of_participant(self, player_id: int) -> TooManyRequests | None:
        """Count a participant's request."""
        return self._counted("participant", str(player_id))

    def _counted(self, what: str, name: str) -> TooManyRequests | None:
        limit = self._limits[what]
        with self._lock:
            if self._limiter.hit(limit, name):
                return None
        self.refused[what] += 1
        opens = self._limiter.get_window_stats(limit, name).reset_time
        seconds = ceil(opens - time.time()) or limit.get_expiry()  # none are left where a window just begins
        params = {"most": limit.amount, "window": limit.get_expiry(), "seconds": seconds}
        return TooManyRequests(door_fault("too-many-requests", reason=what, **params), seconds)


def network_of(address: str | None) -> str:
    """What an address is counted as: itself, or of IPv6 its network."""
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return NOWHERE
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, IPV6_NETWORK), strict=False))


def limiting_participants(rates: Rates, site: Site) -> ServerMiddleware[Any]:
    """Refuses what a participant asks too often, before anything is done for it. Notifications are not
    counted: nothing is done for them."""

    async def limit(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        if ctx.request_id is None:
            return await call_next(ctx)
        caller = caller_at(site)
        too_many = rates.of_participant(caller.player_id)
        if too_many is None:
            return await call_next(ctx)
        fault = too_many.fault
        if ctx.method == "tools/call":
            return refused(refusal(ArenaError([fault]), caller.words))
        told = {"code": fault.code, "retry_after": too_many.seconds}
        raise MCPError(INVALID_REQUEST, fault.text(caller.locale), told)

    return limit
