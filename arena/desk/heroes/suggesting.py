"""Heroes that may be meant while somebody is still typing: none that is hidden or forgotten."""

from dataclasses import dataclass

from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import and_, col, select

from arena.desk.desk import Desk
from arena.desk.prefixes import begins_with
from arena.desk.pseudonyms import FORGOTTEN_NAME
from arena.hero import name_key
from arena.store.tables import HeroRow


@dataclass(frozen=True)
class Suggested:
    """A hero that may be meant."""

    hero_id: int
    name: str


def heroes_named(desk: Desk, typed: str, most: int) -> tuple[Suggested, ...]:
    """At most `most` heroes whose name begins with what was typed, in any case, with look-alike letters, then
    those whose name holds it; of each kind the oldest first."""
    sought, key = name_key(typed), col(HeroRow.name_key)
    found = select(HeroRow.id, HeroRow.name).where(_is_shown(), key.contains(sought, autoescape=True))
    beginning = key.startswith(sought, autoescape=True).desc()
    with desk.read() as (session, _):
        rows = session.exec(found.order_by(beginning, col(HeroRow.id)).limit(most)).all()
    return tuple(Suggested(id_, name) for id_, name in rows if id_ is not None)


def heroes_numbered(desk: Desk, typed: str, most: int) -> tuple[int, ...]:
    """At most `most` numbers of heroes that begin with the digits that were typed, the smallest first."""
    if not typed:
        return ()
    id_ = col(HeroRow.id)
    wanted = select(HeroRow.id).where(_is_shown(), begins_with(id_, typed)).order_by(id_)
    with desk.read() as (session, _):
        rows = session.exec(wanted.limit(most)).all()
    return tuple(each for each in rows if each is not None)


def _is_shown() -> ColumnElement[bool]:
    return and_(col(HeroRow.hidden_at).is_(None), col(HeroRow.name) != FORGOTTEN_NAME)
