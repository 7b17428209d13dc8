"""The runs: rows that say what is due, who works on it, and how it ended.

The database is the truth. A run is claimed in a transaction and has a fence, another for every claim; each of
its steps writes only while the fence is still its own, so a worker that was paused cannot write after
another took over. The league's runs are worked one at a time, the earliest first: the end is the same
whatever was killed when. Source: the league's rules, "Calendar".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.installation import installation
from arena.desk.reasons import keep_reason, reason_code
from arena.desk.secrets import promise_secret, take_secret
from arena.league.calendar import DAY, LEAGUE_JOBS, Job, Occurrence
from arena.logs import LOG
from arena.rulesets import CURRENT_ID
from arena.store.fences import new_fence
from arena.store.tables import Run, RunState
from scheduler.alerts import alert_ended, alert_late, alert_missed
from scheduler.owner import is_dead, this_process

LEASE = 60.0
"""Seconds for which a claim holds without a step; a step takes a few."""
MOST_FAILURES = 3
MOST_DEATHS = 25
"""Workers that may die one after another at the same step: a run that takes the process down each time, as
for want of memory, would otherwise be tried for ever."""
RETRY_AFTER = (60.0, 300.0)
"""Seconds from the first and the second failure to the next attempt."""
SECRET_JOBS = (Job.DAILY, Job.TOURNAMENT)
OPEN_STATES = (RunState.DUE, RunState.RUNNING)

TOO_LATE = keep_reason("too-late")
"""Why a run was skipped: nobody ran it while it could be made up."""
BY_HAND = keep_reason("by-hand")
"""Why a run was skipped: an organiser said so."""


class LostLeaseError(Exception):
    """Another worker has taken the run over, or an organiser has: nothing was written."""


@dataclass(frozen=True)
class Claim:
    """A run that is ours to work on."""

    run_id: int
    fence: int


def occurrence_of(run: Run) -> Occurrence:
    """The moment a run belongs to."""
    return Occurrence(run.scheduled_for, Job(run.job), run.local_date)


def ensure_runs(desk: Desk) -> None:
    """Make a row for every moment of the calendar that has come. Those that are too late to be made up are
    skipped."""
    with desk.read() as (session, now):
        if not _premature(session, desk, now) and not missing_moments(session, desk, now, tuple(Job)):
            return
    with desk.write() as (session, now):
        _take_back(session, _premature(session, desk, now))
        made = [_made(desk, each, now) for each in missing_moments(session, desk, now, tuple(Job))]
        session.add_all(made)
        session.flush()
        for job in Job:
            missed = [run for run in made if run.job == job and run.state == RunState.SKIPPED]
            alert_missed(session, desk, missed, now)
            if missed:
                LOG.warning("runs_missed", job=job.value, count=len(missed))


def _premature(session: Session, desk: Desk, now: datetime) -> list[Run]:
    """The rows that only a clock far ahead can have made: of moments that are more than a day away, or
    skipped as too late although they can be made up still. Nobody has begun them."""
    recent = col(Run.scheduled_for) > now - desk.calendar.given_up_after
    unbegun = select(Run).where(col(Run.by_calendar), col(Run.started_at).is_(None), recent)
    return [
        run
        for run in session.exec(unbegun)
        if run.scheduled_for > now + DAY
        or (run.error == TOO_LATE and desk.calendar.deadline(occurrence_of(run)) > now)
    ]


def _take_back(session: Session, premature: Sequence[Run]) -> None:
    """Delete such rows: they would keep the league from its own days."""
    if premature:
        LOG.warning("premature_runs_taken_back", count=len(premature))
    for run in premature:
        session.delete(run)
    session.flush()


def _made(desk: Desk, occurrence: Occurrence, now: datetime) -> Run:
    """The row of a moment that has come."""
    late = desk.calendar.deadline(occurrence) <= now
    return Run(
        job=occurrence.job,
        scheduled_for=occurrence.scheduled_for,
        local_date=occurrence.local_date,
        state=RunState.SKIPPED if late else RunState.DUE,
        error=TOO_LATE if late else None,
        finished_at=now if late else None,
    )


def missing_moments(
    session: Session, desk: Desk, now: datetime, jobs: Sequence[Job] = LEAGUE_JOBS
) -> list[Occurrence]:
    """The moments of these jobs that have come and have no row yet, in their order."""
    return sorted(each for job in jobs for each in _missing(session, desk, job, now))


def _missing(session: Session, desk: Desk, job: Job, now: datetime) -> list[Occurrence]:
    """The moments that have come since the last one that has a row. A league that began after the heroes of a
    moment were taken has no run for it, nor results of a tournament that it has not had.

    In a league that has moved to another zone the next local day's may lie before that: it has none.
    """
    last: tuple[date | None, datetime | None] = session.exec(
        select(func.max(Run.local_date), func.max(Run.scheduled_for)).where(
            col(Run.job) == job, col(Run.by_calendar), col(Run.scheduled_for) <= now
        )
    ).one()
    began = installation(session).created_at
    day, moment = last[0] or desk.calendar.local_date(began) - DAY, last[1] or began
    return [
        each
        for each in desk.calendar.due(job, day, now)
        if each.scheduled_for > moment and desk.calendar.roster_moment(each) > began
    ]


def next_open(session: Session, seconds: float, jobs: Sequence[Job] = LEAGUE_JOBS) -> Run | None:
    """The run of these jobs that comes next: the one that somebody works on, for an earlier one that is tried
    again waits for it; else the earliest of those that have not ended. `seconds`: the leases' clock."""
    wanted = select(Run).where(col(Run.job).in_(jobs), col(Run.state).in_(OPEN_STATES))
    runs = session.exec(wanted.order_by(col(Run.scheduled_for), col(Run.id))).all()
    at_work = (run for run in runs if run.state == RunState.RUNNING and not is_free(run, seconds))
    return next(at_work, runs[0] if runs else None)


