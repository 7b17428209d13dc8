"""Notices: what a participant must be told.

A notice is a code with parameters; its words are `<code>.message` and `<code>.hint` of the catalogues, as
those of a fault.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.players.finding import known_player
from arena.errors import Fault
from arena.store.tables import Notice


@dataclass(frozen=True)
class Told:
    """A notice as it is read; `params` fill its text."""

    id: int
    at: datetime
    code: str
    params: Mapping[str, object]
    hero_id: int | None

    def text(self, locale: str) -> str:
        """What happened, and what to do."""
        return Fault(self.code, params=self.params).text(locale)


def tell(
    session: Session,
    now: datetime,
    code: str,
    params: Mapping[str, object],
    *,
    player_id: int,
    hero_id: int | None = None,
) -> None:
    """Write a notice to a participant. `params` are what JSON holds."""
    written = json.dumps(dict(params), ensure_ascii=False, sort_keys=True)
    session.add(Notice(at=now, code=code, params=written, player_id=player_id, hero_id=hero_id))


def unread(session: Session, player_id: int) -> tuple[Told, ...]:
    """What a participant was told and has not marked as read, oldest first."""
    waiting = select(Notice).where(col(Notice.player_id) == player_id, col(Notice.read_at).is_(None))
    return tuple(map(_told, session.exec(waiting.order_by(col(Notice.id)))))


def mark_read(desk: Desk, player_id: int, up_to: int) -> int:
    """Mark a participant's notices up to the id `up_to` as read; how many were unread.

    Raises `ArenaError` `player-unknown`.
    """
    with desk.write() as (session, now):
        known_player(session, player_id)
        seen = update(Notice).where(
            col(Notice.player_id) == player_id, col(Notice.id) <= up_to, col(Notice.read_at).is_(None)
        )
        return session.connection().execute(seen.values(read_at=now)).rowcount


def _told(row: Notice) -> Told:
    assert row.id is not None, "a row that was read has a number"
    return Told(row.id, row.at, row.code, json.loads(row.params), row.hero_id)
