"""The daily run: plan, battles, ratings; at its end the heroes' new ratings, experience and the digest."""

from datetime import datetime
from typing import Any

from sqlmodel import Session

from arena.desk.digests import read_day
from arena.desk.rounds.daily import PLAN, Day, apply_day, day_round, plan_day, rating_columns, store_ratings
from arena.desk.rounds.publishing import publish_day
from arena.store.tables import Run
from scheduler.jobs.battles import parts_of, play_round
from scheduler.runs import occurrence_of
from scheduler.work import Work

PLANNED, PLAYED, RATED = 0.1, 0.7, 0.9
"""How far the run is after each part, about."""


def run_daily(work: Work) -> None:
    """Work a daily run to its end. Raises `LostLeaseError` if another worker takes over."""
    desk, run = work.desk, work.run
    day = _plan(work)
    with desk.read() as (session, _):
        round_ = day_round(session, run, day)
    play_round(work, "battles", day.entries, round_, lambda share: PLANNED + share * (PLAYED - PLANNED))
    _rate(work, day)
    _finish(work, day)


def _finish(work: Work, day: Day) -> None:
    with work.desk.read() as (session, _):  # before: for many heroes it takes a while
        told = read_day(session, work.run)

    def write(session: Session, now: datetime, run: Run) -> None:
        apply_day(session, run, day)
        publish_day(session, work.desk, run, now, told)

    work.finish(write)


def _plan(work: Work) -> Day:
    def prepare() -> Day:
        with work.desk.read() as (session, _):
            moment = work.desk.calendar.roster_moment(occurrence_of(work.run))
            return plan_day(session, work.run, moment)

    return Day.from_bytes(work.step(PLAN, prepare, lambda session, now, day: day.to_bytes(), PLANNED))


def _rate(work: Work, day: Day) -> None:
    parts = parts_of(len(day.entries), work.tools.chunk)
    if parts and work.done(f"ratings:{len(parts) - 1}") is not None:
        return
    with work.desk.read() as (session, _):
        columns = rating_columns(session, work.run, day)
    for k, part in enumerate(parts):

        def write(session: Session, now: datetime, made: dict[str, list[Any]], part: slice = part) -> bytes:
            return store_ratings(session, made, part)

        work.step(f"ratings:{k}", lambda: columns, write, PLAYED + (k + 1) / len(parts) * (RATED - PLAYED))
