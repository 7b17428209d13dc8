"""The tools that show heroes as everybody may see them."""

from typing import Annotated, Literal

from pydantic import Field

from arena.desk.heroes.gallery import PublicHero
from arena.desk.heroes.gallery import list_heroes as heroes_in
from arena.desk.heroes.looking_up import OpenHero, look_up
from arena.excerpt import printable
from arena.hero import Sprite
from mcp_server.answers import Answer, Part
from mcp_server.caller import Caller
from mcp_server.ratings import rating, rating_text
from mcp_server.toolbox import Offer
from mcp_server.tools.listing import DEFAULT_LIMIT, Cursor, HeroName, Limit, Listed, more_or
from mcp_server.words import Words

Detail = Literal["summary", "look"]


class ShownHero(Answer):
    """A hero as everybody may see it: how it stands in the league, if it fights there; of one of the roster
    all of its design."""

    hero_id: int | None = None
    roster: str | None = Field(default=None, description="dummy or sample")
    name: str
    motto: str
    abilities: list[str]
    level: int
    rating: float | None = None
    rated_battles: int | None = None
    place: int | None = Field(default=None, description="By rating; none if withdrawn")
    active: bool
    is_own: bool
    stats: dict[str, int] | None = None
    rules: list[str] | None = None
    look: dict[str, list[str]] | None = Field(default=None, description="As a hero's sprite")
    picture: str | None = None


class HeroItem(Part):
    """A hero in the list."""

    hero_id: int
    name: str
    rating: float
    active: bool


class HeroList(Listed):
    """Heroes, the oldest first."""

    items: list[HeroItem]


def get_hero(caller: Caller, hero: HeroName, detail: Detail = "summary") -> ShownHero:
    """Any hero's public side: name, motto, abilities, level, rating, place; detail="look" adds its sprite's
    rows. Stats and rules of others are hidden, those of dummies and samples (golem, duck) shown.

    Use this when you choose an opponent or look somebody up. Example: {"hero": "#17"}
    """
    found = look_up(caller.desk, caller.player_id, hero, caller.locale)
    if found.standing is not None:
        return _standing(found.standing, found.open, detail, caller)
    assert found.open is not None, "it was found in one of the two"
    return _of_roster(found.open, detail, caller)


def _of_roster(open_: OpenHero, detail: Detail, caller: Caller) -> ShownHero:
    """A hero that does not fight in the league."""
    hero, words = open_.design, caller.words
    return ShownHero(
        summary=words(f"get-hero.{open_.kind}", name=hero.name, id=open_.id, level=open_.level),
        next_steps=[words("get-hero.roster-next", id=open_.id)],
        roster=open_.kind,
        name=hero.name,
        motto=hero.motto,
        abilities=list(hero.abilities),
        level=open_.level,
        active=False,
        is_own=False,
        stats=hero.stats.by_name,
        rules=list(hero.rules),
        look=_look(hero.sprite, detail),
        picture=_picture(hero.sprite, caller),
    )


def _standing(hero: PublicHero, open_: OpenHero | None, detail: Detail, caller: Caller) -> ShownHero:
    """A hero of the league, with its design if that is public."""
    words = caller.words
    return ShownHero(
        summary=_told(hero, words),
        next_steps=[words("get-hero.own-next" if hero.is_own else "get-hero.next", id=hero.hero_id)],
        hero_id=hero.hero_id,
        roster=None if open_ is None else open_.kind,
        name=hero.name,
        motto=hero.motto,
        abilities=list(hero.abilities),
        level=hero.level,
        rating=rating(hero.rating),
        rated_battles=hero.rated_battles,
        place=hero.place,
        active=hero.active,
        is_own=hero.is_own,
        stats=None if open_ is None else open_.design.stats.by_name,
        rules=None if open_ is None else list(open_.design.rules),
        look=_look(hero.look, detail),
        picture=_picture(hero.look, caller),
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
            HeroItem(hero_id=line.hero_id, name=line.name, rating=rating(line.rating), active=line.active)
            for line in page.rows
        ],
        next_cursor=page.next_cursor,
    )


def _told(hero: PublicHero, words: Words) -> str:
    kind = "withdrawn" if hero.place is None else "listed"
    params = {"name": hero.name, "id": hero.hero_id, "level": hero.level, "place": hero.place}
    told = words(f"get-hero.{kind}", **params, rating=rating_text(hero.rating, words.locale))
    return told if hero.look is not None else f"{told} {words('get-hero.hidden')}"


def _look(sprite: Sprite | None, detail: Detail) -> dict[str, list[str]] | None:
    if sprite is None or detail == "summary":
        return None
    return sprite.model_dump(mode="json", exclude_none=True)


def _picture(sprite: Sprite | None, caller: Caller) -> str | None:
    return None if sprite is None else caller.site.picture_address(sprite)


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
