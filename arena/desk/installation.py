"""What is known of a league's database itself."""

from sqlmodel import Session

from arena.store.tables import Installation


def installation(session: Session) -> Installation:
    """The row about this database."""
    return session.get_one(Installation, 1)
