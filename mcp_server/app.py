"""The web application: ordinary pages and, at /mcp, the MCP server."""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import anyio
from mcp.server import MCPServer
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from arena.errors import ArenaError, Fault
from arena.excerpt import printable
from arena.logs import LOG, log_unexpected
from mcp_server.addresses import MCP_PATH
from mcp_server.faults import UNWRITABLE, door_fault, league_fault
from mcp_server.http.bodies import LARGEST_BODY
from mcp_server.http.envelopes import Envelopes
from mcp_server.http.gate import Gate, Places
from mcp_server.http.identity import TokenBackend, Unverified, Verifier
from mcp_server.http.problems import language_of, problem
from mcp_server.http.rate import Rates
from mcp_server.web.refusals import SignedIn, nobody, refusal_page, wants_page
from mcp_server.workers import Workers

SECONDS = 2.0
"""Within which the database is to tell whom a refusal is shown to; else it is shown as to anybody."""

Beside = Callable[[], Coroutine[Any, Any, None]]
"""What runs beside the answering of requests."""


def make_app(
    server: MCPServer[Any],
    public_url: str,
    routes: Sequence[BaseRoute] = (),
    *,
    verifier: Verifier | None = None,
    rates: Rates | None = None,
    signed_in: SignedIn = nobody,
    hosts: Iterable[str] = (),
    beside: Sequence[Beside] = (),
    conversing: bool = False,
) -> Starlette:
    """The application of a server that people reach at `public_url`, or at one of `hosts`, with ordinary
    `routes` beside it.

    With a `verifier` requests to the MCP server need a token that it knows; with `rates` they are counted;
    `signed_in` tells to whom a browser belongs that is shown what went wrong; those `beside` run as long as
    the application does. Each request stands alone and is answered at once. A server that is `conversing`
    keeps sessions and streams, in which its tools may ask the client back: none of ours does.
    """
    mcp_app: ASGIApp = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        json_response=not conversing,
        stateless_http=not conversing,
        max_request_body_size=LARGEST_BODY,
        # The gate has looked at host and origin, for the pages too.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    mcp_app = Envelopes(mcp_app)
    if verifier is not None:
        mcp_app = AuthenticationMiddleware(
            AuthContextMiddleware(mcp_app),
            backend=TokenBackend(verifier),
            on_error=Unverified(rates, public_url),
        )
    # Without sessions there is no stream to open: left to itself the SDK would hold a GET for ever.
    methods = ["GET", "POST", "DELETE"] if conversing else ["POST"]
    return Starlette(
        lifespan=_lifespan(server, beside),
        routes=[*routes, Route(MCP_PATH, mcp_app, methods=methods)],
        middleware=[Middleware(Gate, places=Places.of(public_url, hosts), rates=rates)],
        exception_handlers=_handlers(public_url, signed_in),
    )


def _lifespan(server: MCPServer[Any], beside: Sequence[Beside]) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # The lifespan of an app that is a part of another never runs.
        async with server.session_manager.run(), anyio.create_task_group() as tasks:
            for each in beside:
                tasks.start_soon(each)
            yield
            tasks.cancel_scope.cancel()

    return lifespan


def _handlers(
    public_url: str, signed_in: SignedIn
) -> dict[Any, Callable[[Request, Any], Awaitable[Response]]]:
    """What is told of what goes wrong outside the MCP server: a page to browsers, JSON to programs."""
    workers = Workers(SECONDS)

    async def told(
        request: Request,
        status: int,
        fault: Fault,
        headers: Mapping[str, str] | None = None,
        signed_in: SignedIn = signed_in,
    ) -> Response:
        if not wants_page(request):
            return problem(status, fault, language_of(request), headers=headers)
        page = partial(refusal_page, request, fault, status, public_url, headers or {})
        if signed_in is nobody:
            return page(nobody)
        try:
            return await workers.work(partial(page, signed_in))
        except ArenaError:
            return page(nobody)

    async def not_here(request: Request, error: HTTPException) -> Response:
        return await told(request, error.status_code, _nothing_there(request, error), error.headers)

    async def not_now(request: Request, error: ArenaError) -> Response:
        LOG.error("request_failed", error=error.code)
        headers = {"Retry-After": "600" if error.code in UNWRITABLE else "10"}
        # To ask the league would only take longer.
        return await told(request, 503, league_fault(error), headers, nobody)

    async def our_fault(request: Request, error: Exception) -> Response:
        return await told(request, 500, door_fault("our-fault", id=log_unexpected("request_failed", error)))

    return {HTTPException: not_here, ArenaError: not_now, Exception: our_fault}


def _nothing_there(request: Request, error: HTTPException) -> Fault:
    """No such address, or not by this method."""
    path = printable(request.scope["path"])
    if error.status_code != 405:
        return door_fault("address-unknown", path=path, mcp=MCP_PATH)
    allowed = (error.headers or {}).get("Allow", "")
    reason = "mcp" if request.scope["path"] == MCP_PATH else None
    params = {"method": printable(request.method), "path": path, "allowed": allowed}
    return door_fault("method-unknown", reason=reason, **params)
