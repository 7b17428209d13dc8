"""Ways in to a server under test: in memory, and over HTTP on a free port of loopback."""

import json
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import anyio
import httpx2
import jsonschema
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import MCPServer
from mcp.types import CallToolResult
from starlette.types import ASGIApp

from arena.desk.desk import Desk
from arena.desk.players.keys import KeyOwner
from arena.desk.players.register import add_player
from mcp_server.caller import Site
from mcp_server.request_settings import RequestSettings, request_settings
from mcp_server.server import make_server
from mcp_server.serving import Options, opened_site
from tests.leagues import PutClock, fresh_address, opened
from tests.waiting import LONGEST, join_all

MODES = ("auto", "legacy")
"""Both eras of the protocol: requests that stand alone, and those after a handshake."""
ADDRESS = "http://127.0.0.1:8000"
TIMEOUT = 30.0


@dataclass(frozen=True)
class Participant:
    """A participant with the key, by which tests come in over HTTP."""

    id: int
    owner: KeyOwner
    key: str


def join(desk: Desk, name: str = "Anna", lang: str = "en", *, organiser: bool = False) -> Participant:
    """A new participant of a league."""
    made = add_player(desk, name, lang=lang, organiser=organiser)
    player = made.player
    return Participant(player.id, KeyOwner(player.id, player.name, organiser, lang), made.key)


def site_of(desk: Desk, participant: Participant) -> Site:
    """A site at which this participant stands behind every request."""
    return Site(desk, ADDRESS, lambda: participant.owner, has_vote_page=True)


@asynccontextmanager
async def in_memory(desk: Desk, participant: Participant, mode: str = "auto") -> AsyncIterator[Client]:
    """The SDK's client beside the server, in the same process: no HTTP, no key."""
    with anyio.fail_after(LONGEST):
        async with Client(_server(desk, participant), mode=mode) as client:  # type: ignore[arg-type]
            yield client


@lru_cache(maxsize=4)
def _server(desk: Desk, participant: Participant) -> MCPServer[Any]:
    """Made once for all calls of a test: to make one takes longer than most calls."""
    return make_server(site_of(desk, participant))


@cache
def _validator(schema: str) -> jsonschema.protocols.Validator:
    """Of a schema as JSON, which is itself checked."""
    told = json.loads(schema)
    kind = jsonschema.validators.validator_for(told)
    kind.check_schema(told)
    return kind(told)


def call(
    desk: Desk,
    participant: Participant,
    tool: str,
    arguments: dict[str, Any] | None = None,
    mode: str = "auto",
) -> CallToolResult:
    """The result of a tool, called in memory; an answer is held against the schema that it publishes."""

    async def once() -> CallToolResult:
        async with in_memory(desk, participant, mode) as client:
            listed = (await client.list_tools()).tools
            schema = next(each.output_schema for each in listed if each.name == tool)
            result = await client.call_tool(tool, arguments or {})
            if schema is not None and not result.is_error:
                _validator(json.dumps(schema)).validate(result.structured_content)
            return result

    return anyio.run(once)


def answered(
    desk: Desk,
    participant: Participant,
    tool: str,
    arguments: dict[str, Any] | None = None,
    mode: str = "auto",
) -> dict[str, Any]:
    """The structure of a tool's answer."""
    return structure(call(desk, participant, tool, arguments, mode))


def structure(result: CallToolResult) -> dict[str, Any]:
    """That of an answer, which its text repeats."""
    assert not result.is_error, result.content
    assert json.loads(result.content[0].text) == result.structured_content  # type: ignore[union-attr]
    assert result.structured_content is not None
    return result.structured_content


def refused(
    desk: Desk,
    participant: Participant,
    tool: str,
    arguments: dict[str, Any] | None = None,
    mode: str = "auto",
) -> str:
    """The text with which a tool refuses a call."""
    result = call(desk, participant, tool, arguments, mode)
    assert result.is_error, result.structured_content
    text: str = result.content[0].text  # type: ignore[union-attr]
    return text


@pytest.fixture
def sqlite_desk(tmp_path: Path, clock: PutClock) -> Iterator[Desk]:
    """An empty league: the door is the same before every database, and this one is quick."""
    with fresh_address("sqlite", tmp_path) as address, opened(address, clock) as desk:
        yield desk


def allowing(**numbers: int) -> RequestSettings:
    """Other numbers of requests than the usual ones, a minute."""
    return request_settings().model_copy(update={"seconds": 60, **numbers})


@contextmanager
def served(
    desk: Desk, options: Options | None = None, around: Callable[[Any], ASGIApp] = lambda app: app
) -> Iterator[str]:
    """A server over HTTP in a thread of its own; the address that it has. Without a scheduler, unless
    `options` say so. What is `around` the application sees requests before it."""
    options = options or Options(port=0, scheduler=False)
    with opened_site(desk, options) as (server, address, listening):
        server.config.app = around(server.config.app)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield address
        finally:
            server.should_exit = True
            join_all(thread, seconds=TIMEOUT)


@asynccontextmanager
async def over_http(
    address: str, key: str | None, mode: str = "auto", headers: dict[str, str] | None = None
) -> AsyncIterator[Client]:
    """The SDK's client of a server at this address."""
    sent = dict(headers or {})
    if key is not None:
        sent["Authorization"] = f"Bearer {key}"
    with anyio.fail_after(
        LONGEST
    ):  # an open stream has a sign of life from time to time, whatever is waited for
        async with httpx2.AsyncClient(headers=sent, timeout=TIMEOUT, trust_env=False) as http:
            transport = streamable_http_client(f"{address}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:  # type: ignore[arg-type]
                yield client


def free_port() -> int:
    """A port of loopback that nobody listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def post(
    address: str, key: str | None, method: str, params: dict[str, Any] | None = None, **headers: str
) -> httpx2.Response:
    """A request of the older protocol by hand, which needs no handshake here."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    sent = {"Accept": "application/json, text/event-stream", **headers}
    if key is not None:
        sent["Authorization"] = f"Bearer {key}"
    return httpx2.post(f"{address}/mcp", json=body, headers=sent, timeout=TIMEOUT, trust_env=False)


def get(address: str, path: str, **headers: str) -> httpx2.Response:
    """What is at an address, redirects not followed."""
    return httpx2.get(f"{address}{path}", headers=headers, timeout=TIMEOUT, trust_env=False)
