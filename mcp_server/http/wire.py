"""HTTP/1.1 as it comes over the wire: bounded, and taken only if it can be read in one way. Source: RFC 9112.

h11 makes an event of each chunk of a body, which costs the event loop some ten microseconds: in chunks of a
byte the largest body would hold up everybody for seconds. Of a request that tells its length twice it
believes one, where a proxy before us may believe the other.
"""

import re

import h11
from starlette.datastructures import Headers
from starlette.responses import Response

from arena.errors import Fault
from mcp_server.faults import door_fault
from mcp_server.http.bodies import LARGEST_BODY, body_too_large
from mcp_server.http.problems import problem
from mcp_server.language import negotiated

MOST_CHUNKS = 1000
"""Of a body."""
MOST_BYTES = 2 * LARGEST_BODY
"""Of a request after the piece in which it begins: its body, and what chunks have around them."""
ABSOLUTE = re.compile(rb"https?://([^/?#]*)([^#]*)", re.IGNORECASE)
"""A target with a host in it, and what an ordinary target is of it."""


class WireError(h11.RemoteProtocolError):
    """A request that h11 would take, and we do not: `fault` says why."""

    def __init__(self, fault: Fault, status: int) -> None:
        super().__init__(fault.code, error_status_hint=status)
        self.fault = fault


class Wire(h11.Connection):
    """The server's end of a connection."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER)
        self._request: h11.Request | None = None
        self._bytes = self._chunks = 0
        self._error: h11.RemoteProtocolError | None = None

    def receive_data(self, data: bytes) -> None:
        self._bytes += len(data)
        super().receive_data(data)

    def start_next_cycle(self) -> None:
        self._request = None
        super().start_next_cycle()

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Raises `RemoteProtocolError` for what is not taken; `refusal` then tells it."""
        try:
            event = super().next_event()
            if isinstance(event, h11.Request):
                self._bytes = self._chunks = 0
                self._request = _with_its_host(event)
                _check_length(event)
                return self._request
            self._count(event)
        except h11.RemoteProtocolError as error:
            self._error = error
            raise
        return event

    def refusal(self) -> tuple[h11.Event, ...]:
        """The answer to what was not taken; none where another has begun already."""
        if self.our_state not in (h11.IDLE, h11.SEND_RESPONSE) or self._error is None:
            return ()
        answer = self._answer(self._error)
        begun = h11.Response(status_code=answer.status_code, headers=answer.raw_headers)
        is_head = self._request is not None and self._request.method == b"HEAD"
        return begun, h11.Data(data=b"" if is_head else bytes(answer.body)), h11.EndOfMessage()

    def _answer(self, error: h11.RemoteProtocolError) -> Response:
        headers = Headers(raw=[] if self._request is None else list(self._request.headers))
        fault = error.fault if isinstance(error, WireError) else door_fault("http-broken")
        locale = negotiated(headers.get("accept-language"))
        return problem(error.error_status_hint, fault, locale, headers={"Connection": "close"})

    def _count(self, event: object) -> None:
        if isinstance(event, h11.Data) and event.chunk_start:
            self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            raise WireError(door_fault("body-in-pieces", most=MOST_CHUNKS), 413)
        if self._bytes > MOST_BYTES and self.their_state is h11.SEND_BODY:
            raise WireError(body_too_large(), 413)


def _with_its_host(request: h11.Request) -> h11.Request:
    """A request whose target names a host as one with an ordinary target: that host is meant, whatever the
    header says (3.2.2)."""
    absolute = ABSOLUTE.fullmatch(request.target)
    if absolute is None:
        return request
    host, target = absolute.groups()
    others = [(name, value) for name, value in request.headers if name != b"host"]
    return h11.Request(
        method=request.method,
        target=target if target.startswith(b"/") else b"/" + target,
        headers=[(b"host", host), *others],
        http_version=request.http_version,
    )


def _check_length(request: h11.Request) -> None:
    """One that is chunked and has a length as well may be two requests in one (6.3)."""
    if {b"content-length", b"transfer-encoding"} <= {name for name, _ in request.headers}:
        raise WireError(door_fault("length-twice"), 400)
