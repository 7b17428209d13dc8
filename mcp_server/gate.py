"""The gate: what is refused before any work is done for it, at every address of the server.

A request that names another host may come from a page whose name was bound to this machine's address (DNS
rebinding), one from another origin from a page that its reader did not send here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.excerpt import printable
from mcp_server.problems import door_fault, language_of, problem
from mcp_server.rate import Rates

LARGEST_BODY = 256 * 1024
"""Bytes of a request: a hero has 16 KiB at most."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
PROBES = ("/healthz", "/readyz", "/metrics")
"""Asked by machines that know an address, not the name; they tell nothing that a page could use."""


@dataclass(frozen=True)
class Places:
    """Where the league is reached: `hosts` as a Host header names them, and `origins`; "…:*" is any port."""

    hosts: frozenset[str]
    origins: frozenset[str]

    @classmethod
    def of(cls, public_url: str, more: Iterable[str] = ()) -> "Places":
        """Those of the address that people know, of loopback, and of `more` hosts."""
        public = urlsplit(public_url)
        public_host = _bracketed(public.hostname or "")
        local = (*LOOPBACK, *map(_bracketed, more))
        hosts = {public.netloc.lower(), public_host, f"{public_host}:*"}
        hosts |= {form for host in local for form in (host, f"{host}:*")}
        origins = {f"{public.scheme}://{public.netloc.lower()}"}
        origins |= {form for host in local for form in (f"http://{host}", f"http://{host}:*")}
        return cls(frozenset(hosts), frozenset(origins))

    def has_host(self, host: str) -> bool:
        return _among(host.lower(), self.hosts)

    def has_origin(self, origin: str) -> bool:
        return _among(origin.lower(), self.origins)


class Gate:
    """ASGI middleware: host (421), origin (403), address too often (429), body too large (413)."""

    def __init__(self, app: ASGIApp, places: Places, rates: Rates | None) -> None:
        self._app, self._places, self._rates = app, places, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        refusal = None if scope["path"] in PROBES else self._refusal(request)
        if refusal is None and request.method not in ("GET", "HEAD"):
            body = await _body(request, receive)
            if body is None:
                refusal = _too_large(request)
            else:
                receive = _given_again(body, receive)
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        locale = language_of(request)
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if not self._places.has_host(host):
            return problem(421, door_fault("host-unknown", host=printable(host)), locale)
        if origin is not None and not self._places.has_origin(origin):
            return problem(403, door_fault("origin-unknown", origin=printable(origin)), locale)
        if self._rates is None:
            return None
        too_many = self._rates.of_address(request.client and request.client.host)
        return None if too_many is None else too_many.answer(locale)


async def _body(request: Request, receive: Receive) -> list[Message] | None:
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


def _too_large(request: Request) -> Response:
    fault = door_fault("body-too-large", most=LARGEST_BODY // 1024)
    return problem(413, fault, language_of(request), headers={"Connection": "close"})


def _given_again(messages: list[Message], receive: Receive) -> Receive:
    waiting = iter(messages)

    async def again() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return again


def _among(given: str, known: frozenset[str]) -> bool:
    if given in known:
        return True
    host, colon, port = given.rpartition(":")
    return bool(colon) and port.isdecimal() and f"{host}:*" in known


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
