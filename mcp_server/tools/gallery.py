"""The tools that show heroes as everybody may see them."""

from typing import Annotated, Literal

from pydantic import Field

from arena.desk.heroes.gallery import PublicHero
from arena.desk.heroes.gallery import get_hero as public_hero
from arena.desk.heroes.gallery import list_heroes as heroes_in
from arena.excerpt import printable
from arena.hero import Sprite
from mcp_server.answers import Answer, Part
from mcp_server.caller import Caller
from mcp_server.toolbox import Offer
from mcp_server.tools.listing import DEFAULT_LIMIT, Cursor, HeroName, Limit, Listed, more_or
from mcp_server.words import Words


class ShownHero(Answer):
    """A hero as everybody may see it."""

    hero_id: int
    name: str
    motto: str
    abilities: list[str]
    level: int
    rating: float
    rated_battles: int
    place: int | None = Field(default=None, description="By rating; none if withdrawn")
    active: bool
    is_own: bool
    look: dict[str, list[str]] | None = Field(default=None, description="As a hero's sprite")


class HeroItem(Part):
    """A hero in the list."""

    hero_id: int
    name: str
    rating: float
    active: bool


class HeroList(Listed):
    """Heroes, the oldest first."""

    items: list[HeroItem]


def get_hero(caller: Caller, hero: HeroName, detail: Literal["summary", "look"] = "summary") -> ShownHero:
    """Any hero's public side: name, motto, abilities, level, rating, place; detail="look" adds its sprite's
    rows. Stats and rules of others are hidden.

    Use this when you choose an opponent or look somebody up. Example: {"hero": "#17"}
    """
    found = public_hero(caller.desk, caller.player_id, hero, caller.locale)
    words = caller.words
    return ShownHero(
        summary=_told(found, words),
        next_steps=[words("get-hero.own-next" if found.is_own else "get-hero.next", id=found.hero_id)],
        hero_id=found.hero_id,
        name=found.name,
        motto=found.motto,
        abilities=list(found.abilities),
        level=found.level,
        rating=found.rating / 100,
        rated_battles=found.rated_battles,
        place=found.place,
        active=found.active,
        is_own=found.is_own,
        look=_look(found.look) if detail == "look" else None,
    )


def list_heroes(
    caller: Caller,
    search: Annotated[str, Field(max_length=100, description="A part of the name")] = "",
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = "",
) -> HeroList:
    """All heroes, the oldest first, or those whose name holds a text.

    Use this when you do not know a name or number; get_standings has them by rating. Example: {"search":
    "pix"}
    """
    page = heroes_in(caller.desk, caller.locale, limit, cursor or None, search)
    words = caller.words
    return HeroList(
        summary=_listed(len(page.rows), search, cursor, words),
        next_steps=more_or(page.next_cursor, _after_list(len(page.rows), search, cursor, words), words),
        items=[
            HeroItem(hero_id=line.hero_id, name=line.name, rating=line.rating / 100, active=line.active)
            for line in page.rows
        ],
        next_cursor=page.next_cursor,
    )


def _told(hero: PublicHero, words: Words) -> str:
    kind = "withdrawn" if hero.place is None else "listed"
    params = {"name": hero.name, "id": hero.hero_id, "level": hero.level, "place": hero.place}
    told = words(f"get-hero.{kind}", **params, rating=f"{hero.rating / 100:.2f}")
    return told if hero.look is not None else f"{told} {words('get-hero.hidden')}"


def _look(sprite: Sprite | None) -> dict[str, list[str]] | None:
    return None if sprite is None else sprite.model_dump(mode="json", exclude_none=True)


def _listed(count: int, search: str, cursor: str, words: Words) -> str:
    if count or cursor:
        return words("list.found", count=count)
    return words("list-heroes.not-found", search=printable(search)) if search else words("list-heroes.none")


def _after_list(count: int, search: str, cursor: str, words: Words) -> str:
    if count:
        return words("list-heroes.next")
    if cursor:
        return words("list.over")
    return words("list-heroes.search-next" if search else "list-heroes.none-next")


OFFERS = (Offer(get_hero, "Look at a hero"), Offer(list_heroes, "List heroes"))
