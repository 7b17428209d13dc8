"""A battle as a film may show it: to everybody, with names and looks as they are public now."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import sqlalchemy
from sqlalchemy import tuple_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

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
from arena.desk.chunks import chunks
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


def filmable(desk: Desk, battles: Collection[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Those of the battles, by run and number, of which there can be a film, as far as one can tell without
    fighting them."""
    with desk.read() as (session, _):
        stored = _stored(session, battles)
        return frozenset(key for key, each in stored.items() if can_be_replayed(each.row, each.versions))


def battle_of_the_roster(desk: Desk, battles: Collection[tuple[int, int]]) -> RosterBattle | None:
    """The first of the battles, by run and number, that two heroes of the roster fought as they stand there,
    and under their names, so that anybody can fight it again without the league; None if there is none."""
    with desk.read() as (session, _):
        stored = _stored(session, battles)
        for row, versions, heroes in (stored[battle] for battle in battles if battle in stored):
            a, b = map(_roster_id, heroes, versions)
            if a is not None and b is not None and can_be_replayed(row, versions):
                return RosterBattle(Sides(a, b), row.seed, row.ruleset)
    return None


class _Stored(NamedTuple):
    """A battle with the versions that fought it and their heroes as they stand now."""

    row: BattleRow
    versions: Sides[HeroVersion]
    heroes: Sides[HeroRow]


def _stored(session: Session, battles: Collection[tuple[int, int]]) -> dict[tuple[int, int], _Stored]:
    """The battles that there are, by run and number: in few statements, however many are asked for."""
    version_a, version_b = aliased(HeroVersion), aliased(HeroVersion)
    hero_a, hero_b = aliased(HeroRow), aliased(HeroRow)
    fought = (
        sqlalchemy.select(BattleRow, version_a, version_b, hero_a, hero_b)
        .join(version_a, col(version_a.id) == col(BattleRow.version_a))
        .join(version_b, col(version_b.id) == col(BattleRow.version_b))
        .join(hero_a, col(hero_a.id) == col(BattleRow.hero_a))
        .join(hero_b, col(hero_b.id) == col(BattleRow.hero_b))
    )
    found: dict[tuple[int, int], _Stored] = {}
    for some in chunks(list(battles)):
        key = tuple_(col(BattleRow.run_id), col(BattleRow.number))
        for row, a, b, of_a, of_b in session.execute(fought.where(key.in_(some))):
            found[row.run_id, row.number] = _Stored(row, Sides(a, b), Sides(of_a, of_b))
    return found


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
