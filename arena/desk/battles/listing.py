"""The battles of finished runs, in lists.

Source: the league's rules, "Calendar" and "What is hidden".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import dropwhile, islice
from typing import Any, Literal

from sqlalchemy import false, or_, union
from sqlmodel import Session, col, select

from arena.battle import Sides
from arena.desk.desk import Desk
from arena.desk.heroes.finding import find_hero
from arena.desk.heroes.names import heroes_by_id, shown_name
from arena.desk.pages import DEFAULT_ROWS, Page, check_limit, page_of, read_cursor, write_cursor
from arena.desk.players.finding import check_viewer
from arena.desk.visibility import is_visible, refuse_invisible
from arena.errors import ArenaError, Fault
from arena.league.calendar import FRIDAY, Calendar, Job
from arena.store.tables import BattleRow, HeroRow, Run
from arena.store.types import wide

Winner = Literal["a", "b"] | None
WINNERS: dict[int, Winner] = {0: "a", 1: "b", -1: None}

LARGEST = 2**63 - 1
"""What a database's number can hold."""


@dataclass(frozen=True)
class Fighter:
    """Who fought, as everybody may call it."""

    hero_id: int
    name: str
    is_own: bool


@dataclass(frozen=True)
class BattleLine:
    """A battle in a list. Run and number call it; `winner` is None for a draw; `turns` are those of both."""

    run_id: int
    number: int
    job: str
    day: date
    scheduled_for: datetime
    round: int
    fighters: Sides[Fighter]
    winner: Winner
    turns: int


@dataclass(frozen=True)
class BattlePage(Page[BattleLine]):
    """Some battles. `not_visible` says of a tournament that was asked for when it will be seen, None if none
    is hidden."""

    not_visible: Fault | None


def list_battles(
    desk: Desk,
    viewer: int | None,
    locale: str,
    *,
    hero: str = "",
    run_id: int | None = None,
    day: date | None = None,
    limit: int = DEFAULT_ROWS,
    cursor: str | None = None,
) -> BattlePage:
    """The battles of a hero (by its name or number), a run or a local day, or of several of these together,
    the newest run first; without any of them those of the newest run. `viewer` is the participant who asks.

    A tournament is in it from its results on. Raises `ArenaError`: `player-unknown`, `no-such-hero`,
    `page-limit`, `page-cursor`.
    """
    check_limit(limit)
    at_run, after = (None, -1) if cursor is None else read_cursor(cursor, 2)
    with desk.read() as (session, now):
        check_viewer(session, viewer)
        hero_id = find_hero(session, hero, viewer).id if hero else None
        wanted = select(Run).where(is_visible(desk.calendar, now))
        if hero_id is not None:
            wanted = wanted.where(col(Run.id).in_(_fought(hero_id)))
        if run_id is not None:
            wanted = wanted.where(col(Run.id) == run_id if 0 < run_id <= LARGEST else false())
        if day is not None:
            wanted = wanted.where(col(Run.local_date) == day)
        wanted = wanted.order_by(col(Run.scheduled_for).desc(), col(Run.id).desc())
        if hero_id is None and run_id is None and day is None:
            wanted = wanted.limit(1)
        runs = session.exec(wanted).all()
        waiting = runs if at_run is None else list(dropwhile(lambda run: run.id != at_run, runs))
        found = list(islice(_battles(session, waiting, hero_id, after, limit), limit + 1))
        lines = lines_of(session, found, viewer, locale)
        not_visible = _not_visible(session, desk.calendar, run_id, day, now)
    page = page_of(lines, limit, lambda line: write_cursor(line.run_id, line.number))
    return BattlePage(page.rows, page.next_cursor, not_visible)


def hidden_friday(session: Session, run_id: int) -> date | None:
    """The Friday of a tournament of the calendar, None for any other run; its results may hide it."""
    run = session.get(Run, run_id) if 0 < run_id <= LARGEST else None
    is_one = run is not None and run.job == Job.TOURNAMENT and run.by_calendar
    return run.local_date if run is not None and is_one else None


def lines_of(
    session: Session, found: Sequence[tuple[Run, BattleRow]], viewer: int | None, locale: str
) -> list[BattleLine]:
    """Battles as lists show them."""
    heroes = heroes_by_id(session, (id_ for _, row in found for id_ in (row.hero_a, row.hero_b)))
    return [
        BattleLine(
            run_id=row.run_id,
            number=row.number,
            job=run.job,
            day=run.local_date,
            scheduled_for=run.scheduled_for,
            round=row.round,
            fighters=Sides(
                _fighter(heroes[row.hero_a], viewer, locale), _fighter(heroes[row.hero_b], viewer, locale)
            ),
            winner=WINNERS[row.winner],
            turns=row.turns,
        )
        for run, row in found
    ]


def _not_visible(
    session: Session, calendar: Calendar, run_id: int | None, day: date | None, now: datetime
) -> Fault | None:
    """What hides a tournament of the run or the day that was asked for."""
    friday = day if run_id is None else hidden_friday(session, run_id)
    if friday is None or friday.weekday() != FRIDAY:
        return None
    try:
        refuse_invisible(calendar, friday, now)
    except ArenaError as error:
        return error.faults[0]
    return None


def _fought(hero_id: int) -> Any:
    """The runs in which a hero fought; both halves are read from an index."""
    return union(
        select(BattleRow.run_id).where(col(BattleRow.hero_a) == hero_id),
        select(BattleRow.run_id).where(col(BattleRow.hero_b) == hero_id),
    )


def _battles(
    session: Session, runs: Sequence[Run], hero_id: int | None, after: int, limit: int
) -> Iterator[tuple[Run, BattleRow]]:
    """At most `limit` + 1 battles of each run, in the first one those after a number. A run's rows lie in
    this order: nothing is sorted."""
    for run in runs:
        wanted = select(BattleRow).where(col(BattleRow.run_id) == run.id, col(BattleRow.number) > wide(after))
        if hero_id is not None:
            wanted = wanted.where(or_(col(BattleRow.hero_a) == hero_id, col(BattleRow.hero_b) == hero_id))
        for row in session.exec(wanted.order_by(col(BattleRow.number)).limit(limit + 1)):
            yield run, row
        after = -1


def _fighter(hero: HeroRow, viewer: int | None, locale: str) -> Fighter:
    assert hero.id is not None
    return Fighter(hero.id, shown_name(hero, locale), hero.player_id == viewer)
