"""Which runs people may see the battles of: those that are finished, a tournament's from its results on.

Source: the league's rules, "Calendar".
"""

from datetime import date, datetime

from sqlalchemy import and_, not_, or_
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import col

from arena.desk.moments import told_moment
from arena.errors import refuse
from arena.league.calendar import WEEK, Calendar, Job, friday_on_or_before
from arena.store.tables import Run, RunState


def last_visible_friday(calendar: Calendar, now: datetime) -> date:
    """The last Friday whose tournament may be shown."""
    friday = friday_on_or_before(calendar.local_date(now))
    return friday if calendar.tournament_is_visible(friday, now) else friday - WEEK


def is_visible(calendar: Calendar, now: datetime) -> ColumnElement[bool]:
    """The condition on a run. One outside the calendar, which only a local arena has, hides nothing."""
    tournament = or_(not_(col(Run.by_calendar)), col(Run.local_date) <= last_visible_friday(calendar, now))
    return and_(
        col(Run.state) == RunState.DONE,
        or_(col(Run.job) == Job.DAILY, and_(col(Run.job) == Job.TOURNAMENT, tournament)),
    )


def has_shown_outcome() -> ColumnElement[bool]:
    """The condition on a run whose outcome everybody sees from its end on: a day's battles, and the results
    of a Friday, with which its tournament is shown."""
    return and_(col(Run.state) == RunState.DONE, col(Run.job).in_((Job.DAILY, Job.RESULTS)))


def refuse_invisible(calendar: Calendar, friday: date, now: datetime) -> None:
    """Raise `ArenaError` `tournament-not-visible` before the results of a Friday's tournament."""
    if not calendar.tournament_is_visible(friday, now):
        opens = calendar.moment(Job.RESULTS, friday).scheduled_for
        raise refuse("tournament-not-visible", friday=friday.isoformat(), **told_moment(calendar, opens))
