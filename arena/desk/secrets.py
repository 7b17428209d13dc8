"""The secrets of runs: promised before, used once, shown after."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.league.calendar import Job
from arena.league.seeds import commitment
from arena.store.tables import Secret


def promise_secret(
    session: Session, job: Job, now: datetime, new_secret: Callable[[Job, int], bytes]
) -> Secret:
    """The secret that the next run of a job will use: the one that waits, or a new one."""
    waiting = waiting_secret(session, job)
    if waiting is not None:
        return waiting
    number = session.exec(select(func.count()).where(col(Secret.job) == job)).one() + 1
    value = new_secret(job, number)
    made = Secret(job=job, number=number, value=value, commitment=commitment(value), made_at=now)
    session.add(made)
    session.flush()
    return made


def waiting_secret(session: Session, job: Job) -> Secret | None:
    """The promised secret of a job that no run has taken yet."""
    return session.exec(
        select(Secret).where(col(Secret.job) == job, col(Secret.run_id).is_(None))
    ).one_or_none()


def take_secret(session: Session, job: Job, run_id: int) -> Secret:
    """The secret of a run: the one it took before, or the one that waits."""
    taken = session.exec(select(Secret).where(col(Secret.run_id) == run_id)).one_or_none()
    if taken is not None:
        return taken
    waiting = waiting_secret(session, job)
    if waiting is None:
        raise RuntimeError(f"no secret was promised for the next {job} run")
    waiting.run_id = run_id
    session.add(waiting)
    return waiting
