"""Old battles go, what they did stays: ratings' history, places and digests."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_
from sqlmodel import Session, col, select

from arena.store.tables import PUBLISHED, BattleRow, Run, RunState, RunStep

CHUNK = 20_000
"""Battles of one call: others wait until its transaction ends."""

GIVEN_UP = (RunState.SKIPPED, RunState.FAILED)


def prune_battles(session: Session, before: datetime, given_up_after: timedelta, most: int = CHUNK) -> int:
    """Delete at most `most` battles of runs that finished before an instant, the oldest run's first; once
    none is left, those runs' steps too, but the one that says that a tournament was published. Gives how many
    battles went: call it in one transaction after another until that is 0.

    A run that has failed or was skipped keeps them for `given_up_after` its moment: until then it may be
    tried again, and goes on from them.
    """
    left = most
    old = _old(before, given_up_after)
    while left and (run_id := _oldest(session, old)) is not None:
        numbers = col(BattleRow.run_id) == run_id
        first = session.exec(select(func.min(BattleRow.number)).where(numbers)).one()
        gone = delete(BattleRow).where(numbers, col(BattleRow.number) < first + left)
        left -= session.connection().execute(gone).rowcount
    if left:
        bare = select(Run.id).where(old, ~_has_battles())
        steps = delete(RunStep).where(col(RunStep.run_id).in_(bare), col(RunStep.key) != PUBLISHED)
        session.connection().execute(steps)
    return most - left


def _oldest(session: Session, old: ColumnElement[bool]) -> int | None:
    found = select(Run.id).where(old, _has_battles()).order_by(col(Run.finished_at), col(Run.id))
    return session.exec(found.limit(1)).first()


def _old(before: datetime, given_up_after: timedelta) -> ColumnElement[bool]:
    done = col(Run.state) == RunState.DONE
    given_up = and_(col(Run.state).in_(GIVEN_UP), col(Run.scheduled_for) < before - given_up_after)
    return and_(or_(done, given_up), col(Run.finished_at) < before)


def _has_battles() -> ColumnElement[bool]:
    return exists().where(col(BattleRow.run_id) == col(Run.id))
