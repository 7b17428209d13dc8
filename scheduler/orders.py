"""What an organiser orders: a job to be run up to a day, a run to be tried again or skipped.

Source: the league's rules, "Calendar".
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.installation import installation
from arena.desk.moments import told_moment
from arena.desk.pages import check_limit
from arena.desk.rounds.entries import entries_at
from arena.errors import ArenaError, refuse
from arena.league.calendar import DAY, LEAGUE_JOBS, WEEK, Job, Occurrence
from arena.store.tables import Run, RunState
from scheduler.runs import (
    BY_HAND,
    OPEN_STATES,
    claim,
    end,
    ensure_runs,
    is_free,
    missing_moments,
    next_open,
    occurrence_of,
)
from scheduler.tick import work_on
from scheduler.work import Tools

ENDS = (RunState.DONE, RunState.FAILED, RunState.SKIPPED)
LOOKED_AT_EVERY = 0.2
"""Seconds between two looks at a run that another process works on."""
MOST_LISTED = 1000


@dataclass(frozen=True)
class Due:
    """A run that would be worked: its moment, and how many heroes would take part."""

    occurrence: Occurrence
    heroes: int


def asked_for(desk: Desk, job: Job, day: date | None) -> Occurrence:
    """The moment that is meant: that of `day`, or else the last one that has come, or if that was worked, the
    next one.

    Raises `ArenaError`: `run-not-due`, which says when it is, `run-before-league`, `not-a-friday`.
    """
    with desk.read() as (session, now):
        began = installation(session).created_at
        wanted = desk.calendar.moment(job, day) if day else _last(session, desk, job, began, now)
    if wanted.scheduled_for > now:
        day_text = wanted.local_date.isoformat()
        due = told_moment(desk.calendar, wanted.scheduled_for)
        raise refuse("run-not-due", job=job.value, day=day_text, **due)
    if desk.calendar.roster_moment(wanted) <= began:
        raise refuse(
            "run-before-league", day=wanted.local_date.isoformat(), **told_moment(desk.calendar, began)
        )
    return wanted


def _last(session: Session, desk: Desk, job: Job, began: datetime, now: datetime) -> Occurrence:
    come = desk.calendar.due(job, desk.calendar.local_date(now) - WEEK - DAY, now)
    if not come or desk.calendar.roster_moment(come[-1]) <= began:
        return desk.calendar.following(job, now)
    run = find_run(session, come[-1])
    return desk.calendar.following(job, now) if run and run.state == RunState.DONE else come[-1]


def find_run(session: Session, occurrence: Occurrence) -> Run | None:
    """The row of a moment of the calendar."""
    return session.exec(
        select(Run).where(
            col(Run.job) == occurrence.job,
            col(Run.local_date) == occurrence.local_date,
            col(Run.by_calendar),
        )
    ).one_or_none()


def run_up_to(desk: Desk, occurrence: Occurrence, tools: Tools) -> Run:
    """Work all that is due up to a moment that has come, and it; what another process works on is waited for.

    Returns its row when it has ended, or waits for its next attempt. Raises `ArenaError` `run-unknown-name`
    for a day that has none, because the league moved to another zone on it.
    """
    ensure_runs(desk)
    return _work_until(desk, partial(_found, occurrence=occurrence), tools)


def run_now(desk: Desk, job: Job, tools: Tools) -> Run:
    """Run a job before its moment, as often as one likes: in a local arena only.

    Raises `ArenaError` `run-not-local`.
    """
    return _work_until(desk, partial(_by_id, id_=order_now(desk, job)), tools)


def order_now(desk: Desk, job: Job) -> int:
    """Make a job due before its moment, in a local arena only; the id of its run, which the next tick works.

    Raises `ArenaError` `run-not-local`.
    """
    ensure_runs(desk)
    with desk.write() as (session, now):
        if not installation(session).local:
            raise refuse("run-not-local", job=job.value)
        # The next whole second: what was saved a moment ago stands before it.
        moment = now.replace(microsecond=0) + timedelta(seconds=1)
        while _taken(session, desk, job, moment):
            moment += timedelta(seconds=1)
        day = desk.calendar.local_date(moment)
        run = Run(job=job, scheduled_for=moment, local_date=day, by_calendar=False)
        session.add(run)
        session.flush()
        assert run.id is not None
        return run.id


def _taken(session: Session, desk: Desk, job: Job, moment: datetime) -> bool:
    """Whether a moment is another run's, or will be one of the calendar."""
    same = select(col(Run.id)).where(col(Run.job) == job, col(Run.scheduled_for) == moment)
    coming = desk.calendar.following(job, moment - timedelta(seconds=1))
    return coming.scheduled_for == moment or session.exec(same).first() is not None


