"""Runs as tests look at them, and how to let one fail."""

from collections.abc import Iterable, Iterator
from datetime import date

import numpy as np
from numpy.typing import NDArray
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.rounds.play import Chunk
from arena.league.calendar import LEAGUE_JOBS, Job
from arena.store.tables import Experience, Run, RunState
from scheduler.tick import tick
from scheduler.work import Tools

TOOLS = Tools(chunk=100)


def broken(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
    """An executor that plays nothing."""
    raise RuntimeError("the executor is broken")
    yield


def states(desk: Desk, *jobs: Job) -> list[tuple[str, int, str]]:
    """Job, day of the month and state of the league's runs, in the order of their moments."""
    with desk.read() as (session, _):
        found = select(Run).where(col(Run.job).in_(jobs or LEAGUE_JOBS)).order_by(col(Run.scheduled_for))
        return [(run.job, run.local_date.day, run.state) for run in session.exec(found)]


def fail_for_good(desk: Desk) -> None:
    """Let what is due fail three times."""
    for _ in range(3):
        tick(desk, Tools(executor=broken))
        with desk.write() as (session, _):
            for run in session.exec(select(Run).where(col(Run.state) == RunState.DUE)):
                run.lease_until = 0.0


def run_of(desk: Desk, job: Job, day: int) -> Run:
    """The calendar's run of a day of April."""
    with desk.read() as (session, _):
        wanted = select(Run).where(col(Run.job) == job, col(Run.local_date) == date(2026, 4, day))
        return session.exec(wanted.where(col(Run.by_calendar))).one()


def granted(desk: Desk, reason: str) -> list[tuple[int, int]]:
    """Who got experience for this reason, and how much."""
    with desk.read() as (session, _):
        rows = select(Experience.player_id, Experience.xp).where(col(Experience.reason) == reason)
        return sorted(session.exec(rows).all())
