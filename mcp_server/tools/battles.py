"""The tool that lists battles."""

from typing import Annotated, Literal

from pydantic import Field

from arena.desk.battles.ids import battle_id
from arena.desk.battles.listing import BattleLine, BattlePage
from arena.desk.battles.listing import Fighter as FighterInLine
from arena.desk.battles.listing import list_battles as battles_in
from mcp_server.answers import Part
from mcp_server.caller import Caller
from mcp_server.toolbox import Offer
from mcp_server.tools.listing import DEFAULT_LIMIT, Cursor, HeroName, Limit, Listed, more_or, read_day


class FighterItem(Part):
    """Who fought."""

    hero_id: int
    name: str
    is_own: bool


class BattleItem(Part):
    """A battle in the list."""

    battle: str = Field(description="For get_battle")
    day: str
    job: str = Field(description="daily or tournament")
    round: int
    fighters: list[FighterItem] = Field(description="Side a, side b")
    winner: Literal["a", "b", "draw"]
    turns: int


class BattleList(Listed):
    """Battles, those of the newest run first."""

    items: list[BattleItem]


def list_battles(
    caller: Caller,
    hero: HeroName = "",
    run: Annotated[int | None, Field(ge=1, le=2**53, description="The first number of a battle")] = None,
    day: Annotated[str, Field(description="The league's local day, as 2026-04-24")] = "",
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = "",
) -> BattleList:
    """Battles of a hero, a run or a day (or several of these), newest run first; without arguments those of
    the last run. A tournament's are shown from its results on.

    Use this when you look for battles to read with get_battle. Example: {"hero": "#17", "limit": 5}
    """
    page = battles_in(
        caller.desk,
        caller.player_id,
        caller.locale,
        hero=hero,
        run_id=run,
        day=read_day("day", day),
        limit=limit,
        cursor=cursor or None,
    )
    return BattleList(
        summary=_summary(page, cursor, caller),
        next_steps=[
            *more_or(page.next_cursor, _step(page, cursor, caller), caller.words),
            *([] if page.rows or cursor else caller.day_now),
        ],
        items=[_item(line) for line in page.rows],
        next_cursor=page.next_cursor,
    )


def _item(line: BattleLine) -> BattleItem:
    return BattleItem(
        battle=battle_id(line.run_id, line.number),
        day=line.day.isoformat(),
        job=line.job,
        round=line.round,
        fighters=[_fighter(each) for each in line.fighters],
        winner=line.winner or "draw",
        turns=line.turns,
    )


def _fighter(fighter: FighterInLine) -> FighterItem:
    return FighterItem(hero_id=fighter.hero_id, name=fighter.name, is_own=fighter.is_own)


def _summary(page: BattlePage, cursor: str, caller: Caller) -> str:
    """How many, and what of those that were asked for is not to be seen yet."""
    found = bool(page.rows or cursor)
    words = caller.words
    told = words("list.found", count=len(page.rows)) if found else words("list-battles.none")
    hidden = page.not_visible
    return told if hidden is None else f"{told} {hidden.text(caller.locale)}"


def _step(page: BattlePage, cursor: str, caller: Caller) -> str:
    if page.rows:
        return caller.words("list-battles.next")
    return caller.words("list.over" if cursor else "list-battles.none-next")


OFFERS = (Offer(list_battles, "List battles"),)
