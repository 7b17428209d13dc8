"""The keys that open."""

from datetime import datetime

from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import col, exists, or_, select

from arena.desk.desk import Desk
from arena.store.tables import AccessKey


def opens(now: datetime) -> ColumnElement[bool]:
    """Of a key's row: whether it opens now."""
    return or_(col(AccessKey.revoked_at).is_(None), col(AccessKey.revoked_at) > now)


def any_opens(desk: Desk) -> bool:
    """Whether any participant has a key to come in with."""
    with desk.read() as (session, now):
        return bool(session.scalar(select(exists().where(opens(now)))))
