"""The arena of one person, served over stdio by the process that also plays its days."""

import threading
from importlib import import_module
from pathlib import Path

import anyio
from mcp.server.subscriptions import InMemorySubscriptionBus

from arena.desk.desk import Desk
from arena.desk.players.keys import KeyOwner
from mcp_server.caller import NO_PAGES, Site
from mcp_server.listeners import Listeners
from mcp_server.news import tell_news
from mcp_server.pictures.file_cache import FileCache
from mcp_server.pictures.films import Films
from mcp_server.pictures.studio import Studio
from mcp_server.request_settings import request_settings
from mcp_server.server import make_server
from mcp_server.stdio.streams import host_streams
from scheduler.service import ticking
from scheduler.work import Tools

ENGINE = "arena.battle.kernel"


def serve_local(desk: Desk, player: KeyOwner, tools: Tools, films_dir: Path) -> None:
    """Serve a local arena to its player on stdin and stdout until stdin ends, and close it. Everything that
    is due is played beside that, from the beginning on; films that are made stay in `films_dir`."""
    # On a fresh machine its import compiles it: better now than when an agent waits for its first battle.
    threading.Thread(target=import_module, args=(ENGINE,), daemon=True).start()
    with ticking(desk, tools):
        site = Site(desk, NO_PAGES, lambda: player, studio=Studio(Films(FileCache(films_dir))))
        anyio.run(_serve, desk, site)
    desk.store.close()  # here, for the process is left without unwinding


async def _serve(desk: Desk, site: Site) -> None:
    bus, listeners = InMemorySubscriptionBus(), Listeners(request_settings())
    server = make_server(site, bus=bus, middleware=(listeners.admitting(site),))
    async with anyio.create_task_group() as beside:
        beside.start_soon(tell_news, desk, bus, listeners)
        beside.start_soon(site.studio.evict_daily)
        async with host_streams(site.who().lang) as (incoming, outgoing):
            inner = server._lowlevel_server  # to whose streams the server itself has no way
            await inner.run(incoming, outgoing, inner.create_initialization_options())
        beside.cancel_scope.cancel()
