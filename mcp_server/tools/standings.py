"""The tool that shows tables: by rating, of a tournament, and why a hero stands where it stands."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from arena.desk.standings.elo import RatingLine, elo_standings
from arena.desk.standings.rating import why_rating
from arena.desk.standings.tournament import TableLine, tournament_standings
from arena.desk.standings.why import SCALES, OpponentReason, PlaceReason, why_opponent, why_place
from mcp_server.answers import Part
from mcp_server.caller import Caller
from mcp_server.ratings import rating
from mcp_server.toolbox import Offer
from mcp_server.tools.listing import (
    DEFAULT_LIMIT,
    Cursor,
    HeroName,
    Limit,
    Listed,
    check_apart,
    check_belongs,
    more_or,
    read_day,
)
from mcp_server.tools.reasons import tell_place, tell_rating

TOURNAMENT = 'kind="tournament"'


class Standing(Part):
    """A hero in a table: `rated_battles` only by rating, from `points` on only of a tournament."""

    place: int | None = None
    hero_id: int
    name: str
    is_own: bool
    rating: float
    rated_battles: int | None = None
    points: float | None = None
    buchholz_cut1: float | None = None
    buchholz: float | None = None
    sonneborn_berger: float | None = None
    wins: int | None = None
    byes: list[int] | None = Field(default=None, description="Rounds")
    decided_by: str | None = Field(default=None, description="What put it above the next")


class Standings(Listed):
    """A table, or why a hero stands where it stands."""

    kind: Literal["elo", "tournament"]
    friday: str | None = None
    heroes: int | None = Field(default=None, description="How many took part")
    items: list[Standing]
    why: list[str] | None = None


def get_standings(
    caller: Caller,
    kind: Literal["elo", "tournament"] = "elo",
    friday: Annotated[str, Field(description="Of the tournament; the last one by default")] = "",
    why: Annotated[HeroName, Field(description="A hero to explain, instead of the table")] = "",
    round: Annotated[
        int | None, Field(ge=1, le=100, description="With why: how it came to its opponent there")
    ] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = "",
) -> Standings:
    """The rating list, or the table of a Friday's Swiss tournament; `why` explains a hero's place, with
    `round` its opponent.

    Use this when you want to know who is strong, or why a place or a pairing came about. Examples: {},
    {"kind": "tournament", "why": "#17", "round": 2}
    """
    check_belongs("friday", friday != "", TOURNAMENT, kind == "tournament")
    check_belongs("round", round is not None, "why", why != "")
    check_belongs("round", round is not None, TOURNAMENT, kind == "tournament")
    check_apart("limit", limit != DEFAULT_LIMIT, "why", why != "")
    check_apart("cursor", cursor != "", "why", why != "")
    day = read_day("friday", friday)
    if why and kind == "elo":
        return _why_rating(caller, why)
    if why:
        return _why_tournament(caller, day, why, round)
    if kind == "elo":
        return _by_rating(caller, limit, cursor)
    return _table(caller, day, limit, cursor)


def _by_rating(caller: Caller, limit: int, cursor: str) -> Standings:
    page = elo_standings(caller.desk, caller.locale, limit, cursor or None, viewer=caller.player_id)
    words = caller.words
    shown = bool(page.rows or cursor)
    return Standings(
        summary=words("list.found", count=len(page.rows)) if shown else words("list-heroes.none"),
        next_steps=more_or(
            page.next_cursor, words("get-standings.next" if shown else "list-heroes.none-next"), words
        ),
        kind="elo",
        items=[_rated(line) for line in page.rows],
        next_cursor=page.next_cursor,
    )


def _table(caller: Caller, friday: date | None, limit: int, cursor: str) -> Standings:
    desk, words = caller.desk, caller.words
    table = tournament_standings(desk, caller.player_id, caller.locale, friday, limit, cursor or None)
    return Standings(
        summary=words("get-standings.table", friday=table.friday.isoformat(), heroes=table.heroes),
        next_steps=more_or(table.page.next_cursor, words("get-standings.next"), words),
        kind="tournament",
        friday=table.friday.isoformat(),
        heroes=table.heroes,
        items=[_placed(line) for line in table.page.rows],
        next_cursor=table.page.next_cursor,
    )


def _why_rating(caller: Caller, hero: str) -> Standings:
    words = caller.words
    told = tell_rating(why_rating(caller.desk, caller.player_id, hero, caller.locale), words)
    return Standings(
        summary=told[0], next_steps=[words("get-standings.rating-next")], kind="elo", items=[], why=told
    )


def _why_tournament(caller: Caller, friday: date | None, hero: str, round_: int | None) -> Standings:
    desk, viewer, words = caller.desk, caller.player_id, caller.words
    reason: PlaceReason | OpponentReason
    if round_ is None:
        reason = why_place(desk, viewer, friday, hero, caller.locale)
        told = tell_place(reason, words)
    else:
        reason = why_opponent(desk, viewer, friday, round_, hero, caller.locale)
        told = list(reason.told)
    return Standings(
        summary=told[0],
        next_steps=[words("get-standings.why-next")],
        kind="tournament",
        friday=reason.friday.isoformat(),
        items=[],
        why=told,
    )


def _rated(line: RatingLine) -> Standing:
    return Standing(
        place=line.place,
        hero_id=line.hero_id,
        name=line.name,
        is_own=line.is_own,
        rating=rating(line.rating),
        rated_battles=line.rated_battles,
    )


def _placed(line: TableLine) -> Standing:
    return Standing(
        place=line.place,
        hero_id=line.hero_id,
        name=line.name,
        is_own=line.is_own,
        rating=rating(line.rating),
        points=line.points2 / SCALES["points"],
        buchholz_cut1=line.buchholz_cut1 / SCALES["buchholz_cut1"],
        buchholz=line.buchholz / SCALES["buchholz"],
        sonneborn_berger=line.sonneborn_berger / SCALES["sonneborn_berger"],
        wins=line.wins,
        byes=list(line.byes) or None,
        decided_by=line.decided_by,
    )


OFFERS = (Offer(get_standings, "Standings, and why"),)
