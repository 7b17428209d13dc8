"""The hero that somebody means, by its name or its number.

A hidden hero is not found by the name that is hidden, except by its owner and the organisers.
"""

import re

from sqlmodel import Session, col, or_, select

from arena.desk.alike import names_to_compare
from arena.desk.pseudonyms import FORGOTTEN_NAME
from arena.errors import ArenaError, refuse
from arena.excerpt import printable
from arena.hero import name_key
from arena.likeness import nearest
from arena.store.tables import HeroRow

_NUMBER = re.compile(r"#?([0-9]{1,18})")


def find_hero(
    session: Session, given: str, viewer: int | None = None, *, by_organiser: bool = False
) -> HeroRow:
    """The hero with this name (in any case, with look-alike letters), or this number: `17` or `#17`.

    `viewer` is the participant who asks. Raises `ArenaError` `no-such-hero`, which names one that is like it.
    """
    named = session.exec(select(HeroRow).where(col(HeroRow.name_key) == name_key(given))).one_or_none()
    if named is not None and (by_organiser or _may_be_named(named, viewer)):
        return named
    number = _NUMBER.fullmatch(given.strip())
    found = session.get(HeroRow, int(number[1])) if number else None
    if found is None:
        raise _unknown(session, given, viewer, by_organiser)
    return found


def _may_be_named(hero: HeroRow, viewer: int | None) -> bool:
    return hero.name != FORGOTTEN_NAME and (hero.hidden_at is None or hero.player_id == viewer)


def _unknown(session: Session, given: str, viewer: int | None, by_organiser: bool) -> ArenaError:
    names = select(HeroRow.name).where(HeroRow.name != FORGOTTEN_NAME)
    if not by_organiser:
        names = names.where(or_(col(HeroRow.hidden_at).is_(None), col(HeroRow.player_id) == viewer))
    alike = nearest(given, names_to_compare(session, names, HeroRow, given))
    if alike is None:
        return refuse("no-such-hero", given=printable(given))
    return refuse("no-such-hero", reason="near", given=printable(given), nearest=alike)
