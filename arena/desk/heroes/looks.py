"""Looks by their keys: those that people may see.

That is every look that a hero ever had, unless an organiser hid it or its owner was forgotten, and those of
the roster. A look that was changed while its hero was hidden stays hidden. Source: the league's rules, "What
is hidden".
"""

from collections.abc import Collection
from functools import cache
from typing import Any

from sqlmodel import col, select

from arena import roster
from arena.desk.chunks import chunks
from arena.desk.desk import Desk
from arena.desk.heroes.documents import read_document
from arena.errors import refuse
from arena.excerpt import shown
from arena.hero import Sprite, look_key
from arena.hero.look_key import KEY_LENGTH
from arena.hero.sample import SAMPLE
from arena.store.tables import HeroRow, HeroVersion

DIGITS = frozenset("0123456789abcdef")
STAND_IN = Sprite(palette=("#8d949c", "#4a5058", "#b9bec4"), pixels=SAMPLE["sprite"]["pixels"])
"""The grey figure as which a hero is shown whose own look is hidden."""


def look_by_key(desk: Desk, key: str) -> Sprite:
    """The look with this key. Raises `ArenaError` `look-unknown` if there is none, or none to be seen."""
    if look := _of_roster().get(key):
        return look
    document = None
    if len(key) == KEY_LENGTH and _begins_a_key(key):
        wanted = _shown(HeroVersion.document).where(col(HeroVersion.look_key) == key).limit(1)
        with desk.read() as (session, _):
            document = session.exec(wanted).first()
    if document is None:
        raise refuse("look-unknown", given=shown(key))
    return read_document(document).sprite


def looks_of(desk: Desk, hero_ids: Collection[int]) -> dict[int, Sprite]:
    """The looks that these heroes have now, by their numbers; without those that are hidden."""
    current = _shown(HeroRow.id, HeroVersion.document).where(col(HeroVersion.id) == col(HeroRow.version_id))
    with desk.read() as (session, _):
        found = [
            row
            for some in chunks(list(hero_ids))
            for row in session.exec(current.where(col(HeroRow.id).in_(some)))
        ]
    return {id_: read_document(document).sprite for id_, document in found}


def look_keys(desk: Desk, typed: str, most: int) -> tuple[str, ...]:
    """At most `most` keys of looks that begin with what was typed, those of the roster first, then those that
    heroes have now."""
    if not _begins_a_key(typed):
        return ()
    ours = [key for key in _of_roster() if key.startswith(typed)]
    key = col(HeroVersion.look_key)
    is_current = col(HeroVersion.id) == col(HeroRow.version_id)
    wanted = _shown(HeroVersion.look_key).where(is_current, key.startswith(typed))
    with desk.read() as (session, _):
        found = session.exec(wanted.distinct().order_by(key).limit(most)).all()
    return tuple(dict.fromkeys([*ours, *found]))[:most]


def _begins_a_key(typed: str) -> bool:
    return DIGITS.issuperset(typed)


def _shown(*fields: Any) -> Any:
    """Those fields of all versions whose looks may be seen."""
    return (
        select(*fields)
        .join(HeroRow, col(HeroRow.id) == col(HeroVersion.hero_id))
        .where(col(HeroRow.hidden_at).is_(None), col(HeroVersion.look_key).is_not(None))
    )


@cache
def _of_roster() -> dict[str, Sprite]:
    looks = [roster.load(name).sprite for name in roster.names()]
    return {look_key(look): look for look in looks}
