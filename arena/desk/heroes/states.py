"""How a hero stands: its version and whether it takes part, from an instant on."""

from datetime import datetime

from sqlmodel import Session, col, func, select

from arena.desk.moments import told_moment
from arena.desk.players.finding import known_player
from arena.errors import refuse
from arena.league.calendar import Calendar
from arena.store.tables import HeroRow, HeroState, HeroVersion


def hero_of(session: Session, player_id: int) -> HeroRow | None:
    """A participant's hero."""
    return session.exec(select(HeroRow).where(col(HeroRow.player_id) == player_id)).one_or_none()


def own_hero(session: Session, player_id: int) -> HeroRow:
    """A participant's hero. Raises `ArenaError`: `player-unknown`, `no-hero` if there is none yet."""
    known_player(session, player_id)
    hero = hero_of(session, player_id)
    if hero is None:
        raise refuse("no-hero")
    return hero


def current_version(session: Session, hero: HeroRow) -> HeroVersion:
    """The version that a hero stands with."""
    return session.get_one(HeroVersion, hero.version_id)


def state_at(session: Session, hero_id: int, moment: datetime) -> HeroState | None:
    """How a hero stood just before `moment`; None if there was none yet."""
    before = select(HeroState).where(col(HeroState.hero_id) == hero_id, col(HeroState.since) < moment)
    return session.exec(before.order_by(col(HeroState.id).desc()).limit(1)).one_or_none()


def standing_since(session: Session, hero: HeroRow) -> datetime:
    """Since when a hero has taken part, or has not, in whatever version."""
    own = col(HeroState.hero_id) == hero.id
    other = select(func.max(HeroState.id)).where(own, col(HeroState.active) != hero.active)
    last = session.exec(other).one() or 0
    first = select(HeroState.since).where(own, col(HeroState.id) > last)
    return session.exec(first.order_by(col(HeroState.id)).limit(1)).one()


def put_state(session: Session, hero: HeroRow, version_id: int, active: bool, now: datetime) -> None:
    """Have a hero stand so from `now` on.

    A clock that was put back does not make a state older than the one before it: runs look for the last.
    """
    assert hero.id is not None, "it was stored"
    last = select(HeroState.since).where(col(HeroState.hero_id) == hero.id)
    before = session.exec(last.order_by(col(HeroState.id).desc()).limit(1)).one_or_none()
    since = now if before is None else max(now, before)
    session.add(HeroState(hero_id=hero.id, since=since, version_id=version_id, active=active))
    hero.version_id, hero.active = version_id, active
    session.add(hero)


def refuse_frozen(calendar: Calendar, now: datetime) -> None:
    """Raise `ArenaError` `edits-frozen` while edits are closed, with the instant at which they open."""
    until = calendar.frozen_until(now)
    if until is not None:
        raise refuse("edits-frozen", **told_moment(calendar, until))
