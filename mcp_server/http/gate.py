"""The gate: what is refused before any work is done for it, at every address of the server.

A request that names another host may come from a page whose name was bound to this machine's address (DNS
rebinding), one from another origin from a page that its reader did not send here.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.excerpt import printable
from mcp_server.faults import door_fault
from mcp_server.http.bodies import Bodies, given_again
from mcp_server.http.problems import language_of, problem
from mcp_server.http.rate import Rates

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
DEFAULT_PORTS = {"http": 80, "https": 443}
PORT = re.compile(r"[0-9]{1,5}")
MOST_PORTS = 65535
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
        public_place = place_of(public_url)
        local = (*LOOPBACK, *map(_bracketed, more))
        hosts = {public_place, public_host, f"{public_host}:*"}
        hosts |= {form for host in local for form in (host, f"{host}:*")}
        origins = {f"{public.scheme}://{public_place}"}
        origins |= {form for host in local for form in (f"http://{host}", f"http://{host}:*")}
        return cls(frozenset(hosts), frozenset(origins))

    def has_host(self, host: str) -> bool:
        return _among(host.lower(), self.hosts)

    def has_origin(self, origin: str) -> bool:
        return _among(origin.lower(), self.origins)


def place_of(url: str) -> str:
    """Host and port of an address as browsers write them: in small letters, without the port that its scheme
    has anyway."""
    parts = urlsplit(url)
    host = _bracketed(parts.hostname or "")
    return host if parts.port in (None, DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{parts.port}"


class Gate:
    """ASGI middleware: host (421), origin (403), address too often (429), a body that is not taken."""

    def __init__(self, app: ASGIApp, places: Places, rates: Rates | None) -> None:
        self._app, self._places, self._rates = app, places, rates
        self._bodies = Bodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        refusal = None if scope["path"] in PROBES else self._refusal(request)
        if refusal is None and request.method not in ("GET", "HEAD"):
            body = await self._bodies.taken(request, receive)
            if body is None:
                return
            if isinstance(body, Response):
                refusal = body
            else:
                receive = given_again(body, receive)
        if refusal is None and (request.method, scope["path"]) == ("OPTIONS", "*"):
            refusal = Response(status_code=204)  # about the server as a whole there is nothing to tell
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        locale = language_of(request)
        host = request.headers.get("host", "")
        if not self._places.has_host(host):
            return problem(421, door_fault("host-unknown", host=printable(host)), locale)
        for origin in request.headers.getlist("origin"):
            if not self._places.has_origin(origin):
                return problem(403, door_fault("origin-unknown", origin=printable(origin)), locale)
        if self._rates is None:
            return None
        too_many = self._rates.of_address(request.client and request.client.host)
        return None if too_many is None else too_many.answer(locale)


def _among(given: str, known: frozenset[str]) -> bool:
    if given in known:
        return True
    host, colon, port = given.rpartition(":")
    return bool(colon) and _is_port(port) and f"{host}:*" in known


def _is_port(text: str) -> bool:
    return PORT.fullmatch(text) is not None and 1 <= int(text) <= MOST_PORTS


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
