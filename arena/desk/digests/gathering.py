"""A run's rows as the arrays from which digests are made."""

import numpy as np
from sqlalchemy import select
from sqlmodel import Session

from arena.desk.columns import Integers, read_columns, records_of
from arena.league.digest.bouts import Bouts
from arena.league.digest.day import day_facts
from arena.league.digest.model import Day
from arena.store.tables import BattleRow, RatingChange, Run

_BATTLE = BattleRow.__table__  # type: ignore[attr-defined]  # SQLModel gives it to tables only
_CHANGE = RatingChange.__table__  # type: ignore[attr-defined]


def read_day(session: Session, run: Run) -> Day:
    """What a daily run's battles came to. Its battles and rating changes must be stored."""
    assert run.id is not None, "a run that was read has a number"
    changed = (
        select(_CHANGE.c.hero_id, _CHANGE.c.before, _CHANGE.c.change, _CHANGE.c.rated_battles)
        .where(_CHANGE.c.run_id == run.id)
        .order_by(_CHANGE.c.hero_id)
    )
    ids, before, changes, rated = read_columns(session, changed)
    bouts, versions = read_bouts(session, run, ids, before)
    fought = np.concatenate((bouts.a, bouts.b))
    version_of = np.zeros(len(ids), np.int64)
    version_of[fought] = versions
    abilities = np.zeros(len(ids), np.int64)
    if len(bouts):
        known = np.unique(fought)
        abilities[known] = records_of(session, version_of[known])["abilities"]
    return day_facts(run.id, bouts, changes, abilities, rated)


def read_bouts(session: Session, run: Run, ids: Integers, ratings: Integers) -> tuple[Bouts, Integers]:
    """A run's battles between heroes of `ids`, (n,), in their order, with `ratings`; and the versions that
    fought them, those of the sides a, then those of the sides b, (2k,)."""
    names = ("number", "round", "hero_a", "hero_b", "winner", "turns", "version_a", "version_b")
    fought = (
        select(*(_BATTLE.c[name] for name in names))
        .where(_BATTLE.c.run_id == run.id)
        .order_by(_BATTLE.c.number)
    )
    number, round_, hero_a, hero_b, winner, turns, version_a, version_b = read_columns(session, fought)
    a, b = np.searchsorted(ids, hero_a), np.searchsorted(ids, hero_b)
    return Bouts(number, round_, a, b, winner, turns, ids, ratings), np.concatenate((version_a, version_b))
