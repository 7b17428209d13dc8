"""News for listeners: a digest was published, a run has ended, whoever did it.

Looked for in the database, so that what another process did is told too.
"""

from functools import partial

import anyio
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated, ServerEvent, SubscriptionBus

from arena.desk.desk import Desk
from arena.desk.overview import Seen, look
from arena.desk.players.keys import still_open
from arena.errors import ArenaError
from arena.logs import LOG, log_unexpected
from mcp_server.addresses import DIGEST, HERO
from mcp_server.listeners import Listeners
from mcp_server.workers import Workers

INTERVAL = 5.0
"""Seconds between looks."""
SECONDS = 10.0
"""Within which the database is to answer a look."""
HEROES = HERO.format(id="")
LATEST = DIGEST.format(key="latest")


def news(before: Seen, after: Seen, listened: tuple[str, ...] = ()) -> list[ServerEvent]:
    """The notices of what came between two looks. A run's end changes ratings: of heroes, those are told that
    somebody listens to."""
    digests = sorted(after.digests - before.digests)
    events: list[ServerEvent] = [ResourceUpdated(uri=DIGEST.format(key=key)) for key in digests]
    if digests:
        events += [ResourceUpdated(uri=LATEST), ResourcesListChanged()]
    if after.ends - before.ends:
        events += [ResourceUpdated(uri=uri) for uri in listened if uri.startswith(HEROES)]
    return events


async def tell_news(
    desk: Desk, bus: SubscriptionBus, listeners: Listeners, interval: float = INTERVAL
) -> None:
    """Look all the time, and tell those who listen whose keys still open. What happened before is no news to
    anybody. While the database does not answer nothing is told; what happened meanwhile is told afterwards.
    """
    seen: Seen | None = None
    workers = Workers(SECONDS, 1)
    while True:
        try:
            await _close_to_revoked_keys(desk, listeners, workers)
            now = await workers.work(partial(look, desk))
        except ArenaError as error:
            LOG.warning("news_unread", error=error.code)
        except Exception as error:
            log_unexpected("news_failed", error)
        else:
            for event in news(seen, now, listeners.addresses) if seen is not None else ():
                await bus.publish(event)
            seen = now
        await anyio.sleep(interval)


async def _close_to_revoked_keys(desk: Desk, listeners: Listeners, workers: Workers) -> None:
    keys = listeners.key_ids  # of those that are opened meanwhile nothing is asked
    if keys:
        listeners.close_opened_with(keys - await workers.work(partial(still_open, desk, keys)))
