"""What is known of a league's database itself."""

from datetime import date

from sqlmodel import Session

from arena.desk.desk import Desk
from arena.store.tables import Installation


def installation(session: Session) -> Installation:
    """The row about this database."""
    return session.get_one(Installation, 1)


def founded_on(desk: Desk) -> date:
    """The local day on which the league began."""
    with desk.read() as (session, _):
        return desk.calendar.local_date(installation(session).created_at)
