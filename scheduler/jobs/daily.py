"""The daily run: plan, battles, ratings; at its end the heroes' new ratings, experience and the digest."""

from collections.abc import Iterator
from datetime import datetime
from itertools import repeat
from typing import Any

from sqlmodel import Session

from arena.desk.digests import read_day
from arena.desk.rounds.daily import PLAN, Day, apply_day, day_round, plan_day, rating_columns, store_ratings
from arena.desk.rounds.publishing import publish_day
from arena.store.tables import Run
from scheduler.jobs.battles import play_round
from scheduler.jobs.parts import do_in_parts
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
    def prepare() -> bytes:
        with work.desk.read() as (session, _):
            moment = work.desk.calendar.roster_moment(occurrence_of(work.run))
            return plan_day(session, work.run, moment).to_bytes()

    return Day.from_bytes(work.step(PLAN, prepare, lambda session, now, plan: plan, PLANNED))


def _rate(work: Work, day: Day) -> None:
    def compute(parts: list[slice]) -> Iterator[dict[str, list[Any]]]:
        with work.desk.read() as (session, _):
            return repeat(rating_columns(session, work.run, day))

    do_in_parts(
        work,
        "ratings",
        len(day.entries),
        compute,
        store_ratings,
        lambda share: PLAYED + share * (RATED - PLAYED),
    )
