"""The tick: makes the rows of what is due, and works on them, the earliest first.

Whatever wakes it (a clock in the server, cron, a person) the work is done once.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.desk.desk import Desk
from arena.desk.reasons import keep_error, keep_unexpected
from arena.errors import ArenaError
from arena.league.calendar import LEAGUE_JOBS, Job
from arena.logs import LOG, log_unexpected
from arena.store.tables import Run, RunState
from scheduler.disk_watch import watch_disks
from scheduler.jobs import JOBS
from scheduler.outbox import send_waiting
from scheduler.runs import Claim, LostLeaseError, claim, ensure_runs, give_up, release
from scheduler.work import Tools, Work

LANES = (LEAGUE_JOBS, (Job.NIGHTLY,))
"""Jobs that wait for one another; those of one lane do not wait for another's."""


@dataclass(frozen=True)
class Ticked:
    """How many runs have ended well by a tick, and how many attempts have failed in it."""

    done: int
    failed: int


Works = Callable[[Desk, Tools], Ticked]
"""Works the runs that are due."""


def tick(desk: Desk, tools: Tools | None = None, works: Works | None = None) -> Ticked:
    """Do everything that is due and free, look at the disks, then send what waits. `works` works the runs,
    `work_due` if it is not given.

    Raises `StopAskedError` when a run was let go because `tools` ask to stop, and what `works` raises.
    """
    tools = tools or Tools()
    ticked = (works or work_due)(desk, tools)
    watch_disks(desk, tools.housekeeping)
    if tools.send is not None:
        send_waiting(desk, tools.send, stopping=tools.stopping, addresses=tools.addresses)
    return ticked


def work_due(desk: Desk, tools: Tools) -> Ticked:
    """Work the runs that are due and free. Raises `StopAskedError` as `tick` does."""
    ensure_runs(desk)
    ends: Counter[RunState | None] = Counter()
    for lane in LANES:
        while not tools.stopping() and (claimed := claim(desk, lane, tools.lease)) is not None:
            ends[work_on(desk, claimed, tools)] += 1
    return Ticked(ends[RunState.DONE], ends[RunState.DUE] + ends[RunState.FAILED])


def work_on(desk: Desk, claimed: Claim, tools: Tools) -> RunState | None:
    """Work a claimed run to its end; its state, None if another worker took it over.

    What goes wrong is written into its row. An interrupt (Ctrl-C, a signal) lets it go and passes on.
    """
    with desk.read() as (session, _):
        run = session.get_one(Run, claimed.run_id)
    log = LOG.bind(run_id=run.id, job=run.job, scheduled_for=run.scheduled_for.isoformat())
    log.info("run_claimed", fence=claimed.fence)
    begun = time.monotonic()
    try:
        JOBS[Job(run.job)](Work(desk, claimed, run, tools))
    except LostLeaseError:
        log.warning("run_lost")
        return None
    except Exception as error:
        reason = _told(error, log.bind(seconds=round(time.monotonic() - begun, 3)))
        return _given_up(desk, claimed, reason)
    except BaseException:
        _let_go(desk, claimed)
        log.info("run_released")
        raise
    log.info("run_done", seconds=round(time.monotonic() - begun, 3))
    return RunState.DONE


def _told(error: Exception, log: Any) -> str:
    """Log what went wrong; the reason that is kept of it."""
    if isinstance(error, ArenaError):
        log.error("run_failed", error=error.code)
        return keep_error(error)
    return keep_unexpected(error, log_unexpected("run_failed", error, log))


def _given_up(desk: Desk, claimed: Claim, reason: str) -> RunState | None:
    try:
        return give_up(desk, claimed, reason)
    except LostLeaseError:
        return None


def _let_go(desk: Desk, claimed: Claim) -> None:
    try:
        release(desk, claimed)
    except LostLeaseError:
        return  # the other worker has it anyway
