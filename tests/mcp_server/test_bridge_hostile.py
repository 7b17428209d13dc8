"""`arena mcp` as a bridge to something that is no arena, and means harm."""

import gzip
import json
import re
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.types import JSONRPCMessage, jsonrpc_message_adapter

from mcp_server.stdio.bodies import EVENTS, JSON, LARGEST
from mcp_server.stdio.bridge import Relay
from mcp_server.stdio.remote import Remote
from mcp_server.stdio.troubles import Troubles
from mcp_server.words import Words
from tests.mcp_server.hosts import handshake, request, started, surroundings

KEY = "arena_Key0Key0Key0Key0Key0Key0Key0Key0Key0Key0abc0wTLW2"
ARENA = "https://heroes.example"
ANSWER = {"jsonrpc": "2.0", "id": 7, "result": {"resultType": "complete"}}
CHUNK = b"[" + b" " * 99_998 + b"\n"
MOST_MEMORY = 40_000
"""Kilobytes by which the bridge may grow while it refuses an answer without end."""


class Stream:
    """A body that comes chunk by chunk; how many were taken of it."""

    def __init__(self, chunk: bytes, first: bytes = b"", pause: float = 0.0) -> None:
        self.chunk, self.first, self.pause, self.taken = chunk, first, pause, 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self.first
        while True:
            self.taken += 1
            assert self.taken < 1000, "it would be read for ever"
            await anyio.sleep(self.pause)
            yield self.chunk


def relayed(answers: list[httpx2.Response], *messages: dict[str, Any], timeout: float = 10.0) -> list[Any]:
    """What a host hears that says these, one after the other, to which these answers come."""
    heard: list[Any] = []
    coming = iter(answers)

    async def hear(message: JSONRPCMessage) -> None:
        heard.append(message.model_dump(mode="json", by_alias=True, exclude_unset=True))

    async def say() -> None:
        transport = httpx2.MockTransport(lambda _: next(coming))
        async with httpx2.AsyncClient(transport=transport) as http:
            troubles = Troubles(Remote(ARENA, KEY), Words("en"))
            relay = Relay(f"{ARENA}/mcp", http, hear, troubles, timeout)
            for message in messages:
                async with anyio.create_task_group() as group:
                    relay.take(jsonrpc_message_adapter.validate_python(message), group)

    anyio.run(say)
    return heard


def answering(kind: str, content: Any, status: int = 200, **headers: str) -> httpx2.Response:
    return httpx2.Response(status, headers={"content-type": kind, **headers}, content=content)


def trouble(answer: httpx2.Response, method: str = "tools/list", timeout: float = 10.0) -> str:
    """What a host is told when it asks."""
    ((told),) = relayed([answer], request(7, method), timeout=timeout)
    return str(told["error"]["message"])


@pytest.mark.parametrize("method", ["tools/list", "subscriptions/listen"])
@pytest.mark.parametrize(
    ("kind", "first", "chunk"),
    [
        (JSON, b"", CHUNK),
        (EVENTS, b"data: ", b" " * 100_000),
        (EVENTS, b"", b"data: " + b" " * 99_990 + b"\n"),
        (EVENTS, b": ", b" " * 100_000),
    ],
)
def test_an_answer_of_any_size_is_read_no_further_than_ours_can_be(
    method: str, kind: str, first: bytes, chunk: bytes
) -> None:
    body = Stream(chunk, first)
    assert f"larger than {LARGEST // 1_000_000} MB" in trouble(answering(kind, body), method)
    assert body.taken <= LARGEST / len(chunk) + 3


def test_an_answer_just_within_the_limit_is_handed_on() -> None:
    result = {"text": "x" * (LARGEST - 100)}
    for kind, text in ((JSON, "{}"), (EVENTS, "data: {}\n\n")):
        body = text.replace("{}", json.dumps({**ANSWER, "result": result}))
        assert relayed([answering(kind, body.encode())], request(7, "tools/list")) == [
            {**ANSWER, "result": result}
        ]


@pytest.mark.parametrize(
    ("kind", "chunk", "status", "method"),
    [
        (JSON, b" ", 200, "tools/list"),
        (JSON, b" ", 200, "subscriptions/listen"),
        (EVENTS, b": still here\n\n", 200, "tools/list"),
        (EVENTS, b'data: {"jsonrpc": "2.0", "method": "notifications/x"}\n\n', 200, "tools/list"),
        ("text/plain", b" ", 403, "subscriptions/listen"),
    ],
)
def test_an_answer_that_comes_drop_by_drop_is_not_waited_for_for_ever(
    kind: str, chunk: bytes, status: int, method: str
) -> None:
    body = Stream(chunk, pause=0.01)
    heard = relayed([answering(kind, body, status)], request(7, method), timeout=0.1)
    told = heard[-1]["error"]["message"]
    assert "not whole after 0.1 s" in told
    assert "get_my_hero" in told
    assert body.taken <= 11


