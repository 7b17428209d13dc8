"""Open streams of change notices: `subscriptions/listen` of the newest protocol."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import anyio
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.server.subscriptions import SUBSCRIPTION_ID_META_KEY
from mcp.types import INVALID_PARAMS, INVALID_REQUEST, SubscriptionsListenResult

from mcp_server.caller import Site, caller_at
from mcp_server.faults import door_fault
from mcp_server.request_settings import RequestSettings

LISTEN = "subscriptions/listen"
MOST_ADDRESSES = 100
"""Resources that one stream tells of."""
LONGEST = 3600.0
"""Seconds after which a stream is closed in peace: who listens on shows the key again."""


class Listeners:
    """The streams that are open, few enough of each participant and in all. Used in one event loop."""

    def __init__(self, settings: RequestSettings, key_of: Callable[[], int | None] = lambda: None) -> None:
        """`key_of`: the id of the key of the request at hand, if it has one."""
        self._settings = settings
        self._key_of = key_of
        self._open: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()
        self._scopes: dict[anyio.CancelScope, int | None] = {}
        """Of each open stream, with the id of the key that it was opened with."""

    def __len__(self) -> int:
        return len(self._scopes)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of resources that somebody listens to."""
        return tuple(self._addresses)

    @property
    def key_ids(self) -> frozenset[int]:
        """The keys with which streams were opened."""
        return frozenset(key for key in self._scopes.values() if key is not None)

    def close(self) -> None:
        """Close all streams: each ends with its result, which tells its client that this was meant."""
        for scope in self._scopes:
            scope.cancel()

    def close_opened_with(self, key_ids: frozenset[int]) -> None:
        """Close the streams that were opened with one of these keys."""
        for scope, key in self._scopes.items():
            if key in key_ids:
                scope.cancel()

    def admitting(self, site: Site) -> ServerMiddleware[Any]:
        """Lets streams be opened while there are few enough, and closes them when they are to be."""

        async def admit(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
            if ctx.method != LISTEN:
                return await call_next(ctx)
            caller = caller_at(site)
            _check_addresses(_resources(ctx), caller.locale)
            self._check(caller.player_id, caller.locale)
            return await self._held(ctx, call_next, caller.player_id)

        return admit

    def _check(self, player_id: int, locale: str) -> None:
        for reason, has, most in (
            ("own", self._open[player_id], self._settings.listeners),
            ("all", len(self), self._settings.all_listeners),
        ):
            if has >= most:
                fault = door_fault("too-many-listeners", reason=reason, most=most)
                raise MCPError(INVALID_REQUEST, fault.text(locale), {"code": fault.code})

    async def _held(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext, player_id: int
    ) -> HandlerResult:
        wanted = Counter(set(_resources(ctx)))
        self._open[player_id] += 1
        self._addresses += wanted
        result: HandlerResult = None
        try:
            with anyio.move_on_after(LONGEST) as scope:
                self._scopes[scope] = self._key_of()
                result = await call_next(ctx)
        finally:
            self._scopes.pop(scope, None)
            self._addresses -= wanted
            self._open -= Counter([player_id])
        if scope.cancelled_caught:
            return SubscriptionsListenResult(_meta={SUBSCRIPTION_ID_META_KEY: ctx.request_id})
        return result


def _check_addresses(wanted: list[str], locale: str) -> None:
    if len(wanted) > MOST_ADDRESSES:
        fault = door_fault("too-many-addresses", found=len(wanted), most=MOST_ADDRESSES)
        raise MCPError(INVALID_PARAMS, fault.text(locale), {"code": fault.code})


def _resources(ctx: ServerRequestContext[Any, Any]) -> list[str]:
    notifications = (ctx.params or {}).get("notifications")
    wanted = notifications.get("resourceSubscriptions") if isinstance(notifications, dict) else None
    return [each for each in wanted if isinstance(each, str)] if isinstance(wanted, list) else []
