"""Peopling a league at once: participants with a hero each, for a demonstration, a local arena, a
measurement.

Names are taken as they are: the heroes of the roster, whose names nobody else may take, are peopled so.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, func, select

from arena.battle import pack
from arena.desk.heroes.documents import document_of
from arena.hero import Hero, look_key, name_key
from arena.league.settings import league
from arena.rulesets import CURRENT_ID
from arena.store import insert_rows
from arena.store.tables import HeroRow, HeroState, HeroVersion, Player


def people(
    session: Session, now: datetime, names: Sequence[str], heroes: Sequence[Hero], lang: str = "ru"
) -> list[int]:
    """Add participants; the ids of their heroes, in the same order.

    `names`: of the participants and of their heroes, all different; `heroes`: one design for each, of which
    many may share one.
    """
    count = len(names)
    keys = [name_key(name) for name in names]
    same: dict[str, Sequence[Any]] = {"name": list(names), "name_key": keys, "created_at": [now] * count}
    players = _inserted(session, Player, {**same, "lang": [lang] * count})
    ratings = [league().elo.start] * count
    ids = _inserted(
        session, HeroRow, {**same, "player_id": players, "rating": ratings, "active": [True] * count}
    )
    packed = pack(heroes)
    kept = {id(hero): (document_of(hero), look_key(hero.sprite)) for hero in heroes}
    versions = _inserted(
        session,
        HeroVersion,
        {
            "hero_id": ids,
            "number": [1] * count,
            "document": [kept[id(hero)][0] for hero in heroes],
            "record": [record.tobytes() for record in packed],
            "ruleset": [CURRENT_ID] * count,
            "saved_at": [now] * count,
            "look_key": [kept[id(hero)][1] for hero in heroes],
        },
    )
    since: dict[str, Sequence[Any]] = {"since": [now] * count, "active": [True] * count}
    insert_rows(session, HeroState, {"hero_id": ids, "version_id": versions, **since})
    hero, version = HeroRow.__table__, HeroVersion.__table__  # type: ignore[attr-defined]
    session.connection().execute(
        hero.update()
        .where(hero.c.id == version.c.hero_id, hero.c.version_id.is_(None))
        .values(version_id=version.c.id)
    )
    return ids


def _inserted(session: Session, model: Any, columns: dict[str, Sequence[Any]]) -> list[int]:
    """Insert rows; their ids, which count up in their order."""
    last = session.exec(select(func.max(model.id))).one() or 0
    insert_rows(session, model, columns)
    return list(session.exec(select(model.id).where(col(model.id) > last).order_by(col(model.id))).all())
