"""A battle as a film may show it: to everybody, with names and looks as they are public now."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from arena import roster
from arena.battle import Sides
from arena.desk.battles.replays import (
    can_be_replayed,
    hero_in,
    heroes_of,
    replay,
    versions_of,
    visible_battle,
)
from arena.desk.desk import Desk
from arena.desk.heroes.documents import document_of
from arena.desk.heroes.gallery import shown_design
from arena.desk.heroes.looks import STAND_IN
from arena.desk.heroes.names import shown_name
from arena.hero import Hero
from arena.store.tables import BattleRow, HeroRow, HeroVersion


@dataclass(frozen=True)
class FilmedBattle:
    """What a film is made of: heroes that fight this battle with this seed, under the names and in the looks
    in which they are shown. Their stats and rules, those of that day, are for the film's maker alone."""

    heroes: Sides[Hero] = field(repr=False)
    seed: int
    ruleset: str


@dataclass(frozen=True)
class RosterBattle:
    """A battle between heroes of the roster, by their ids."""

    heroes: Sides[str]
    seed: int
    ruleset: str


def filmed_battle(desk: Desk, run_id: int, number: int, locale: str) -> FilmedBattle:
    """A battle of a finished run; pseudonyms are in the language of `locale`.

    Raises `ArenaError`: `battle-unknown`, `tournament-not-visible`, and of a battle that cannot be fought
    again `replay-forgotten`, `replay-kernel`, `replay-differs`.
    """
    with desk.read() as (session, now):
        _, row = visible_battle(session, desk.calendar, run_id, number, now)
        versions, heroes = versions_of(session, row), heroes_of(session, row)
    replay(row, versions)
    shown = Sides(*(_shown(hero, version, locale) for hero, version in zip(heroes, versions, strict=True)))
    return FilmedBattle(shown, row.seed, row.ruleset)


def filmable(desk: Desk, battles: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Those of the battles, by run and number, of which there can be a film, as far as one can tell without
    fighting them."""
    with desk.read() as (session, _):
        rows = [row for battle in battles if (row := session.get(BattleRow, battle)) is not None]
        return frozenset(
            (row.run_id, row.number) for row in rows if can_be_replayed(row, versions_of(session, row))
        )


def battle_of_the_roster(desk: Desk, battles: Iterable[tuple[int, int]]) -> RosterBattle | None:
    """The first of the battles, by run and number, that two heroes of the roster fought as they stand there,
    and under their names, so that anybody can fight it again without the league; None if there is none."""
    with desk.read() as (session, _):
        for battle in battles:
            row = session.get(BattleRow, battle)
            if row is None:
                continue
            versions, heroes = versions_of(session, row), heroes_of(session, row)
            a, b = map(_roster_id, heroes, versions)
            if a is not None and b is not None and can_be_replayed(row, versions):
                return RosterBattle(Sides(a, b), row.seed, row.ruleset)
    return None


def _roster_id(row: HeroRow, version: HeroVersion) -> str | None:
    """The id of the roster's hero that this is seen to be; None if it is another, or hidden."""
    if row.hidden_at is not None or version.document is None:
        return None
    return _roster_ids().get((row.name, version.document))


@cache
def _roster_ids() -> dict[tuple[str, str], str]:
    """The ids of the roster's heroes, by their names and their documents as they are kept."""
    heroes = {id_: roster.load(id_) for id_ in roster.names()}
    return {(hero.name, document_of(hero)): id_ for id_, hero in heroes.items()}


def _shown(row: HeroRow, version: HeroVersion, locale: str) -> Hero:
    """The hero of a version, which fights as that did: name and look decide nothing."""
    _, look = shown_design(row, version)
    public = {"name": shown_name(row, locale), "motto": "", "sprite": look or STAND_IN}
    return hero_in(version).model_copy(update=public)
