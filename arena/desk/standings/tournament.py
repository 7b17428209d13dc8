"""A Friday's tournament: its table.

Source: the league's rules, "Calendar" and "Tournament".
"""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.desk.byes import rounds_in
from arena.desk.desk import Desk
from arena.desk.heroes.names import heroes_by_id, shown_name
from arena.desk.pages import DEFAULT_ROWS, Page, check_limit, page_of, read_cursor, write_cursor
from arena.desk.players.finding import check_viewer
from arena.desk.visibility import is_visible, refuse_invisible
from arena.errors import refuse
from arena.league.calendar import Calendar, Job
from arena.store.tables import HeroRow, Placing, Run
from arena.store.types import wide


@dataclass(frozen=True)
class TableLine:
    """A hero in a tournament's table. `rating` (in 1/100) is the one it played with; points and Buchholz are
    doubled, Sonneborn-Berger is quadrupled; `byes` are the rounds in which it rested; `decided_by` is the
    criterion that put it above the next one, None for the last."""

    place: int
    hero_id: int
    name: str
    is_own: bool
    rating: int
    points2: int
    buchholz_cut1: int
    buchholz: int
    sonneborn_berger: int
    wins: int
    byes: tuple[int, ...]
    decided_by: str | None


@dataclass(frozen=True)
class TournamentTable:
    """A page of the table of the tournament of `friday`; `heroes`: how many took part."""

    run_id: int
    friday: date
    played_at: datetime
    heroes: int
    page: Page[TableLine]


def tournament_standings(
    desk: Desk,
    viewer: int | None,
    locale: str,
    friday: date | None = None,
    limit: int = DEFAULT_ROWS,
    cursor: str | None = None,
) -> TournamentTable:
    """The table of a Friday's tournament, from its results on; without a day that of the last one.

    Raises `ArenaError`: `player-unknown`, `not-a-friday`, `tournament-not-visible`,
    `tournament-not-played`, `no-tournament-yet`, `page-limit`, `page-cursor`.
    """
    check_limit(limit)
    after = 0 if cursor is None else read_cursor(cursor, 1)[0]
    with desk.read() as (session, now):
        check_viewer(session, viewer)
        run = visible_tournament(session, desk.calendar, friday, now)
        of_run = col(Placing.run_id) == run.id
        count = session.exec(select(func.count()).select_from(Placing).where(of_run)).one()
        wanted = select(Placing).where(of_run, col(Placing.place) > wide(after))
        rows = session.exec(wanted.order_by(col(Placing.place)).limit(limit + 1)).all()
        heroes = heroes_by_id(session, (row.hero_id for row in rows))
    lines = [_line(row, heroes[row.hero_id], viewer, locale) for row in rows]
    page = page_of(lines, limit, lambda line: write_cursor(line.place))
    assert run.id is not None
    assert run.finished_at is not None
    return TournamentTable(run.id, run.local_date, run.finished_at, count, page)


def visible_tournament(session: Session, calendar: Calendar, friday: date | None, now: datetime) -> Run:
    """The run of a Friday's tournament that was played and may be shown; without a day the last such run.

    Raises `ArenaError`: `not-a-friday`, `tournament-not-visible`, `tournament-not-played`,
    `no-tournament-yet`.
    """
    played = select(Run).where(col(Run.job) == Job.TOURNAMENT, is_visible(calendar, now))
    if friday is not None:
        played = played.where(col(Run.local_date) == friday)
    last = played.order_by(col(Run.scheduled_for).desc()).limit(1)
    run = session.exec(last).one_or_none()
    if run is not None:
        return run
    if friday is None:
        raise refuse("no-tournament-yet")
    calendar.moment(Job.TOURNAMENT, friday)  # refuses what is no Friday
    refuse_invisible(calendar, friday, now)
    raise refuse("tournament-not-played", friday=friday.isoformat())


def _line(row: Placing, hero: HeroRow, viewer: int | None, locale: str) -> TableLine:
    return TableLine(
        place=row.place,
        hero_id=row.hero_id,
        name=shown_name(hero, locale),
        is_own=hero.player_id == viewer,
        rating=row.rating,
        points2=row.points2,
        buchholz_cut1=row.buchholz_cut1,
        buchholz=row.buchholz,
        sonneborn_berger=row.sonneborn_berger,
        wins=row.wins,
        byes=rounds_in(row.byes),
        decided_by=row.decided_by,
    )
