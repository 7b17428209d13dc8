"""What a Friday's tournament and vote come to."""

from datetime import date, datetime

import numpy as np
from sqlalchemy import func, select
from sqlmodel import Session, col

from arena.desk.byes import rounds_in
from arena.desk.columns import read_columns
from arena.desk.digests.gathering import read_bouts
from arena.desk.voting import tally_of
from arena.league.calendar import Calendar, Job
from arena.league.digest.model import LookOfTheWeek, LookVotes, TableRow, Tournament
from arena.league.digest.tournament import TABLE, round_facts
from arena.store.tables import Placing, Run, RunState, Vote

LOOKS = 5
"""Looks whose votes a digest tells; more if more of them share the title."""

_PLACING = Placing.__table__  # type: ignore[attr-defined]  # SQLModel gives it to tables only


def tournament_before(session: Session, results: Run) -> Run | None:
    """The tournament whose results a run publishes: that of its day, for results of the calendar the
    calendar's."""
    return session.scalars(
        select(Run)
        .where(
            col(Run.job) == Job.TOURNAMENT,
            col(Run.local_date) == results.local_date,
            col(Run.scheduled_for) <= results.scheduled_for,
            *([col(Run.by_calendar)] if results.by_calendar else []),
        )
        .order_by(col(Run.scheduled_for).desc())
        .limit(1)
    ).one_or_none()


def read_tournament(session: Session, calendar: Calendar, friday: date, run: Run | None) -> Tournament:
    """What came of a tournament's run; None, if there is none, was skipped.

    Raises `ValueError` for one that has not ended.
    """
    if run is None:
        moment = calendar.at(friday, calendar.settings.tournament)
        return Tournament(run_id=None, state="skipped", moment=moment, ended_at=None)
    match run.state:
        case RunState.DONE:
            return read_played_tournament(session, run, run.finished_at)
        case RunState.FAILED:
            return Tournament(run_id=run.id, state="failed", moment=run.scheduled_for, ended_at=None)
        case RunState.SKIPPED:
            return Tournament(run_id=run.id, state="skipped", moment=run.scheduled_for, ended_at=None)
        case state:
            raise ValueError(f"the tournament of {friday} is {state}")


def read_played_tournament(session: Session, run: Run, ended_at: datetime | None) -> Tournament:
    """What came of a tournament that was played to its end, at `ended_at`. All its rows must be stored."""
    entered = (
        select(_PLACING.c.hero_id, _PLACING.c.rating, _PLACING.c.byes)
        .where(_PLACING.c.run_id == run.id)
        .order_by(_PLACING.c.hero_id)
    )
    ids, ratings, byes = read_columns(session, entered)
    bouts, _ = read_bouts(session, run, ids, ratings)
    table = _table(session, run)
    rested = {round_: int(ids[i]) for i in np.flatnonzero(byes) for round_ in rounds_in(int(byes[i]))}
    return Tournament(
        run_id=run.id,
        state="played",
        moment=run.scheduled_for,
        ended_at=ended_at,
        heroes=len(ids),
        table=table,
        rounds=round_facts(bouts, table[0].hero if table else None, rested),
        upset=bouts.upset(),
        longest=bouts.longest(),
    )


def _table(session: Session, run: Run) -> tuple[TableRow, ...]:
    rows = session.scalars(
        select(Placing).where(col(Placing.run_id) == run.id).order_by(col(Placing.place)).limit(TABLE)
    )
    return tuple(
        TableRow(hero=row.hero_id, **row.model_dump(include=set(TableRow.model_fields) - {"hero"}))
        for row in rows
    )


def read_look(session: Session, friday: date) -> LookOfTheWeek:
    """What came of the vote that the results of `friday` opened."""
    tally = tally_of(session, friday)
    voters = session.scalar(
        select(func.count(func.distinct(col(Vote.voter_id)))).where(col(Vote.friday) == friday)
    )
    first = sorted(tally.counts.items(), key=lambda each: (-each[1], each[0]))
    told = max(LOOKS, len(tally.winners))
    return LookOfTheWeek(
        friday=friday,
        voters=voters or 0,
        winners=tally.winners,
        counts=tuple(LookVotes(hero=hero, votes=votes) for hero, votes in first[:told]),
        looks=len(first),
    )
