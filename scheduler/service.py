"""The clock of a server: wakes the tick all the time, and at the very moment at which something is due.

It only wakes: what is due the database says, and whoever else ticks on it (cron, another server) does no
harm. A moment that was slept through is found at the next tick.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from apscheduler.schedulers.background import BackgroundScheduler

from arena.desk.desk import Desk
from arena.league.calendar import Job
from arena.logs import log_unexpected
from arena.store.tables import Run
from scheduler.tick import Works, tick, work_due
from scheduler.work import StopAskedError, Tools

INTERVAL = 20.0
"""Seconds between ticks."""


class Clock:
    """Ticks in a thread of its own. Safe for threads; made by `ticking`."""

    def __init__(self, desk: Desk, tools: Tools, interval: float, works: Works) -> None:
        self._desk, self._works = desk, works
        self._stop = threading.Event()
        self._busy, self._beat = threading.Lock(), threading.Lock()
        self._waking = threading.Lock()
        self._last_tick: datetime | None = None
        self._tools = replace(tools, told=self._told(tools), stopping=self._stop.is_set)
        self._scheduler = BackgroundScheduler(
            timezone=UTC, job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        )
        self._scheduler.add_job(
            self._tick, "interval", seconds=interval, id="tick", next_run_time=datetime.now(UTC)
        )

    @property
    def last_tick(self) -> datetime | None:
        """When a tick last came to its end, or a run at work came a step further, by this machine's clock in
        UTC; None before the first."""
        with self._beat:
            return self._last_tick

    def start(self) -> None:
        """Tick at once, and then all the time."""
        self._scheduler.start()

    def stop(self) -> None:
        """Stop for good: the run at work ends its step and is let go, a message is sent to its end. Returns
        when that is done."""
        with self._waking:
            self._stop.set()
        self._scheduler.shutdown(wait=True)

    def _told(self, tools: Tools) -> Callable[[Run, float], None]:
        def told(run: Run, progress: float) -> None:
            self._note()
            tools.told(run, progress)

        return told

    def _note(self) -> None:
        with self._beat:
            self._last_tick = datetime.now(UTC)

    def _tick(self) -> None:
        if not self._busy.acquire(blocking=False):
            return  # woken by the moment while a tick is at work: it or the next one finds what is due
        try:
            tick(self._desk, self._tools, self._works)
            self._note()
        except StopAskedError:
            return
        except Exception as error:
            log_unexpected("tick_failed", error)
        finally:
            self._busy.release()
            self._wake_at_next_moment()

    def _wake_at_next_moment(self) -> None:
        """Measured from now: the desk's clock may be another than this machine's."""
        now = self._desk.clock()
        moment = min(self._desk.calendar.following(job, now).scheduled_for for job in Job)
        when = datetime.now(UTC) + (moment - now)
        # While it shuts down, a scheduler holds the lock that `add_job` takes, and waits for this thread.
        with self._waking:
            if not self._stop.is_set():
                self._scheduler.add_job(self._tick, "date", run_date=when, id="moment", replace_existing=True)


@contextmanager
def ticking(
    desk: Desk, tools: Tools | None = None, interval: float = INTERVAL, works: Works = work_due
) -> Iterator[Clock]:
    """A clock that ticks within the block; `works` works the runs."""
    clock = Clock(desk, tools or Tools(), interval, works)
    clock.start()
    try:
        yield clock
    finally:
        clock.stop()
