"""The heroes as everybody may see them: name, motto, look, abilities, rating, place and level."""

from dataclasses import dataclass

import numpy as np
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.experience.ledger import level_of
from arena.desk.heroes.documents import read_document
from arena.desk.heroes.finding import find_hero
from arena.desk.heroes.names import shown_name
from arena.desk.heroes.states import current_version
from arena.desk.pages import DEFAULT_ROWS, Page, check_limit, page_of, read_cursor, write_cursor
from arena.desk.players.finding import check_viewer
from arena.desk.pseudonyms import FORGOTTEN_NAME
from arena.desk.standings.elo import place_of
from arena.hero import Sprite, name_key
from arena.hero.record import RECORD
from arena.store.tables import HeroRow, HeroVersion, Player
from dsl.vocabulary import ABILITIES


@dataclass(frozen=True)
class PublicHero:
    """A hero as everybody may see it; `rating` in 1/100, `place` in the rating list (None if withdrawn).

    Of one that an organiser hid, or whose owner was forgotten, `motto` is "" and `look` None, and `name` a
    pseudonym.
    """

    hero_id: int
    name: str
    motto: str
    look: Sprite | None
    abilities: tuple[str, ...]
    level: int
    rating: int
    rated_battles: int
    place: int | None
    active: bool
    is_own: bool


@dataclass(frozen=True)
class HeroLine:
    """A hero in the list of all; `rating` in 1/100."""

    hero_id: int
    name: str
    rating: int
    active: bool


def get_hero(desk: Desk, viewer: int | None, given: str, locale: str) -> PublicHero:
    """The hero with this name or number, as everybody sees it; its owner reads all of it by `my_hero`.

    Raises `ArenaError`: `player-unknown`, `no-such-hero`.
    """
    with desk.read() as (session, _):
        check_viewer(session, viewer)
        return public_hero(session, find_hero(session, given, viewer), viewer, locale)


def public_hero(session: Session, hero: HeroRow, viewer: int | None, locale: str) -> PublicHero:
    """What everybody may see of a hero."""
    assert hero.id is not None
    version = current_version(session, hero)
    motto, look = shown_design(hero, version)
    return PublicHero(
        hero_id=hero.id,
        name=shown_name(hero, locale),
        motto=motto,
        look=look,
        abilities=abilities_of(version),
        level=level_of(session.get_one(Player, hero.player_id)),
        rating=hero.rating,
        rated_battles=hero.rated_battles,
        place=place_of(session, hero),
        active=hero.active,
        is_own=hero.player_id == viewer,
    )


def list_heroes(
    desk: Desk, locale: str, limit: int = DEFAULT_ROWS, cursor: str | None = None, query: str = ""
) -> Page[HeroLine]:
    """All heroes, the oldest first, or those whose name holds `query` (in any case, with look-alike letters).

    Raises `ArenaError`: `page-limit`, `page-cursor`.
    """
    check_limit(limit)
    wanted = select(HeroRow)
    if sought := name_key(query):
        # Whoever looks for a hidden name must not learn who bears it.
        public = col(HeroRow.hidden_at).is_(None), HeroRow.name != FORGOTTEN_NAME
        wanted = wanted.where(*public, col(HeroRow.name_key).contains(sought, autoescape=True))
    if cursor is not None:
        wanted = wanted.where(col(HeroRow.id) > read_cursor(cursor, 1)[0])
    with desk.read() as (session, _):
        heroes = session.exec(wanted.order_by(col(HeroRow.id)).limit(limit + 1)).all()
    return page_of([_line(hero, locale) for hero in heroes], limit, lambda line: write_cursor(line.hero_id))


def shown_design(hero: HeroRow, version: HeroVersion) -> tuple[str, Sprite | None]:
    """Motto and look of a version as everybody may see them: "" and None for a hero that is hidden or
    forgotten, and for a look that stays hidden."""
    if hero.hidden_at is not None or version.document is None or version.look_key is None:
        return "", None
    design = read_document(version.document)
    return design.motto, design.sprite


def abilities_of(version: HeroVersion) -> tuple[str, ...]:
    """The abilities that a version has equipped, which are public."""
    equipped = int(np.frombuffer(version.record, RECORD)["abilities"][0])
    return tuple(ability for i, ability in enumerate(ABILITIES) if equipped >> i & 1)


def _line(hero: HeroRow, locale: str) -> HeroLine:
    assert hero.id is not None
    return HeroLine(hero.id, shown_name(hero, locale), hero.rating, hero.active)