def test_what_is_listened_for_may_take_as_long_as_it_likes() -> None:
    async def news() -> AsyncIterator[bytes]:
        for _ in range(10):
            yield b": still here\n\n"
            await anyio.sleep(0.02)
        yield f"data: {json.dumps(ANSWER)}\n\n".encode()

    asked = request(7, "subscriptions/listen")
    assert relayed([answering(EVENTS, news())], asked, timeout=0.1) == [ANSWER]


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("kind", [JSON, EVENTS])
def test_a_compressed_answer_is_not_unpacked(kind: str, status: int) -> None:
    """Two hundred bytes of it could be gigabytes."""
    packed = gzip.compress(json.dumps({**ANSWER, "error_description": "PACKED"}).encode())

    async def body() -> AsyncIterator[bytes]:
        yield packed

    answer = answering(kind, body(), status, **{"content-encoding": "gzip"})
    told = trouble(answer)
    assert ("not as an arena" if status == 200 else "500") in told
    assert "PACKED" not in told


@pytest.mark.parametrize("kind", [JSON, EVENTS])
def test_what_it_asks_of_the_host_is_not_handed_on(kind: str) -> None:
    asks = {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": {"messages": []}}
    news = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}
    asked = request(7, "tools/list")
    if kind == JSON:
        assert "not as an arena" in relayed([httpx2.Response(200, json=asks)], asked)[0]["error"]["message"]
        return
    events = "".join(f"data: {json.dumps(each)}\n\n" for each in (asks, news, ANSWER))
    assert relayed([answering(kind, events.encode())], asked) == [news, ANSWER]


def test_only_what_an_arena_tells_unasked_is_handed_on() -> None:
    told = [
        {"jsonrpc": "2.0", "method": f"notifications/{name}", "params": {}}
        for name in ("message", "elicitation/complete", "x", "resources/updated", "resources/list_changed")
    ]
    stream = "".join(f"data: {json.dumps(each)}\n\n" for each in (*told, ANSWER))
    for method in ("tools/list", "subscriptions/listen"):
        heard = relayed([answering(EVENTS, stream.encode())], request(7, method))
        assert heard == [*told[-2:], ANSWER]


def test_what_is_told_unasked_is_bounded_in_all() -> None:
    news = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"message": "x" * 100_000}}
    body = Stream(f"data: {json.dumps(news)}\n\n".encode())
    heard = relayed([answering(EVENTS, body)], request(7, "tools/list"))
    assert "larger than" in heard[-1]["error"]["message"]
    assert len(heard) <= LARGEST // 100_000 + 1


@pytest.mark.parametrize(
    "told", [None, 5, "", "x" * 9999, "2025-06-18\r\nX: y", "2025-06-18\n", "٢025-06-18"]
)
def test_a_revision_that_is_none_is_not_kept(told: object) -> None:
    seen = []

    def answer(result: dict[str, Any]) -> httpx2.Response:
        return httpx2.Response(200, json={**ANSWER, "result": result})

    async def say() -> None:
        answers = iter([answer({"protocolVersion": told}), answer({})])

        def arena(request: httpx2.Request) -> httpx2.Response:
            seen.append(request.headers.get("mcp-protocol-version"))
            return next(answers)

        async def hear(message: JSONRPCMessage) -> None:
            pass

        async with httpx2.AsyncClient(transport=httpx2.MockTransport(arena)) as http:
            relay = Relay(ARENA, http, hear, Troubles(Remote(ARENA, KEY), Words("en")))
            for message in (handshake(), {"jsonrpc": "2.0", "id": 8, "method": "tools/list"}):
                async with anyio.create_task_group() as group:
                    relay.take(jsonrpc_message_adapter.validate_python(message), group)

    anyio.run(say)
    assert seen == [None, None]


@contextmanager
def endless() -> Iterator[tuple[str, list[bytes]]]:
    """A server on loopback whose answers have no end: its address, and the heads of requests."""
    heads: list[bytes] = []
    begun = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999999999\r\n\r\n"

    def serve() -> None:
        with suppress(OSError):  # it is closed at the end
            while True:
                connection, _ = listening.accept()
                with connection, suppress(OSError):  # whoever asked goes away
                    heads.append(connection.recv(65536))
                    connection.sendall(begun)
                    while True:
                        connection.sendall(CHUNK)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", heads
        listening.shutdown(socket.SHUT_RDWR)
    thread.join(10)


def most_memory(pid: int) -> int:
    """Kilobytes that a process has had at most."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert found
    return int(found[1])


@pytest.mark.medium
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is looked up in /proc")
def test_an_answer_without_end_takes_no_memory_and_the_host_is_told(tmp_path: Path) -> None:
    with endless() as (address, heads):
        environment = surroundings(tmp_path, ARENA_URL=address, ARENA_KEY=KEY)
        with started(environment) as host:
            host.say("no message")
            assert "error" in host.hear()  # it is up
            before = most_memory(host.process.pid)
            for id_ in range(3):
                message = host.ask(id_, "tools/list")["error"]["message"]
                assert f"larger than {LARGEST // 1_000_000} MB" in message
            assert most_memory(host.process.pid) - before < MOST_MEMORY
            assert host.close() == 0
    assert all(b"accept-encoding: identity\r\n" in head.lower() for head in heads)
