"""What comes from the other end of a bridge, which may be anybody: no more of it is read than an arena's
answers can have."""

from collections.abc import AsyncIterator

import httpx2
from mcp.types import JSONRPCMessage, jsonrpc_message_adapter

JSON, EVENTS = "application/json", "text/event-stream"
LARGEST = 6_000_000
"""Bytes of an answer, or of an event. A film has up to 4 MB, a third more in base64."""


class TooLargeError(Exception):
    """There is more of an answer than an arena says."""


def media_type(response: httpx2.Response) -> str:
    """What an answer says it is."""
    kind: str = response.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower()


def is_encoded(response: httpx2.Response) -> bool:
    """Whether it is compressed, though we ask for nothing of the kind: a few bytes may become gigabytes."""
    return response.headers.get("content-encoding", "identity").strip().lower() != "identity"


async def whole(response: httpx2.Response) -> bytes:
    """A body. Raises `TooLargeError`."""
    body = await beginning(response, LARGEST + 1)
    if len(body) > LARGEST:
        raise TooLargeError
    return body


async def beginning(response: httpx2.Response, most: int) -> bytes:
    """The first bytes of a body, the rest of which is not waited for."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) >= most:
            break
    return bytes(body[:most])


async def events(response: httpx2.Response) -> AsyncIterator[str]:
    """The data of the events of a stream that have any. Raises `TooLargeError`."""
    try:
        async for event in httpx2.EventSource(response, max_event_size=LARGEST):
            if event.data:
                yield event.data
    except httpx2.SSEError:
        raise TooLargeError from None


def message_in(text: str | bytes) -> JSONRPCMessage:
    """A message of JSON-RPC. Raises `ValueError` if it is none."""
    return jsonrpc_message_adapter.validate_json(text, by_name=False)