def has_free_run(desk: Desk, jobs: Sequence[Job] = LEAGUE_JOBS) -> bool:
    """Whether a run of these jobs could be claimed now."""
    with desk.read() as (session, _):
        seconds = desk.store.seconds(session)
        run = next_open(session, seconds, jobs)
        return run is not None and is_free(run, seconds)


def claim(desk: Desk, jobs: Sequence[Job] = LEAGUE_JOBS, lease: float = LEASE) -> Claim | None:
    """Claim the run of these jobs that comes next. None if there is none, another worker is at it, or it
    waits for its next attempt. One whose time to be made up has passed is skipped."""
    if not has_free_run(desk, jobs):
        return None
    with desk.write() as (session, now):
        seconds = desk.store.seconds(session)
        while (run := next_open(session, seconds, jobs)) is not None and is_free(run, seconds):
            if run.by_calendar and desk.calendar.deadline(occurrence_of(run)) <= now:
                end(session, desk, run, RunState.SKIPPED, now, TOO_LATE)
                continue
            if run.state == RunState.RUNNING:
                run.deaths += 1
                if run.deaths >= MOST_DEATHS:
                    reason = keep_reason("workers-died", count=run.deaths)
                    end(session, desk, run, RunState.FAILED, now, reason)
                    continue
            run.state, run.owner, run.lease_until = RunState.RUNNING, this_process(), seconds + lease
            run.fence = new_fence()
            if run.started_at is None:
                run.started_at = now
                alert_late(session, desk, run, now)
                promise_next(session, desk, run, now)  # the run before it may still hold the last one
            run.ruleset = run.ruleset or CURRENT_ID
            session.add(run)
            assert run.id is not None
            if run.job in SECRET_JOBS:
                take_secret(session, Job(run.job), run.id)
            return Claim(run.id, run.fence)
    return None


def is_free(run: Run, seconds: float) -> bool:
    """Whether nobody works on an open run, and its next attempt has not to wait."""
    if run.lease_until <= seconds:
        return True
    return run.owner is not None and is_dead(run.owner)


def hold(session: Session, desk: Desk, claimed: Claim, progress: float | None, lease: float = LEASE) -> None:
    """Make sure, in the transaction that writes a step, that the run is still ours; the lease begins anew.

    Raises `LostLeaseError`.
    """
    changes: dict[str, object] = {"lease_until": desk.store.seconds(session) + lease}
    if progress is not None:
        changes |= {"progress": progress, "deaths": 0}
    held = session.connection().execute(
        update(Run)
        .where(
            col(Run.id) == claimed.run_id, col(Run.fence) == claimed.fence, col(Run.state) == RunState.RUNNING
        )
        .values(changes)
    )
    if held.rowcount != 1:
        raise LostLeaseError(claimed)


def end(
    session: Session, desk: Desk, run: Run, state: RunState, now: datetime, error: str | None = None
) -> None:
    """End a run, for a kept reason; the secret of its job's next one is promised, and organisers are told of
    what went wrong."""
    run.state, run.error, run.finished_at, run.told = state, error, now, False
    run.owner, run.lease_until = None, 0.0
    if state is RunState.DONE:
        run.progress = 1.0
    session.add(run)
    alert_ended(session, desk, run, now)
    if state is RunState.SKIPPED:
        LOG.warning("run_skipped", run_id=run.id, job=run.job, reason=reason_code(error))
    promise_next(session, desk, run, now)


def promise_next(session: Session, desk: Desk, run: Run, now: datetime) -> None:
    """Promise the secret of the next run of this job, if it uses one and none waits."""
    if run.job in SECRET_JOBS:
        promise_secret(session, Job(run.job), now, desk.new_secret)


def give_up(desk: Desk, claimed: Claim, reason: str) -> RunState:
    """An attempt has failed, for a kept reason: the run waits for its next one, or after three is failed.

    Returns its state. Raises `LostLeaseError` if it is not ours any more.
    """
    with desk.write() as (session, now):
        hold(session, desk, claimed, None)
        run = session.get_one(Run, claimed.run_id)
        run.failures += 1
        if run.failures >= MOST_FAILURES:
            end(session, desk, run, RunState.FAILED, now, reason)
        else:
            wait = RETRY_AFTER[run.failures - 1]
            run.state, run.owner, run.error = RunState.DUE, None, reason
            run.lease_until = desk.store.seconds(session) + wait
            session.add(run)
        return RunState(run.state)


def release(desk: Desk, claimed: Claim) -> None:
    """Let go of a run that was interrupted; whoever comes next goes on with it."""
    with desk.write() as (session, _):
        hold(session, desk, claimed, None)
        run = session.get_one(Run, claimed.run_id)
        run.state, run.owner, run.lease_until = RunState.DUE, None, 0.0
        session.add(run)
