"""Servers for the official suite, which sends no key: whoever calls is one participant."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server import MCPServer

from arena.desk.desk import Desk
from mcp_server import calls, prompts, resources
from mcp_server.app import make_app
from mcp_server.server import make_server
from tests.leagues import populate
from tests.mcp_server.conformance.asking import add_asking_fixtures
from tests.mcp_server.conformance.fixtures import add_fixtures
from tests.mcp_server.doors import join, site_of

ADDRESS = "http://127.0.0.1"


def real_server(desk: Desk) -> MCPServer[Any]:
    """The server as it is, in a league of a few heroes."""
    populate(desk, 4)
    return make_server(site_of(desk, join(desk)))


def server_with_fixtures(desk: Desk) -> MCPServer[Any]:
    """The same with what the suite calls by name, and without what refuses names that no league knows."""
    server = real_server(desk)
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
        thread = threading.Thread(target=running.run, kwargs={"sockets": [free]})
        thread.start()
        try:
            yield f"{ADDRESS}:{free.getsockname()[1]}/mcp"
        finally:
            running.should_exit = True
            thread.join()
