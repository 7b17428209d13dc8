"""The web application: ordinary pages and, at /mcp, the MCP server."""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
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

from arena.errors import ArenaError
from arena.excerpt import printable
from arena.logs import LOG, log_unexpected
from mcp_server.gate import LARGEST_BODY, Gate, Places
from mcp_server.identity import TokenBackend, Unverified, Verifier
from mcp_server.problems import door_fault, language_of, problem
from mcp_server.rate import Rates

MCP_PATH = "/mcp"

Beside = Callable[[], Coroutine[Any, Any, None]]
"""What runs beside the answering of requests."""


def make_app(
    server: MCPServer[Any],
    public_url: str,
    routes: Sequence[BaseRoute] = (),
    *,
    verifier: Verifier | None = None,
    rates: Rates | None = None,
    hosts: Iterable[str] = (),
    beside: Beside | None = None,
    conversing: bool = False,
) -> Starlette:
    """The application of a server that people reach at `public_url`, or at one of `hosts`, with ordinary
    `routes` beside it.

    With a `verifier` requests to the MCP server need a token that it knows; with `rates` they are counted;
    `beside` runs as long as the application does. Each request stands alone and is answered at once. A server
    that is `conversing` keeps sessions and streams, in which its tools may ask the client back: none of ours
    does.
    """
    mcp_app: ASGIApp = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        json_response=not conversing,
        stateless_http=not conversing,
        max_request_body_size=LARGEST_BODY,
        # The gate has looked at host and origin, for the pages too.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
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
        exception_handlers={HTTPException: _not_here, ArenaError: _not_now, Exception: _our_fault},
    )


def _lifespan(server: MCPServer[Any], beside: Beside | None) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # The lifespan of an app that is a part of another never runs.
        async with server.session_manager.run(), anyio.create_task_group() as tasks:
            if beside is not None:
                tasks.start_soon(beside)
            yield
            tasks.cancel_scope.cancel()

    return lifespan


async def _not_here(request: Request, error: Exception) -> Response:
    """No such address, or not by this method."""
    assert isinstance(error, HTTPException), "the handler of no other"
    locale, path = language_of(request), printable(request.url.path)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        reason = "mcp" if request.url.path == MCP_PATH else None
        params = {"method": printable(request.method), "path": path, "allowed": allowed}
        fault = door_fault("method-unknown", reason=reason, **params)
    else:
        fault = door_fault("address-unknown", path=path, mcp=MCP_PATH)
    return problem(error.status_code, fault, locale, headers=error.headers)


async def _not_now(request: Request, error: Exception) -> Response:
    """The league cannot be asked now, as when its database does not answer."""
    assert isinstance(error, ArenaError), "the handler of no other"
    LOG.error("request_failed", error=error.code)
    headers = {"Retry-After": "10"}
    return problem(503, door_fault("league-unreachable"), language_of(request), headers=headers)


async def _our_fault(request: Request, error: Exception) -> Response:
    id_ = log_unexpected("request_failed", error)
    return problem(500, door_fault("our-fault", id=id_), language_of(request))
