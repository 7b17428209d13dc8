"""What a hero is called wherever people read: one that is hidden or forgotten has no name of its own.

Source: the league's rules on hiding an offensive hero and on forgetting a person.
"""

from collections.abc import Iterable
from functools import cache

from sqlalchemy import Connection, bindparam
from sqlmodel import Session, col, select

from arena import roster
from arena.desk.pseudonyms import FORGOTTEN_NAME, shown_forgotten_hero
from arena.errors import Fault
from arena.hero import name_key
from arena.messages import TEXTS
from arena.store.tables import HeroRow

HOLDER = select(col(HeroRow.player_id)).where(col(HeroRow.name_key) == bindparam("key"))
MOST_AT_ONCE = 500
"""Heroes asked for in one statement."""


def shown_name(hero: HeroRow, locale: str) -> str:
    """A hero's name as everybody but its owner and the organisers reads it."""
    if hero.name == FORGOTTEN_NAME:
        return shown_forgotten_hero(hero.id, locale)
    if hero.hidden_at is not None:
        return TEXTS.text("hidden-hero.text", locale, id=hero.id)
    return hero.name


def heroes_by_id(session: Session, ids: Iterable[int]) -> dict[int, HeroRow]:
    """The heroes with these ids; those that do not exist are left out."""
    wanted = sorted(set(ids))
    found: dict[int, HeroRow] = {}
    for start in range(0, len(wanted), MOST_AT_ONCE):
        chunk = wanted[start : start + MOST_AT_ONCE]
        for hero in session.exec(select(HeroRow).where(col(HeroRow.id).in_(chunk))):
            assert hero.id is not None, "it was stored"
            found[hero.id] = hero
    return found


def name_taken(connection: Connection, name: str, player_id: int) -> Fault | None:
    """`hero-name-taken` if another participant's hero, or one of the roster, has this name or one that looks
    the same."""
    key = name_key(name)
    if key in _roster_keys():
        return Fault("hero-name-taken", "/name", {"name": name}, reason="roster")
    holder = connection.execute(HOLDER, {"key": key}).scalar_one_or_none()
    return None if holder in (None, player_id) else Fault("hero-name-taken", "/name", {"name": name})


@cache
def _roster_keys() -> frozenset[str]:
    """Names and ids: either calls a hero of the roster."""
    return frozenset(name_key(each) for id_ in roster.names() for each in (id_, roster.load(id_).name))
