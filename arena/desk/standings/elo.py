"""The rating list: active heroes by rating, those who are withdrawn apart.

Source: the league's rules, "Daily battles".
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import SQLColumnExpression, and_, func, or_
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.heroes.names import shown_name
from arena.desk.pages import DEFAULT_ROWS, Page, check_limit, page_of, read_cursor, write_cursor
from arena.desk.players.finding import check_viewer
from arena.store.tables import HeroRow
from arena.store.types import wide


@dataclass(frozen=True)
class RatingLine:
    """A hero in the rating list; `rating` in 1/100; a withdrawn hero has no place."""

    place: int | None
    hero_id: int
    name: str
    rating: int
    rated_battles: int
    is_own: bool


def elo_standings(
    desk: Desk,
    locale: str,
    limit: int = DEFAULT_ROWS,
    cursor: str | None = None,
    *,
    viewer: int | None = None,
    withdrawn: bool = False,
) -> Page[RatingLine]:
    """The heroes by rating, of equals the older one first; the withdrawn ones if they are asked for.
    `viewer` is the participant who asks.

    Raises `ArenaError`: `player-unknown`, `page-limit`, `page-cursor`.
    """
    check_limit(limit)
    listed = col(HeroRow.active).is_(not withdrawn)
    wanted = select(HeroRow).where(listed)
    with desk.read() as (session, _):
        check_viewer(session, viewer)
        before = 0
        if cursor is not None:
            rating, id_ = read_cursor(cursor, 2)
            wanted = wanted.where(_stands_below(rating, id_))
            before = _count(session, and_(listed, ~_stands_below(rating, id_)))
        by_rating = wanted.order_by(col(HeroRow.rating).desc(), col(HeroRow.id))
        heroes = session.exec(by_rating.limit(limit + 1)).all()
    lines = [
        rating_line(hero, None if withdrawn else place, viewer, locale)
        for place, hero in enumerate(heroes, start=before + 1)
    ]
    return page_of(lines, limit, lambda line: write_cursor(line.rating, line.hero_id))


def place_of(session: Session, hero: HeroRow) -> int | None:
    """A hero's place in the rating list, None for a withdrawn one."""
    if not hero.active:
        return None
    assert hero.id is not None
    listed = col(HeroRow.active).is_(True)
    return place_among(session, col(HeroRow.rating), col(HeroRow.id), (hero.rating, hero.id), listed)


def place_among(
    session: Session,
    rating: SQLColumnExpression[int],
    id_: SQLColumnExpression[Any],
    own: tuple[int, int],
    listed: ColumnElement[bool],
) -> int:
    """A place from 1 by the higher rating, then the older hero, among the rows that are `listed`; `own` are
    the rating and the id of who is asked for."""
    above = or_(rating > own[0], and_(rating == own[0], id_ < own[1]))
    return 1 + session.exec(select(func.count()).where(listed, above)).one()


def rating_line(hero: HeroRow, place: int | None, viewer: int | None, locale: str) -> RatingLine:
    """A hero as the list shows it."""
    assert hero.id is not None
    return RatingLine(
        place=place,
        hero_id=hero.id,
        name=shown_name(hero, locale),
        rating=hero.rating,
        rated_battles=hero.rated_battles,
        is_own=hero.player_id == viewer,
    )


def _stands_below(rating: int, id_: int) -> ColumnElement[bool]:
    """Whether a hero comes after the one with this rating and id."""
    points, stands = wide(rating), col(HeroRow.rating)
    return or_(stands < points, and_(stands == points, col(HeroRow.id) > id_))


def _count(session: Session, condition: ColumnElement[bool]) -> int:
    return session.exec(select(func.count()).select_from(HeroRow).where(condition)).one()
