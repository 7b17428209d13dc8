"""A battle as a film may show it: to everybody, with names and looks as they are public now.

What is hidden of the heroes stays here and in the film's maker: a film shows what the public log does.
"""

from dataclasses import dataclass

from arena.battle import Sides
from arena.desk.battles.replays import hero_in, replay, versions_of, visible_battle
from arena.desk.desk import Desk
from arena.desk.heroes.gallery import shown_design
from arena.desk.heroes.looks import STAND_IN
from arena.desk.heroes.names import shown_name
from arena.hero import Hero
from arena.store.tables import HeroRow, HeroVersion


@dataclass(frozen=True)
class FilmedBattle:
    """What a film is made of: heroes that fight this battle with this seed, under the names and in the looks
    in which they are shown."""

    heroes: Sides[Hero]
    seed: int
    ruleset: str


def filmed_battle(desk: Desk, run_id: int, number: int, locale: str) -> FilmedBattle:
    """A battle of a finished run; pseudonyms are in the language of `locale`.

    Raises `ArenaError`: `battle-unknown`, `tournament-not-visible`, and of a battle that cannot be fought
    again `replay-forgotten`, `replay-kernel`, `replay-differs`.
    """
    with desk.read() as (session, now):
        _, row = visible_battle(session, desk.calendar, run_id, number, now)
        versions = versions_of(session, row)
        rows = Sides(session.get_one(HeroRow, row.hero_a), session.get_one(HeroRow, row.hero_b))
    replay(row, versions)
    shown = Sides(*(_shown(hero, version, locale) for hero, version in zip(rows, versions, strict=True)))
    return FilmedBattle(shown, row.seed, row.ruleset)


def _shown(row: HeroRow, version: HeroVersion, locale: str) -> Hero:
    """The hero of a version, which fights as that did: name and look decide nothing."""
    _, look = shown_design(row, version)
    public = {"name": shown_name(row, locale), "motto": "", "sprite": look or STAND_IN}
    return hero_in(version).model_copy(update=public)
