"""The league from afar, for whoever watches it: what came out lately, when jobs last ended, what waits."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.visibility import has_shown_outcome
from arena.league.calendar import Job
from arena.store.size import size_of
from arena.store.tables import DigestRow, Message, Run, RunState
from arena.store.tables.news import MessageState
from arena.store.types import UTCDateTime

LOOKED_AT = 50
"""The last digests and runs that are looked at: far more than end between two looks."""


@dataclass(frozen=True)
class Seen:
    """What everybody may see at a moment: the keys of digests that are published, and the runs whose outcome
    is shown, with the moments at which they ended."""

    digests: frozenset[str] = frozenset()
    ends: frozenset[tuple[int | None, datetime | None]] = frozenset()


@dataclass(frozen=True)
class Workings:
    """How a league works: when a run of each job last ended well (None if none has), the messages by their
    state, and the bytes that the database takes."""

    ended: dict[Job, datetime | None]
    messages: dict[MessageState, int]
    bytes: int


def look(desk: Desk) -> Seen:
    """What there is now, of the latest. Raises what `Store.read` raises."""
    with desk.read() as (session, now):
        published = select(DigestRow.key).where(col(DigestRow.published_at) <= now)
        newest = published.order_by(col(DigestRow.published_at).desc()).limit(LOOKED_AT)
        ended = select(Run.id, Run.finished_at).where(has_shown_outcome())
        latest = ended.order_by(col(Run.finished_at).desc()).limit(LOOKED_AT)
        return Seen(frozenset(session.exec(newest)), frozenset(session.exec(latest)))


def workings(desk: Desk) -> Workings:
    """How the league works now. Raises what `Store.read` raises."""
    with desk.read() as (session, _):
        ended, messages = _last_ends(session), _messages(session)
    return Workings(ended, messages, size_of(desk.store))


def _last_ends(session: Session) -> dict[Job, datetime | None]:
    last = func.max(col(Run.finished_at), type_=UTCDateTime())
    done = select_columns(col(Run.job), last).where(col(Run.state) == RunState.DONE).group_by(col(Run.job))
    found = dict(session.execute(done).all())
    return {job: found.get(job) for job in Job}


def _messages(session: Session) -> dict[MessageState, int]:
    counted = select_columns(col(Message.state), func.count()).group_by(col(Message.state))
    found = dict(session.execute(counted).all())
    return {state: found.get(state, 0) for state in MessageState}
