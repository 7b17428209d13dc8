"""The streams of a host that speaks over stdin and stdout. A line that is no message is answered as a body is
over HTTP: the SDK passes over it in silence, and the host would wait for ever."""

import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError

from arena.errors import ArenaError
from mcp_server.envelopes import envelope_error, read_envelope


@dataclass
class _Lines:
    """Lines that are messages; the others are answered at once by `outgoing`."""

    source: anyio.AsyncFile[str]
    locale: str
    outgoing: MemoryObjectSendStream[SessionMessage] | None = None

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self.source:
            if not line.strip():
                continue
            try:
                read_envelope(line)
            except ArenaError as error:
                await self._answer(error)
            else:
                yield line

    async def _answer(self, error: ArenaError) -> None:
        assert self.outgoing is not None, "it is set before anything is read"
        told = JSONRPCError(jsonrpc="2.0", id=None, error=envelope_error(error.faults[0], self.locale))
        await self.outgoing.send(SessionMessage(told))


@asynccontextmanager
async def host_streams(locale: str) -> AsyncIterator[tuple[Any, Any]]:
    """What comes from the host, and what goes to it; it is told in this language what is no message."""
    text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    lines = _Lines(anyio.wrap_file(text), locale)
    async with stdio_server(stdin=lines) as (incoming, outgoing):  # type: ignore[arg-type]  # it only iterates
        lines.outgoing = outgoing
        yield incoming, outgoing
