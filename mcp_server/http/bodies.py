"""Bodies of requests: taken whole before anything is done for them, and only if they come in time.

They are refused over connections that end with that: the rest of the body would be read as the next request.
"""

from collections import Counter

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive

from arena.errors import Fault
from arena.hero.limits import DOCUMENT_BYTES
from mcp_server.faults import door_fault
from mcp_server.http.problems import language_of, problem
from mcp_server.http.rate import network_of

LARGEST_BODY = 256 * 1024
"""Bytes of a request, many times those of the largest hero."""
SECONDS = 15.0
"""For a whole body."""
OF_ADDRESS = 50
"""Bodies that may come from one network address at a time."""


class Bodies:
    """Takes bodies, of each network address so many at a time. Used in one event loop."""

    def __init__(self) -> None:
        self._coming: Counter[str] = Counter()

    async def taken(self, request: Request, receive: Receive) -> list[Message] | Response | None:
        """The messages that bring the body, or why it is not taken: too many (429), too large (413) or too
        slow (408). None if the client went away before its end."""
        network = network_of(request.client and request.client.host)
        if self._coming[network] >= OF_ADDRESS:
            return _refused(request, 429, door_fault("too-many-bodies", most=OF_ADDRESS))
        self._coming[network] += 1
        try:
            with anyio.fail_after(SECONDS):
                body = await _whole(request, receive)
        except TimeoutError:
            return _refused(request, 408, door_fault("body-late", seconds=int(SECONDS)))
        finally:
            self._coming -= Counter([network])  # and what is none is not kept
        if body is None:
            return _refused(request, 413, body_too_large())
        return body if body[-1]["type"] == "http.request" else None


def body_too_large() -> Fault:
    """A body beyond what is taken."""
    return door_fault("body-too-large", most=LARGEST_BODY // 1024, hero=DOCUMENT_BYTES // 1024)


def given_again(messages: list[Message], receive: Receive) -> Receive:
    """What brings a body that was taken, and then whatever else comes."""
    waiting = iter(messages)

    async def again() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return again


async def _whole(request: Request, receive: Receive) -> list[Message] | None:
    """The messages that bring the body; None if it is too large. What its header says is believed only if
    it says too much."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > LARGEST_BODY:
        return None
    messages, size = [], 0
    while True:
        message = await receive()
        messages.append(message)
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            return None
        if message["type"] != "http.request" or not message.get("more_body", False):
            return messages


def _refused(request: Request, status: int, fault: Fault) -> Response:
    headers = {"Connection": "close"} | ({"Retry-After": str(int(SECONDS))} if status == 429 else {})
    return problem(status, fault, language_of(request), headers=headers)
