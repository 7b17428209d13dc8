"""A client for measurements: the least that speaks to a server, so that little of the time is its own."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_server.addresses import MCP_PATH

PROTOCOL = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "arena-bench", "version": "1"},
}
END_OF_HEAD = b"\r\n\r\n"
LENGTH = b"content-length:"


@dataclass(frozen=True)
class Call:
    """A tool call."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Latency:
    """What `requests` took that were answered within `seconds`; the quantiles in milliseconds."""

    requests: int
    seconds: float
    p50: float
    p99: float

    @property
    def per_second(self) -> float:
        return self.requests / self.seconds


class CallFailedError(Exception):
    """The server refused what was measured."""


def latency_of(times: Sequence[float], seconds: float) -> Latency:
    """Of single times in seconds, at least one."""
    ordered = sorted(times)
    p50, p99 = (1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    return Latency(len(ordered), seconds, p50, p99)


async def burst(port: int, keys: Sequence[str], call: Call, clients: int, requests: int) -> Latency:
    """`requests` calls by so many clients at a time, each with a connection and a key of its own."""
    each = requests // clients
    begun = time.perf_counter()
    times = await asyncio.gather(
        *(_client(port, request_of(port, keys[i], call), lambda done: done < each) for i in range(clients))
    )
    return latency_of([one for own in times for one in own], time.perf_counter() - begun)


async def until(
    port: int, keys: Sequence[str], calls: Sequence[Call], clients: int, ended: Callable[[], bool]
) -> Latency:
    """Calls by so many clients, each with one of `calls`, until something has ended."""
    begun = time.perf_counter()
    times = await asyncio.gather(
        *(
            _client(port, request_of(port, keys[i], calls[i % len(calls)]), lambda _: not ended())
            for i in range(clients)
        )
    )
    return latency_of([one for own in times for one in own], time.perf_counter() - begun)


def request_of(port: int, key: str, call: Call) -> bytes:
    """The request over HTTP, whole."""
    params = {"name": call.tool, "arguments": call.arguments, "_meta": META}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    head = [
        f"POST {MCP_PATH} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {key}",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        f"MCP-Protocol-Version: {PROTOCOL}",
        "Mcp-Method: tools/call",
        f"Mcp-Name: {call.tool}",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join(head).encode() + END_OF_HEAD + body


async def _client(port: int, request: bytes, goes_on: Callable[[int], bool]) -> list[float]:
    """The same request again and again on one connection; what each took, in seconds."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    times: list[float] = []
    while goes_on(len(times)):
        begun = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(END_OF_HEAD)
        at = head.lower().index(LENGTH) + len(LENGTH)
        body = await reader.readexactly(int(head[at : head.index(b"\r\n", at)]))
        times.append(time.perf_counter() - begun)
        if b" 200 " not in head[:20] or b'"isError":true' in body:
            raise CallFailedError(body[:500].decode(errors="replace"))
    writer.close()
    await writer.wait_closed()
    return times
