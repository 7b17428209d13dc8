"""Servers for the official suite, which sends no key: whoever calls is one participant."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from mcp.server import MCPServer
from mcp.server.auth.provider import AccessToken
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.desk.desk import Desk
from arena.errors import refuse
from mcp_server import calls, prompts, resources
from mcp_server.app import make_app
from mcp_server.http.identity import LANG, NAME, ORGANISER
from mcp_server.server import make_server
from mcp_server.serving import Options
from tests.leagues import populate
from tests.mcp_server.conformance.asking import add_asking_fixtures
from tests.mcp_server.conformance.fixtures import add_fixtures
from tests.mcp_server.doors import Participant, join, served, site_of
from tests.waiting import join_all

ADDRESS = "http://127.0.0.1"
TOKEN = "the-suite"


@dataclass(frozen=True)
class OneParticipant:
    """Verifies the token that stands for the suite, which opens one participant's account."""

    participant: Participant

    async def verify(self, token: str) -> AccessToken:
        """Raises `ArenaError` for any other token."""
        if token != TOKEN:
            raise refuse("key-unknown")
        owner = self.participant.owner
        claims = {NAME: owner.name, ORGANISER: owner.organiser, LANG: owner.lang}
        return AccessToken(token="", client_id=str(owner.player_id), scopes=[], claims=claims)


def showing_token(app: ASGIApp) -> ASGIApp:
    """The application, to which every request comes with the suite's token."""

    async def shown(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["headers"] = [*scope["headers"], (b"authorization", f"Bearer {TOKEN}".encode())]
        await app(scope, receive, send)

    return shown


@contextmanager
def real_app(desk: Desk) -> Iterator[str]:
    """The address of the server as `arena serve` has it, in a league of a few heroes."""
    populate(desk, 4)
    options = Options(port=0, metrics_token="0123456789abcdef", verifier=OneParticipant(join(desk)))
    with served(desk, options, showing_token) as address:
        yield f"{address}/mcp"


def server_with_fixtures(desk: Desk) -> MCPServer[Any]:
    """A server with what the suite calls by name, and without what refuses names that no league knows."""
    populate(desk, 4)
    server = make_server(site_of(desk, join(desk)))
    refusing = {prompts.__name__, resources.__name__, calls.__name__}
    server.middleware[:] = [each for each in server.middleware if each.__module__ not in refusing]
    add_fixtures(server)
    add_asking_fixtures(server)
    return server


@contextmanager
def listening(server: MCPServer[Any], *, conversing: bool = False) -> Iterator[str]:
    """The address at which a server speaks MCP over HTTP, made by the program's own factory."""
    app = make_app(server, ADDRESS, conversing=conversing)
    with socket.create_server(("127.0.0.1", 0)) as free:
        running = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [free]}, daemon=True)
        thread.start()
        try:
            yield f"{ADDRESS}:{free.getsockname()[1]}/mcp"
        finally:
            running.should_exit = True
            join_all(thread)
