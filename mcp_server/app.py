"""The web application: ordinary pages and, at /mcp, the MCP server."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

MCP_PATH = "/mcp"
LARGEST_BODY = 256 * 1024
"""Bytes of a request: a hero has 16 KiB at most."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def make_app(server: MCPServer, public_url: str, routes: Sequence[BaseRoute] = ()) -> Starlette:
    """The application of a server that people reach at `public_url`, with ordinary `routes` beside it."""
    mcp_app = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=LARGEST_BODY,
        transport_security=_security(public_url),
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with server.session_manager.run():  # the lifespan of an app that is mounted never runs
            yield

    return Starlette(
        lifespan=lifespan,
        routes=[
            *routes,
            Route(MCP_PATH, _only_post, methods=["GET", "DELETE"]),
            Mount("/", app=mcp_app),  # last: it matches everything
        ],
    )


async def _only_post(request: Request) -> Response:
    """A server without sessions has no stream to open: left to itself it would hold the request for ever."""
    return Response(status_code=405, headers={"Allow": "POST"})


def _security(public_url: str) -> TransportSecuritySettings:
    """Requests for other hosts, and from pages of other sites, are refused: a name that was bound to this
    machine's address must not lead a browser here."""
    public = urlsplit(public_url)
    hosts = [public.netloc, f"{public.hostname}:*", *(f"{host}:*" for host in LOOPBACK), *LOOPBACK]
    origins = [f"{public.scheme}://{public.netloc}", *(f"http://{host}:*" for host in LOOPBACK)]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)
