"""Serving an arena over HTTP: the application, the scheduler beside it, and how both end."""

import errno
import gc
import ipaddress
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NoReturn

import uvicorn
from mcp.server.subscriptions import InMemorySubscriptionBus
from prometheus_client import start_http_server
from starlette.applications import Starlette

from arena.desk.desk import Desk
from arena.excerpt import printable
from arena.logs import LOG
from arena.store.serving import sole_server
from mcp_server.app import make_app
from mcp_server.caller import Site
from mcp_server.faults import refuse_at_door
from mcp_server.http.connections import connections_of
from mcp_server.http.health import Health, health_routes
from mcp_server.http.identity import KeyVerifier, Verifier, token_key, token_owner
from mcp_server.http.metrics import LeagueCollector, Metrics, metrics_route
from mcp_server.http.rate import Rates, limiting_participants
from mcp_server.library_logs import take_library_logs
from mcp_server.listeners import Listeners
from mcp_server.news import INTERVAL, tell_news
from mcp_server.pictures.file_cache import FileCache
from mcp_server.pictures.films import Films
from mcp_server.pictures.studio import Studio
from mcp_server.request_settings import RequestSettings, request_settings
from mcp_server.server import make_server
from mcp_server.toolbox import Offer
from mcp_server.tools import OFFERS
from mcp_server.web.pages import page_routes
from mcp_server.web.visits import owner_of
from scheduler.service import Clock, ticking
from scheduler.tick import Works, work_due
from scheduler.work import Tools

HOST, PORT = "127.0.0.1", 8000
BACKLOG = 2048
GRACE = 5
"""Seconds that requests at work have to end in after the server was asked to stop."""
STUDIO_GRACE = 3
"""Seconds of these in which a picture or a film may still come; then there is time left to tell whoever waits
for it to come again."""
LEFT_AFTER = 4
"""Seconds more, after which the process is left as it is: what hangs in a database that does not answer has
no end of its own. What was at work is taken up as after a kill."""
COLLECTED_AFTER = (2_000, 10, 10)
"""Objects, and collections of younger ones, after which each generation is collected: by default one request
makes enough of them for several collections, which find little. Much more seldom, and what they would find
grows to some 15 MB."""
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
"""The signals that stop a server, with the exit codes that shells give them."""
KEEP_ALIVE = 65
"""Seconds for which an idle connection stays open: longer than proxies keep theirs (a minute), so that none
sends a request into a connection that is just being closed."""


@dataclass(frozen=True)
class Options:
    """How an arena is served: on `port` of `host` (port 0: any that is free), known to people by `public_url`
    (None: by that very address). With a `scheduler` the runs are worked here, by `works` with `tools`.
    `trusted_proxies` are believed who the client is. Metrics are told at `metrics_address` (host, port), and
    under /metrics to who shows `metrics_token`. News are looked for every `news_interval` seconds; `offers`
    are the tools; of `requests` so many are answered; tokens are verified by `verifier` (None: they are the
    participants' keys). Films that are made stay in `films_dir` (None: nowhere)."""

    host: str = HOST
    port: int = PORT
    public_url: str | None = None
    scheduler: bool = True
    tools: Tools | None = None
    works: Works = work_due
    trusted_proxies: tuple[str, ...] = ()
    metrics_address: tuple[str, int] | None = None
    metrics_token: str | None = None
    news_interval: float = INTERVAL
    offers: tuple[Offer, ...] = OFFERS
    requests: RequestSettings = field(default_factory=request_settings)
    verifier: Verifier | None = None
    films_dir: Path | None = None


class WebServer(uvicorn.Server):
    """Uvicorn, which closes streams of notices as it is asked to stop: they would not end by themselves; nor
    would films that take longer."""

    def __init__(self, config: uvicorn.Config, listeners: Listeners, studio: Studio) -> None:
        super().__init__(config)
        self._listeners, self._studio = listeners, studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; only a process of its own is sent signals."""
        if not self.should_exit:
            last = threading.Timer(GRACE + LEFT_AFTER, _leave, [CODES[signal.Signals(sig)]])
            last.daemon = True
            last.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in peace, within `GRACE` seconds."""
        self._listeners.close()
        self._studio.end_within(STUDIO_GRACE)
        await super().shutdown(sockets)


def serve(desk: Desk, options: Options, told: Callable[[str], object]) -> None:
    """Serve until a signal asks to stop; `told` hears the address once it can be reached.

    Passes on what the signal raises. Raises `ArenaError`: what `opened_site` raises.
    """
    take_library_logs()
    with opened_site(desk, options) as (server, address, listening):
        _collect_seldom()
        told(address)
        server.run([listening])


