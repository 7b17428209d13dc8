"""What is known of a league's database itself."""

from sqlmodel import Session

from arena.desk.desk import Desk
from arena.errors import refuse
from arena.store.address import place
from arena.store.tables import Installation


def installation(session: Session) -> Installation:
    """The row about this database."""
    return session.get_one(Installation, 1)


def is_local(desk: Desk) -> bool:
    """Whether this is the arena of one person, and no league."""
    with desk.read() as (session, _):
        return installation(session).local


def refuse_local(desk: Desk) -> None:
    """Raise `ArenaError` `league-local` for the arena of one person: others have no business in it."""
    if is_local(desk):
        raise refuse("league-local", database=place(desk.store.url))
