"""What a participant reads of its own hero: everything, in every version."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.heroes.gallery import shown_design
from arena.desk.heroes.states import own_hero
from arena.desk.pages import DEFAULT_ROWS, Page, check_limit, page_of, read_cursor, write_cursor
from arena.errors import refuse
from arena.excerpt import shown
from arena.hero import Sprite
from arena.store.tables import HeroRow, HeroVersion
from arena.store.types import wide


@dataclass(frozen=True)
class MyHero:
    """A participant's own hero in one of its versions; `rating` in 1/100.

    `document` is the hero's public JSON as plain data; `look` is what everybody may see of this version, None
    if that is hidden; `current_version` the number with which it stands; `ruleset` the rules under which this
    version was checked; `hidden_reason`: why an organiser hid it, None if none did.
    """

    hero_id: int
    name: str
    version: int
    current_version: int
    document: dict[str, Any]
    look: Sprite | None
    ruleset: str
    saved_at: datetime
    active: bool
    rating: int
    rated_battles: int
    hidden_reason: str | None


@dataclass(frozen=True)
class VersionLine:
    """A version in the list of them."""

    version: int
    saved_at: datetime
    ruleset: str
    is_current: bool


def my_hero(desk: Desk, player_id: int, version: int | None = None) -> MyHero:
    """A participant's hero as it stands, or an older version of it.

    Raises `ArenaError`: `player-unknown`, `no-hero`, `hero-version-unknown`.
    """
    with desk.read() as (session, _):
        hero = own_hero(session, player_id)
        current = session.get_one(HeroVersion, hero.version_id)
        found = current if version is None else _version(session, hero, version, current.number)
        assert hero.id is not None
        assert found.document is not None, "only a forgotten hero has none, and it has no owner"
        return MyHero(
            hero_id=hero.id,
            name=hero.name,
            version=found.number,
            current_version=current.number,
            document=json.loads(found.document),
            look=shown_design(hero, found)[1],
            ruleset=found.ruleset,
            saved_at=found.saved_at,
            active=hero.active,
            rating=hero.rating,
            rated_battles=hero.rated_battles,
            hidden_reason=hero.hidden_reason,
        )


def my_versions(
    desk: Desk, player_id: int, limit: int = DEFAULT_ROWS, cursor: str | None = None
) -> Page[VersionLine]:
    """The versions of a participant's hero, the newest first.

    Raises `ArenaError`: `player-unknown`, `no-hero`, `page-limit`, `page-cursor`.
    """
    check_limit(limit)
    with desk.read() as (session, _):
        hero = own_hero(session, player_id)
        # Only what the list shows: a document has kilobytes.
        listed = (
            col(HeroVersion.id),
            col(HeroVersion.number),
            col(HeroVersion.saved_at),
            col(HeroVersion.ruleset),
        )
        wanted = select(*listed).where(col(HeroVersion.hero_id) == hero.id)
        if cursor is not None:
            wanted = wanted.where(col(HeroVersion.number) < wide(read_cursor(cursor, 1)[0]))
        rows = session.exec(wanted.order_by(col(HeroVersion.number).desc()).limit(limit + 1)).all()
        lines = [
            VersionLine(number, saved, rules, id_ == hero.version_id) for id_, number, saved, rules in rows
        ]
    return page_of(lines, limit, lambda line: write_cursor(line.version))


def _version(session: Session, hero: HeroRow, number: int, newest: int) -> HeroVersion:
    found = (
        session.exec(
            select(HeroVersion).where(col(HeroVersion.hero_id) == hero.id, col(HeroVersion.number) == number)
        ).one_or_none()
        if 1 <= number <= newest
        else None
    )
    if found is None:
        raise refuse("hero-version-unknown", found=shown(number), newest=newest)
    return found
