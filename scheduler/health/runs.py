"""The runs: whether somebody does them, and what became of the last ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.moments import told_moment
from arena.league.calendar import Job
from arena.store.tables import Run, RunState
from scheduler.health.finding import Finding, doubtful, fine, wrong
from scheduler.runs import OPEN_STATES, is_free, missing_moments, occurrence_of

LOOKED_BACK = timedelta(days=30)
MOST_TOLD = 5
"""Failed runs that are told one by one."""


def look_at_runs(desk: Desk) -> list[Finding]:
    """What waits, has failed, was skipped or came late."""
    with desk.read() as (session, now):
        waiting = _waiting(session, desk, now)
        since = col(Run.scheduled_for) > now - LOOKED_BACK
        recent = session.exec(select(Run).where(since).order_by(col(Run.scheduled_for))).all()
    failed = [run for run in recent if run.state == RunState.FAILED]
    mendable = [run for run in failed if not run.by_calendar or _in_time(desk, run, now)]
    lost = [run for run in failed if run not in mendable]
    skipped = [run for run in recent if run.state == RunState.SKIPPED]
    late = [run for run in recent if _was_late(desk, run)]
    found = [
        *_not_done(desk, waiting),
        *(_failed(desk, run) for run in mendable[-MOST_TOLD:]),
        *_told(desk, "health-runs-lost", lost),
        *_told(desk, "health-runs-skipped", skipped),
        *_told(desk, "health-runs-late", late),
    ]
    done = sum(run.state == RunState.DONE for run in recent)
    return found or [fine("runs", done=done)]


def _waiting(session: Session, desk: Desk, now: datetime) -> list[datetime]:
    """The moments that came so long ago that they are late, and on whose runs nobody works."""
    seconds = desk.store.seconds(session)
    rows = session.exec(select(Run).where(col(Run.state).in_(OPEN_STATES))).all()
    idle = [run.scheduled_for for run in rows if is_free(run, seconds)]
    come = [each.scheduled_for for each in missing_moments(session, desk, now, tuple(Job))]
    return sorted(moment for moment in (*idle, *come) if now - moment > desk.calendar.late_after)


def _in_time(desk: Desk, run: Run, now: datetime) -> bool:
    return desk.calendar.deadline(occurrence_of(run)) > now


def _was_late(desk: Desk, run: Run) -> bool:
    if not run.by_calendar or run.started_at is None:
        return False
    return run.started_at - run.scheduled_for > desk.calendar.late_after


def _not_done(desk: Desk, waiting: list[datetime]) -> Iterator[Finding]:
    if waiting:
        yield wrong(
            "runs", "health-runs-waiting", count=len(waiting), **told_moment(desk.calendar, waiting[0])
        )


def _failed(desk: Desk, run: Run) -> Finding:
    moment = told_moment(desk.calendar, run.scheduled_for)
    found = wrong("runs", "health-run-failed", id=run.id, job=run.job, **moment)
    return replace(found, reason=run.error)


def _told(desk: Desk, code: str, runs: Sequence[Run]) -> Iterator[Finding]:
    if runs:
        moment = told_moment(desk.calendar, runs[-1].scheduled_for)
        yield doubtful(
            "runs",
            code,
            count=len(runs),
            id=runs[-1].id,
            job=runs[-1].job,
            days=LOOKED_BACK.days,
            minutes=desk.calendar.settings.late_minutes,
            **moment,
        )
