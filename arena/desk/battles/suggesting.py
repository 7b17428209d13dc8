"""Battles that may be meant, while their id is still being typed or where none was: none that is not to be
seen yet."""

import re
from collections.abc import Iterator
from itertools import islice

from sqlalchemy import ColumnElement, Row, Select, and_, or_, select
from sqlmodel import Session, col

from arena.desk.battles.ids import battle_id
from arena.desk.desk import Desk
from arena.desk.heroes.states import hero_of
from arena.desk.players.finding import known_player
from arena.desk.prefixes import begins_with
from arena.desk.visibility import is_visible
from arena.store.tables import BattleRow, HeroRow, Run

_TYPED = re.compile(r"(?:([1-9][0-9]{0,17})(?:-([0-9]{0,18}))?)?")
"""A run or its beginning, or a run and a battle's number or its beginning."""
NEWEST_FIRST = col(Run.scheduled_for).desc(), col(Run.id).desc()


def battles_numbered(desk: Desk, player_id: int, typed: str, most: int) -> tuple[str, ...]:
    """At most `most` ids of battles that begin with what was typed: those of the participant's own hero, then
    all others; the newest run first, in a run by their numbers. Raises `ArenaError` `player-unknown`."""
    read = _TYPED.fullmatch(typed)
    if read is None:
        return ()
    run, number = read[1] or "", read[2]
    of_run = begins_with(col(Run.id), run) if number is None else col(Run.id) == int(run)
    battles = select(col(BattleRow.run_id), col(BattleRow.number)).order_by(col(BattleRow.number))
    battles = battles.where(begins_with(col(BattleRow.number), number or "")).limit(most)
    with desk.read() as (session, now):
        known_player(session, player_id)
        shown = is_visible(desk.calendar, now), of_run
        runs = select(col(Run.id)).where(*shown).order_by(*NEWEST_FIRST)
        own = session.execute(_of_hero(hero_of(session, player_id), battles).where(*shown)).all()
        found = [*own, *islice(_of_runs(session, runs, battles), most)]
    return tuple(dict.fromkeys(battle_id(*each) for each in found))[:most]


def lost_battles(desk: Desk, player_id: int, most: int) -> tuple[str, ...]:
    """At most `most` ids of battles that the participant's hero lost; the newest run first, in a run by their
    numbers. Raises `ArenaError` `player-unknown`."""
    with desk.read() as (session, now):
        known_player(session, player_id)
        hero = hero_of(session, player_id)
        lost = _lost_by(None if hero is None else hero.id)
        battles = select(col(BattleRow.run_id), col(BattleRow.number)).where(lost).limit(most)
        found = session.execute(_of_hero(hero, battles).where(is_visible(desk.calendar, now))).all()
    return tuple(battle_id(*each) for each in found)


def _lost_by(hero_id: int | None) -> ColumnElement[bool]:
    """The winner is 0 for a, 1 for b, -1 for nobody."""
    return or_(
        and_(col(BattleRow.hero_a) == hero_id, col(BattleRow.winner) == 1),
        and_(col(BattleRow.hero_b) == hero_id, col(BattleRow.winner) == 0),
    )


def _of_hero(hero: HeroRow | None, battles: Select[int, int]) -> Select[int, int]:
    """A hero's battles, with their runs; none of nobody."""
    id_ = None if hero is None else hero.id
    fought = or_(col(BattleRow.hero_a) == id_, col(BattleRow.hero_b) == id_)
    with_runs = battles.join(Run, col(Run.id) == col(BattleRow.run_id)).where(fought)
    return with_runs.order_by(None).order_by(*NEWEST_FIRST, col(BattleRow.number))


def _of_runs(
    session: Session, runs: Select[int | None], battles: Select[int, int]
) -> Iterator[Row[int, int]]:
    """The battles of run after run: a run's rows lie in this order, nothing is sorted."""
    for run_id in session.scalars(runs):
        yield from session.execute(battles.where(col(BattleRow.run_id) == run_id))