def _leave(code: int) -> NoReturn:
    """End the process without waiting for its threads."""
    LOG.error("stopped_hanging", seconds=GRACE + LEFT_AFTER)
    os._exit(code)


def _collect_seldom() -> None:
    """Have garbage collections come seldom, and leave out what this process has loaded until now: to look
    through it again and again would hold up all requests for a tenth of a second each time. For a process
    that only serves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


@contextmanager
def opened_site(desk: Desk, options: Options) -> Iterator[tuple[WebServer, str, socket.socket]]:
    """A server that is ready to run, its address, and the socket that already listens there; the scheduler
    is at work within the block.

    A SQLite file has one server, with or without a scheduler: what is counted, and who listens, each server
    knows of itself alone. Raises `ArenaError`: `store-already-served`, `port-taken`, `port-forbidden`,
    `host-unusable`, and what the store raises.
    """
    with ExitStack() as stack:
        stack.enter_context(sole_server(desk.store))
        listening = stack.enter_context(_listening(options.host, options.port))
        address = _address(options.host, listening.getsockname()[1])
        clock = (
            stack.enter_context(ticking(desk, options.tools, works=options.works))
            if options.scheduler
            else None
        )
        listeners, metrics = (
            Listeners(options.requests, token_key),
            Metrics([offer.do.__name__ for offer in options.offers]),
        )
        studio = Studio(Films(None if options.films_dir is None else FileCache(options.films_dir)))
        app = _application(desk, options, address, clock, listeners, metrics, studio)
        if options.metrics_address is not None:
            stack.enter_context(_metrics_at(options.metrics_address, metrics))
        yield WebServer(_configuration(app, options), listeners, studio), address, listening


def _application(
    desk: Desk,
    options: Options,
    address: str,
    clock: Clock | None,
    listeners: Listeners,
    metrics: Metrics,
    studio: Studio,
) -> Starlette:
    site, keys = Site(desk, options.public_url or address, token_owner, studio=studio), KeyVerifier(desk)
    rates, bus = Rates(options.requests), InMemorySubscriptionBus()
    metrics.registry.register(LeagueCollector(desk, rates, listeners, clock))
    routes = [*page_routes(site, rates), *health_routes(Health(desk, clock))]
    if options.metrics_token is not None:
        routes.append(metrics_route(metrics, options.metrics_token))
    middleware = (metrics.counting(), limiting_participants(rates, site), listeners.admitting(site))
    return make_app(
        make_server(site, offers=options.offers, bus=bus, middleware=middleware),
        site.public_url,
        routes,
        verifier=options.verifier or keys,
        rates=rates,
        signed_in=partial(owner_of, site),
        hosts=() if _is_any(options.host) else (options.host,),
        beside=(
            keys.noting_uses,
            studio.evict_daily,
            partial(tell_news, desk, bus, listeners, options.news_interval),
        ),
    )


def _configuration(app: Starlette, options: Options) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=connections_of(options.trusted_proxies),
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(options.trusted_proxies),
        forwarded_allow_ips=list(options.trusted_proxies),
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens, so that whoever is told the address reaches it. Raises `ArenaError` if that
    address cannot be had."""
    with _refusing_address(host, port):
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(place[:2], family=family, backlog=BACKLOG)
    with listening:
        # Connections inherit it. Asyncio sets it for sockets that it makes itself: without it the end of an
        # answer waits for the client's acknowledgement of its beginning, some 40 ms.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield listening


@contextmanager
def _metrics_at(place: tuple[str, int], metrics: Metrics) -> Iterator[None]:
    """Raises `ArenaError` if that address cannot be had."""
    host, port = place
    with _refusing_address(host, port, "metrics"):
        server, thread = start_http_server(port, host, metrics.registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def _refusing_address(host: str, port: int, reason: str | None = None) -> Iterator[None]:
    """Where an address is bound: why it cannot be is raised as `ArenaError`, with texts for what it is wanted
    for."""
    try:
        yield
    except (OSError, ValueError) as error:  # the latter of a name that no host can have
        codes = {errno.EADDRINUSE: "port-taken", errno.EACCES: "port-forbidden"}
        code = codes.get(getattr(error, "errno", None) or 0, "host-unusable")
        raise refuse_at_door(code, reason=reason, host=printable(host), port=port) from error


def _address(host: str, port: int) -> str:
    """By which a browser on this machine reaches it."""
    reached = HOST if _is_any(host) else host
    return f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"


def _is_any(host: str) -> bool:
    """Whether this means every address of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host
