"""Notes that are made in passing: good to have, and nothing fails or waits for want of them."""

from collections.abc import Callable
from datetime import datetime

from sqlmodel import Session

from arena.desk.desk import Desk
from arena.errors import ArenaError
from arena.logs import LOG


def note_in_passing(desk: Desk, note: Callable[[Session, datetime], int]) -> int | None:
    """What `note` gives, done in a transaction of its own: of how many rows it is a note. None where the
    database takes none now, being locked, full or gone: then that is logged, and it stays undone."""
    try:
        with desk.write_if_free() as (session, now):
            return note(session, now)
    except ArenaError as error:
        LOG.warning("note_left_out", error=error.code)
        return None
