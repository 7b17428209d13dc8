"""Whether the server lives (`/healthz`), and whether it can be given work (`/readyz`)."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from arena.desk.desk import Desk
from arena.errors import ArenaError
from arena.logs import log_unexpected
from arena.store import Store
from mcp_server.workers import Workers
from scheduler.health.database import look_at_tables, look_at_writing
from scheduler.service import INTERVAL, Clock

OK = "ok"
TIMEOUT = 2.0
"""Seconds that the database has to answer."""
WAITING = 2
"""Threads that may wait for it at once; more questions are red without asking."""
WRITTEN_EVERY = 10.0
"""Seconds between two tries to write: whoever asks, asks without a key."""
TRIED_AGAIN_AFTER = 1.0
"""Seconds after a try that failed: what was red is to be green soon once it was mended."""
DEAD_AFTER = timedelta(seconds=15 * INTERVAL)
"""Without a tick: a nightly backup, or messages that are hard to send, keep one for some minutes."""


def system_now() -> datetime:
    """This machine's clock, by which ticks are noted; the desk's may be another."""
    return datetime.now(UTC)


class Writing:
    """Whether a database can be written, as far as that was tried last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found, self._tried = OK, -WRITTEN_EVERY
        self._locked_since: float | None = None

    def look(self, store: Store) -> str:
        """OK, or the code of what is wrong. Somebody else's writing is that only after so long a time that
        all who wait are refused."""
        now = self._clock()
        every = WRITTEN_EVERY if self._found == OK else min(WRITTEN_EVERY, TRIED_AGAIN_AFTER)
        if now - self._tried < every:
            return self._found
        try:
            look_at_writing(store)
        except ArenaError as error:
            if error.code == "store-locked":
                self._locked_since = self._locked_since or now
                return OK if now - self._locked_since < store.lock_timeout else error.code
            self._found = error.code
        else:
            self._found = OK
        self._tried, self._locked_since = now, None
        return self._found


@dataclass(frozen=True)
class Health:
    """What is looked at: the league's database and, where this server has one, its clock."""

    desk: Desk
    clock: Clock | None
    now: Callable[[], datetime] = system_now
    since: datetime = field(default_factory=system_now)
    writing: Writing = field(default_factory=Writing)
    workers: Workers = field(default_factory=lambda: Workers(TIMEOUT, WAITING))

    async def checks(self) -> dict[str, str]:
        """Each check by its name: "ok", or the code of what is wrong."""
        return {"database": await self._database()} | ({} if self.clock is None else {"tick": self._tick()})

    async def _database(self) -> str:
        try:
            return await self.workers.work(partial(_looked_at, self.desk, self.writing))
        except ArenaError:
            return "store-slow"

    def _tick(self) -> str:
        assert self.clock is not None
        last = self.clock.last_tick or self.since
        return OK if self.now() - last <= DEAD_AFTER else "tick-dead"


def health_routes(health: Health) -> list[Route]:
    """`/healthz` and `/readyz`: small JSON, 200 if all is well, else 503."""

    async def is_up(_: Request) -> Response:
        return _told(OK, {})

    async def is_ready(_: Request) -> Response:
        checks = await health.checks()
        return _told(OK if set(checks.values()) <= {OK} else "failing", checks)

    return [Route("/healthz", is_up), Route("/readyz", is_ready)]


def _looked_at(desk: Desk, writing: Writing) -> str:
    try:
        return look_at_tables(desk.store).code or writing.look(desk.store)
    except ArenaError as error:
        return error.code
    except Exception as error:
        log_unexpected("health_failed", error)
        return "unexpected"


def _told(status: str, checks: dict[str, str]) -> Response:
    told = {"status": status, **({"checks": checks} if checks else {})}
    return JSONResponse(told, status_code=200 if status == OK else 503, headers={"Cache-Control": "no-store"})
