"""Why a hero stands where it stands in the rating list: who is next to it, and what its last days changed.

Source: the league's rules, "Daily battles".
"""

from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.heroes.finding import find_hero
from arena.desk.players.finding import check_viewer
from arena.desk.standings.elo import RatingLine, place_of, rating_line
from arena.store.tables import HeroRow, RatingChange, Run, RunState

DAYS = 10
"""Days of a rating's history that are told."""


@dataclass(frozen=True)
class RatedDay:
    """What a day did to a rating, in 1/100: what it was before, its change by so many battles."""

    day: date
    before: int
    change: int
    battles: int


@dataclass(frozen=True)
class RatingReason:
    """A hero, the ones above and below it (None at an end of the list, and for a withdrawn hero, which has no
    place), and its last days with a daily run, the newest first."""

    hero: RatingLine
    above: RatingLine | None
    below: RatingLine | None
    days: tuple[RatedDay, ...]


def why_rating(desk: Desk, viewer: int | None, hero: str, locale: str) -> RatingReason:
    """Why a hero, by its name or number, has its place in the rating list.

    Raises `ArenaError`: `player-unknown`, `no-such-hero`.
    """
    with desk.read() as (session, _):
        check_viewer(session, viewer)
        row = find_hero(session, hero, viewer)
        place = place_of(session, row)
        above, below = (None, None) if place is None else _neighbours(session, row)
        return RatingReason(
            hero=rating_line(row, place, viewer, locale),
            above=_line(above, place, -1, viewer, locale),
            below=_line(below, place, 1, viewer, locale),
            days=_days(session, row),
        )


def _neighbours(session: Session, hero: HeroRow) -> tuple[HeroRow | None, HeroRow | None]:
    rating, id_ = col(HeroRow.rating), col(HeroRow.id)
    listed = select(HeroRow).where(col(HeroRow.active).is_(True), id_ != hero.id)
    above = (rating > hero.rating) | ((rating == hero.rating) & (id_ < hero.id))
    return (
        session.exec(listed.where(above).order_by(rating, id_.desc()).limit(1)).one_or_none(),
        session.exec(listed.where(~above).order_by(rating.desc(), id_).limit(1)).one_or_none(),
    )


def _line(
    row: HeroRow | None, place: int | None, step: int, viewer: int | None, locale: str
) -> RatingLine | None:
    return None if row is None or place is None else rating_line(row, place + step, viewer, locale)


def _days(session: Session, hero: HeroRow) -> tuple[RatedDay, ...]:
    """Of runs that have ended: one at work may still be taken back."""
    rows = session.exec(
        select(col(Run.local_date), RatingChange)
        .join(Run, col(Run.id) == col(RatingChange.run_id))
        .where(col(RatingChange.hero_id) == hero.id, col(Run.state) == RunState.DONE)
        .order_by(col(Run.scheduled_for).desc())
        .limit(DAYS)
    )
    return tuple(RatedDay(day, change.before, change.change, change.battles) for day, change in rows)
