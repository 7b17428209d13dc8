"""News for listeners: a digest was published, a run has ended, whoever did it.

Looked for in the database, so that what another process did is told too.
"""

from dataclasses import dataclass
from datetime import datetime

import anyio
from anyio import to_thread
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated, ServerEvent, SubscriptionBus
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.errors import ArenaError
from arena.league.calendar import Job
from arena.logs import LOG, log_unexpected
from arena.store.tables import DigestRow, Run, RunState
from mcp_server.listening import Listeners

INTERVAL = 5.0
"""Seconds between looks."""
LOOKED_AT = 50
"""The last digests and runs that are looked at: far more than end between two looks."""
DIGESTS, HEROES = "arena://digests/", "arena://heroes/"
LATEST = f"{DIGESTS}latest"
SHOWN_AT_ONCE = (Job.DAILY, Job.RESULTS)
"""Jobs whose outcome everybody sees as they end; a tournament's is seen with the results."""


@dataclass(frozen=True)
class Seen:
    """What there was at a look: the keys of digests that are published, and the runs that had ended, with the
    moments at which they did."""

    digests: frozenset[str] = frozenset()
    ends: frozenset[tuple[int | None, datetime | None]] = frozenset()


def look(desk: Desk) -> Seen:
    """What there is now. Raises what `Store.read` raises."""
    with desk.read() as (session, now):
        published = select(DigestRow.key).where(col(DigestRow.published_at) <= now)
        newest = published.order_by(col(DigestRow.published_at).desc()).limit(LOOKED_AT)
        return Seen(frozenset(session.exec(newest)), frozenset(_ends(session)))


def _ends(session: Session) -> list[tuple[int | None, datetime | None]]:
    ended = select(Run.id, Run.finished_at).where(
        col(Run.state) == RunState.DONE, col(Run.job).in_(SHOWN_AT_ONCE)
    )
    return list(session.exec(ended.order_by(col(Run.finished_at).desc()).limit(LOOKED_AT)))


def news(before: Seen, after: Seen, listened: tuple[str, ...] = ()) -> list[ServerEvent]:
    """The notices of what came between two looks. A run's end changes ratings: of heroes, those are told that
    somebody listens to."""
    digests = sorted(after.digests - before.digests)
    events: list[ServerEvent] = [ResourceUpdated(uri=f"{DIGESTS}{key}") for key in digests]
    if digests:
        events += [ResourceUpdated(uri=LATEST), ResourcesListChanged()]
    if after.ends - before.ends:
        events += [ResourceUpdated(uri=uri) for uri in listened if uri.startswith(HEROES)]
    return events


async def tell_news(
    desk: Desk, bus: SubscriptionBus, listeners: Listeners, interval: float = INTERVAL
) -> None:
    """Look all the time, and tell those who listen. What happened before is no news to anybody. While the
    database does not answer nothing is told; what happened meanwhile is told afterwards."""
    seen: Seen | None = None
    while True:
        try:
            now = await to_thread.run_sync(look, desk)
        except ArenaError as error:
            LOG.warning("news_unread", error=error.code)
        except Exception as error:
            log_unexpected("news_failed", error)
        else:
            for event in news(seen, now, listeners.addresses) if seen is not None else ():
                await bus.publish(event)
            seen = now
        await anyio.sleep(interval)