def _found(session: Session, occurrence: Occurrence) -> Run:
    run = find_run(session, occurrence)
    if run is None:
        raise refuse("run-unknown-name", given=f"{occurrence.job}-{occurrence.local_date}")
    return run


def _by_id(session: Session, id_: int) -> Run:
    return session.get_one(Run, id_)


def _work_until(desk: Desk, find: Callable[[Session], Run], tools: Tools) -> Run:
    """Work the league's runs until the one that `find` finds has ended or waits for its next attempt."""
    while True:
        with desk.read() as (session, _):
            seconds = desk.store.seconds(session)
            run, first = find(session), next_open(session, seconds)
            free = first is not None and is_free(first, seconds)
        if run.state in ENDS:
            return run
        if free:
            if (claimed := claim(desk, lease=tools.lease)) is not None:
                work_on(desk, claimed, tools)
        elif first is not None and first.state == RunState.DUE:
            return run
        else:
            tools.told(first or run, (first or run).progress)
            time.sleep(LOOKED_AT_EVERY)


def what_is_due(desk: Desk) -> list[Due]:
    """What the next tick would work, in its order; nothing is written."""
    with desk.read() as (session, now):
        made = session.exec(
            select(Run)
            .where(col(Run.job).in_(LEAGUE_JOBS), col(Run.state).in_(OPEN_STATES))
            .order_by(col(Run.scheduled_for), col(Run.id))
        ).all()
        moments = [occurrence_of(run) for run in made] + missing_moments(session, desk, now)
        return [
            Due(each, len(entries_at(session, desk.calendar.roster_moment(each))))
            for each in sorted(set(moments))
            if desk.calendar.deadline(each) > now
        ]


def list_runs(desk: Desk, states: Sequence[RunState] = tuple(RunState), limit: int = 20) -> list[Run]:
    """The last runs in these states, the newest first; at most `limit`, of 1..1000. Raises `ArenaError`
    `page-limit`."""
    check_limit(limit, MOST_LISTED)
    with desk.read() as (session, _):
        found = select(Run).where(col(Run.state).in_(states))
        return list(
            session.exec(found.order_by(col(Run.scheduled_for).desc(), col(Run.id).desc()).limit(limit))
        )


def retry_run(desk: Desk, run_id: int) -> Run:
    """Let a failed or skipped run be tried again, or one that waits for its next attempt try at once.

    Raises `ArenaError`: `run-unknown`, `run-done`, `run-at-work`, `run-too-late`.
    """
    with desk.write() as (session, now):
        run = _idle(session, desk, run_id)
        if run.by_calendar and desk.calendar.deadline(occurrence_of(run)) <= now:
            last = told_moment(desk.calendar, desk.calendar.deadline(occurrence_of(run)))
            raise refuse("run-too-late", id=run_id, **last)
        run.state, run.failures, run.deaths = RunState.DUE, 0, 0
        run.lease_until, run.finished_at = 0.0, None
        session.add(run)
        return run


def skip_run(desk: Desk, run_id: int) -> Run:
    """Skip a run: it is never made up, unless it is tried again. The next digest tells it, but not a night.

    Raises `ArenaError`: `run-unknown`, `run-done`, `run-at-work`, `run-skipped-already`.
    """
    with desk.write() as (session, now):
        run = _idle(session, desk, run_id)
        if run.state == RunState.SKIPPED:
            raise refuse("run-skipped-already", id=run_id)
        end(session, desk, run, RunState.SKIPPED, now, BY_HAND)
        return run


def _idle(session: Session, desk: Desk, run_id: int) -> Run:
    run = session.get(Run, run_id)
    if run is None:
        raise refuse("run-unknown", id=run_id)
    if run.state == RunState.DONE:
        raise refuse("run-done", id=run_id)
    if run.state == RunState.RUNNING and not is_free(run, desk.store.seconds(session)):
        raise _at_work(run)
    return run


def _at_work(run: Run) -> ArenaError:
    return refuse("run-at-work", id=run.id, progress=round(100 * run.progress))
