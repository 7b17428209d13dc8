"""A bridge from stdio to an arena's streamable HTTP, for hosts that speak MCP over stdio only.

It hands on what it is given, whatever revision of the protocol the host speaks, and waits for nothing: each
request is a POST of its own, and its answers go back as they come. The arena keeps no sessions, so of what a
host tells without asking only a cancellation means something: it ends the POST.

What is at the other end need not be an arena. It is read within limits of size and time, and what it asks of
the host, as an arena never does, is not handed on.
"""

import math
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib.metadata import version

import anyio
import httpx2
from anyio.abc import TaskGroup
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
)
from mcp.shared.message import SessionMessage
from mcp.types import (
    PROTOCOL_VERSION_META_KEY,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from mcp_server.listeners import LISTEN
from mcp_server.stdio.bodies import (
    EVENTS,
    JSON,
    LARGEST,
    TooLargeError,
    events,
    is_encoded,
    media_type,
    message_in,
    whole,
)
from mcp_server.stdio.remote import Remote
from mcp_server.stdio.streams import host_streams
from mcp_server.stdio.troubles import Troubles
from mcp_server.words import Words

CONNECT_TIMEOUT, READ_TIMEOUT = 10.0, 120.0
"""Seconds; an open stream says that it is there every quarter of a minute."""
ANSWER_TIMEOUT = 120.0
"""Seconds for all of an answer; only what is listened for may take longer."""
HANDED_ON = frozenset(
    {
        "notifications/progress",
        "notifications/prompts/list_changed",
        "notifications/resources/list_changed",
        "notifications/resources/updated",
        "notifications/subscriptions/acknowledged",
        "notifications/tools/list_changed",
    }
)
"""What an arena tells a host unasked."""
REVISION = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


async def serve_bridge(remote: Remote, words: Words) -> None:
    """Serve on stdin and stdout until stdin ends. Trouble at the other end is the error of the request that
    it befell, told by `words`."""
    async with (
        _client(remote, words.locale) as http,
        host_streams(words.locale) as (incoming, outgoing),
        outgoing,
        anyio.create_task_group() as group,
    ):

        async def send(message: JSONRPCMessage) -> None:
            await outgoing.send(SessionMessage(message))

        relay = Relay(remote.endpoint, http, send, Troubles(remote, words))
        async for item in incoming:
            relay.take(item.message, group)
        group.cancel_scope.cancel()


def _client(remote: Remote, locale: str) -> httpx2.AsyncClient:
    """Proxies of the environment are for addresses of https only: of others they would see the key."""
    return httpx2.AsyncClient(
        headers={
            "Authorization": f"Bearer {remote.key}",
            "User-Agent": f"hero-arena/{version('hero-arena')}",
            "Accept": f"{JSON}, {EVENTS}",
            "Accept-Encoding": "identity",
            "Accept-Language": locale,
            "Content-Type": JSON,
        },
        timeout=httpx2.Timeout(CONNECT_TIMEOUT, read=READ_TIMEOUT, pool=None),
        limits=httpx2.Limits(max_connections=None),
        trust_env=remote.is_encrypted,
    )


@dataclass
class Relay:
    """One connection's requests, answered by `send`. `revision` of the protocol is what an older host and the
    arena have agreed on, by which their later requests go; a newer host names one in each request. `timeout`
    in seconds is for all of an answer."""

    endpoint: str
    http: httpx2.AsyncClient
    send: Callable[[JSONRPCMessage], Awaitable[None]]
    troubles: Troubles
    timeout: float = ANSWER_TIMEOUT
    revision: str | None = None
    asked: dict[RequestId, anyio.CancelScope] = field(default_factory=dict)

    def take(self, message: JSONRPCMessage, group: TaskGroup) -> None:
        """Begin to ask what is asked, or stop what is cancelled."""
        if isinstance(message, JSONRPCRequest):
            scope = self.asked[message.id] = anyio.CancelScope()
            group.start_soon(self._ask, message, scope)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            cancelled = (message.params or {}).get("requestId")
            if isinstance(cancelled, str | int) and cancelled in self.asked:
                self.asked[cancelled].cancel()

    async def _ask(self, request: JSONRPCRequest, scope: anyio.CancelScope) -> None:
        with scope:
            error = await self._asked(request)
            if error is not None:
                await self.send(JSONRPCError(jsonrpc="2.0", id=request.id, error=error))
        if self.asked.get(request.id) is scope:  # a host may use an id again
            del self.asked[request.id]

    async def _asked(self, request: JSONRPCRequest) -> ErrorData | None:
        """Send what the arena answers; what is told if that is no answer."""
        body = request.model_dump_json(by_alias=True, exclude_unset=True)
        headers = _headers(request, self.revision)
        try:
            with anyio.fail_after(self.timeout) as limit:
                async with self.http.stream("POST", self.endpoint, content=body, headers=headers) as response:
                    if response.status_code != 200:
                        return await self.troubles.refused(response)
                    if request.method == LISTEN and media_type(response) == EVENTS:
                        limit.deadline = math.inf
                    return await self._hand_on(request, response)
        except TimeoutError:
            return self.troubles.late(self.timeout)
        except TooLargeError:
            return self.troubles.too_large()
        except httpx2.RequestError as failure:
            return self.troubles.unreachable(failure)

    async def _hand_on(self, request: JSONRPCRequest, response: httpx2.Response) -> ErrorData | None:
        """Send what comes, up to the answer itself. Raises `TooLargeError`."""
        kind = media_type(response)
        try:
            if is_encoded(response):
                return self.troubles.no_arena(response)
            if kind == JSON and await self._sent(request, await whole(response)):
                return None
            if kind == EVENTS:
                size = 0
                async for data in events(response):
                    size += len(data)
                    if request.method != LISTEN and size > LARGEST:
                        raise TooLargeError
                    if await self._sent(request, data):
                        return None
                return self.troubles.cut()
        except ValueError:
            return self.troubles.no_arena(response)
        return self.troubles.no_arena(response)

    async def _sent(self, request: JSONRPCRequest, text: str | bytes) -> bool:
        """Send a message of the arena; whether it is the answer. Raises `ValueError` if it is no message."""
        message = message_in(text)
        if isinstance(message, JSONRPCRequest):
            return False
        if isinstance(message, JSONRPCNotification):
            if message.method in HANDED_ON:
                await self.send(message)
            return False
        if isinstance(message, JSONRPCResponse) and request.method == "initialize":
            self.revision = _revision(message.result.get("protocolVersion"))
        await self.send(message.model_copy(update={"id": request.id}))
        return True


def _revision(told: object) -> str | None:
    """What an arena answers to a handshake, if that is a revision of the protocol."""
    return told if isinstance(told, str) and REVISION.fullmatch(told) else None


def _headers(request: JSONRPCRequest, agreed: str | None) -> dict[str, str]:
    """What newer revisions of the protocol repeat of a request, for whoever passes it on without reading it;
    of older ones only the revision."""
    params = request.params or {}
    meta = params.get("_meta")
    revision = meta.get(PROTOCOL_VERSION_META_KEY) if isinstance(meta, dict) else None
    if request.method == "initialize":
        return {}
    if not isinstance(revision, str):
        return {} if agreed is None else {MCP_PROTOCOL_VERSION_HEADER: encode_header_value(agreed)}
    told = {MCP_PROTOCOL_VERSION_HEADER: revision, MCP_METHOD_HEADER: request.method}
    name = params.get(NAME_BEARING_METHODS.get(request.method, ""))
    if isinstance(name, str):
        told[MCP_NAME_HEADER] = name
    return {header: encode_header_value(value) for header, value in told.items()}
