"""Hiding an offensive hero: name, motto and look, everywhere and in the vote, until it is shown again.

It goes on fighting. Its owner is told, and the act is logged (see `arena.desk.audit`). A look for which it
was hidden and that its owner changed by then is not shown again with it. Source: the league's rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from arena.desk.audit import Act, Organiser, check_organiser, hidden_by, log_act
from arena.desk.desk import Desk
from arena.desk.heroes.finding import find_hero
from arena.desk.heroes.names import shown_name
from arena.desk.pages import DEFAULT_ROWS, Page, check_limit, page_of, read_cursor, write_cursor
from arena.desk.players.notices import tell
from arena.desk.pseudonyms import shown_player
from arena.errors import refuse
from arena.excerpt import printable
from arena.store.tables import HeroRow, HeroVersion, Player

LONGEST_REASON = 200


@dataclass(frozen=True)
class KnownHero:
    """A hero as organisers know it: with its name and its owner's, but neither stats nor rules. `rating` in
    1/100; `hidden_at`, `hidden_reason` and `hidden_by` are None unless it is hidden."""

    hero_id: int
    name: str
    owner: str
    rating: int
    active: bool
    hidden_at: datetime | None
    hidden_reason: str | None
    hidden_by: Organiser | None


def hide_hero(
    desk: Desk, given: str, reason: str, locale: str, *, organiser_id: int | None = None
) -> KnownHero:
    """Hide the hero with this name or number; `reason` is told to the owner. `organiser_id` is the
    participant who does it, None for whoever has the league's machine.

    Raises `ArenaError`: `player-unknown`, `organisers-only`, `hide-reason`, `no-such-hero`,
    `hero-hidden-already`.
    """
    told = _checked_reason(reason)
    with desk.write() as (session, now):
        hero = _meant(session, organiser_id, given)
        if hero.hidden_at is not None:
            raise refuse("hero-hidden-already", given=printable(given))
        hero.hidden_at, hero.hidden_reason = now, told
        session.add(hero)
        words = {"reason": told}
        tell(session, now, "notice-hero-hidden", words, player_id=hero.player_id, hero_id=hero.id)
        log_act(session, now, Act.HERO_HIDDEN, organiser_id, hero.player_id, words, hero_id=hero.id)
        (known,) = _known(session, [(hero, session.get_one(Player, hero.player_id))], locale)
        return known


def show_hero(desk: Desk, given: str, locale: str, *, organiser_id: int | None = None) -> KnownHero:
    """Show a hidden hero again, as it is now: looks that it had since it was hidden, but for the one that it
    has, are to be seen no more, nor in films of earlier battles. `organiser_id` is the participant who does
    it, None for whoever has the league's machine.

    Raises `ArenaError`: `player-unknown`, `organisers-only`, `no-such-hero`, `hero-not-hidden`.
    """
    with desk.write() as (session, now):
        hero = _meant(session, organiser_id, given)
        if hero.hidden_at is None:
            raise refuse("hero-not-hidden", given=printable(given))
        _bar_looks(session, hero, hero.hidden_at)
        hero.hidden_at = hero.hidden_reason = None
        session.add(hero)
        tell(session, now, "notice-hero-shown", {}, player_id=hero.player_id, hero_id=hero.id)
        log_act(session, now, Act.HERO_SHOWN, organiser_id, hero.player_id, hero_id=hero.id)
        (known,) = _known(session, [(hero, session.get_one(Player, hero.player_id))], locale)
        return known


def known_heroes(
    desk: Desk,
    locale: str,
    limit: int = DEFAULT_ROWS,
    cursor: str | None = None,
    *,
    only_hidden: bool = False,
    organiser_id: int | None = None,
) -> Page[KnownHero]:
    """All heroes as organisers know them, the oldest first, or only those that are hidden. `organiser_id` is
    the participant who does it, None for whoever has the league's machine.

    Raises `ArenaError`: `player-unknown`, `organisers-only`, `page-limit`, `page-cursor`.
    """
    check_limit(limit)
    wanted = select(HeroRow, Player).join(Player, col(Player.id) == col(HeroRow.player_id))
    if only_hidden:
        wanted = wanted.where(col(HeroRow.hidden_at).is_not(None))
    if cursor is not None:
        wanted = wanted.where(col(HeroRow.id) > read_cursor(cursor, 1)[0])
    with desk.read() as (session, _):
        check_organiser(session, organiser_id)
        rows = session.exec(wanted.order_by(col(HeroRow.id)).limit(limit + 1)).all()
        heroes = _known(session, rows, locale)
    return page_of(heroes, limit, lambda hero: write_cursor(hero.hero_id))


def _bar_looks(session: Session, hero: HeroRow, hidden_at: datetime) -> None:
    """Clear `look_key` of the versions that a hero had from an instant on, but for those of its current look,
    so that nobody finds them any more. An owner who saves one of these looks anew shows it anew."""
    of_hero = select(HeroVersion).where(col(HeroVersion.hero_id) == hero.id)
    versions = session.exec(of_hero.order_by(col(HeroVersion.number))).all()
    current = next(each for each in versions if each.id == hero.version_id)
    before = [each for each in versions if each.saved_at <= hidden_at]
    judged = {each.look_key for each in [*before[-1:], *versions[len(before) :]]} - {current.look_key}
    for version in versions:
        if version.look_key in judged:
            version.look_key = None
            session.add(version)


def _meant(session: Session, organiser_id: int | None, given: str) -> HeroRow:
    check_organiser(session, organiser_id)
    return find_hero(session, given, by_organiser=True)


def _checked_reason(reason: str) -> str:
    told = reason.strip()
    if not told or len(told) > LONGEST_REASON or not told.isprintable():
        raise refuse("hide-reason", found=len(told), most=LONGEST_REASON)
    return told


def _known(session: Session, rows: Sequence[tuple[HeroRow, Player]], locale: str) -> list[KnownHero]:
    session.flush()  # who hides one now stands in the log as well
    hidden = [hero.id for hero, _ in rows if hero.id is not None and hero.hidden_at is not None]
    by = hidden_by(session, hidden, locale) if hidden else {}
    return [
        KnownHero(
            hero_id=hero.id,
            name=hero.name or shown_name(hero, locale),
            owner=shown_player(owner.id, owner.name, locale),
            rating=hero.rating,
            active=hero.active,
            hidden_at=hero.hidden_at,
            hidden_reason=hero.hidden_reason,
            hidden_by=by.get(hero.id),
        )
        for hero, owner in rows
        if hero.id is not None
    ]
