"""What was missed is made up as the league's calendar says, whatever the clock does."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.opening import open_desk
from arena.league.calendar import LEAGUE_JOBS, Job
from arena.store.tables import BattleRow, DigestRow, Experience, HeroRow, HeroState, Run, RunState
from scheduler.runs import TOO_LATE
from scheduler.tick import tick
from tests.leagues import ZONE, known_secret, populate

HEROES = 8
BEGAN = datetime(2026, 4, 20, 9, tzinfo=UTC)
"""A Monday; Friday is the 24th."""


@contextmanager
def league_by_the_machines_clock(address: str) -> Iterator[Desk]:
    desk = open_desk(address, ZONE, new_secret=known_secret)
    try:
        yield desk
    finally:
        desk.store.close()


@pytest.fixture
def league(address: str) -> Iterator[Desk]:
    """A league that began on a Monday, with a few heroes, by the machine's own clock."""
    with time_machine.travel(BEGAN, tick=False), league_by_the_machines_clock(address) as desk:
        populate(desk, HEROES)
        yield desk


def at(*moment: int) -> time_machine.travel:
    """Travel to a moment of UTC."""
    return time_machine.travel(datetime(*moment, tzinfo=UTC), tick=False)  # type: ignore[arg-type,misc]


def runs(desk: Desk, *jobs: Job) -> list[tuple[str, date, str]]:
    """Job, day and state of the runs, in the order of their moments."""
    with desk.read() as (session, _):
        found = select(Run).where(col(Run.job).in_(jobs or LEAGUE_JOBS)).order_by(col(Run.scheduled_for))
        return [(run.job, run.local_date, run.state) for run in session.exec(found)]


def done(job: Job, day: int) -> tuple[str, date, str]:
    return (job.value, date(2026, 4, day), RunState.DONE.value)


def test_nothing_is_run_before_its_moment(league: Desk) -> None:
    with at(2026, 4, 20, 17, 59, 59):
        tick(league)
    assert runs(league) == []
    with at(2026, 4, 20, 18, 0, 0):
        tick(league)
    assert runs(league) == [done(Job.DAILY, 20)]


def test_a_server_that_was_off_for_a_day_makes_it_up(league: Desk) -> None:
    with at(2026, 4, 20, 18):
        tick(league)
    with at(2026, 4, 22, 19):
        tick(league)
    assert runs(league) == [done(Job.DAILY, day) for day in (20, 21, 22)]


def test_days_are_made_up_oldest_first_and_each_counts_for_its_own_day(league: Desk) -> None:
    with at(2026, 4, 23, 12):
        tick(league)
    assert runs(league) == [done(Job.DAILY, day) for day in (20, 21, 22)]
    with league.read() as (session, _):
        days = session.exec(select(Experience.day).where(col(Experience.player_id) == 1)).all()
        assert sorted(days) == [date(2026, 4, day) for day in (20, 21, 22)]
        finished = session.exec(select(Run).where(col(Run.job) == Job.DAILY)).all()
        assert {run.finished_at for run in finished} == {datetime(2026, 4, 23, 12, tzinfo=UTC)}


def test_a_server_that_was_off_over_a_friday_plays_it_in_the_order_of_the_calendar(league: Desk) -> None:
    with at(2026, 4, 25, 12):
        tick(league)
    expected = [done(Job.DAILY, day) for day in (20, 21, 22, 23)]
    expected += [done(Job.TOURNAMENT, 24), done(Job.RESULTS, 24), done(Job.DAILY, 24)]
    assert runs(league) == expected
    with league.read() as (session, _):
        keys = session.exec(select(DigestRow.key).order_by(col(DigestRow.key))).all()
        assert "2026-04-24-friday" in keys
        assert "2026-04-24-friday-supplement" not in keys


def test_after_200_days_the_last_week_is_played_and_the_rest_is_skipped(league: Desk) -> None:
    with time_machine.travel(BEGAN + timedelta(days=200, hours=10), tick=False):  # a Friday, 22:00
        tick(league)
    counted = Counter((job, state) for job, _, state in runs(league))
    assert counted == {
        ("daily", "skipped"): 194,
        ("daily", "done"): 7,
        ("tournament", "skipped"): 28,
        ("tournament", "done"): 1,
        ("results", "skipped"): 28,
        ("results", "done"): 1,
    }
    with league.read() as (session, _):
        reasons = session.exec(select(Run.error).where(col(Run.state) == RunState.SKIPPED)).all()
        assert set(reasons) == {TOO_LATE}


def test_a_clock_that_steps_back_runs_nothing_again(league: Desk) -> None:
    with at(2026, 4, 22, 18, 1):
        tick(league)
    before = runs(league)
    with at(2026, 4, 21, 18, 1):
        tick(league)
    with at(2026, 4, 22, 18, 2):
        tick(league)
    assert runs(league) == before


def test_a_late_run_plays_the_heroes_as_they_stood_at_its_moment(league: Desk) -> None:
    with league.write() as (session, _):
        after = datetime(2026, 4, 20, 18, 0, tzinfo=UTC)
        session.add(HeroState(hero_id=1, since=after, version_id=1, active=False))
        session.add(HeroState(hero_id=2, since=after - timedelta(seconds=1), version_id=2, active=False))
    with at(2026, 4, 21, 12):
        tick(league)
    with league.read() as (session, _):
        fought = set(session.exec(select(BattleRow.hero_a)).all()) | set(
            session.exec(select(BattleRow.hero_b)).all()
        )
        assert fought == {1, 3, 4, 5, 6, 7, 8}


def test_a_run_plays_with_the_ratings_that_earlier_runs_left(league: Desk) -> None:
    with at(2026, 4, 21, 19):
        tick(league)
    with league.read() as (session, _):
        ratings = session.exec(select(HeroRow.rating, HeroRow.rated_battles)).all()
    assert {battles for _, battles in ratings} == {6}
    assert sum(rating for rating, _ in ratings) == HEROES * 100_000


def test_a_tournaments_experience_is_given_with_its_results_and_not_before(league: Desk) -> None:
    with at(2026, 4, 24, 10):
        tick(league)  # the tournament was due at 9:00 UTC
    with league.write() as (session, _):
        run = session.exec(select(Run).where(col(Run.job) == Job.TOURNAMENT)).one()
        assert run.state == RunState.DONE
    with league.read() as (session, _):
        assert session.exec(select(Experience).where(col(Experience.reason) == "tournament")).all() == []
    with at(2026, 4, 24, 12):
        tick(league)
    with league.read() as (session, _):
        given = session.exec(select(Experience.xp).where(col(Experience.reason) == "tournament")).all()
        assert list(given) == [20] * HEROES


@pytest.mark.medium
def test_a_clock_that_once_stood_years_ahead_does_not_keep_the_league_from_its_days(league: Desk) -> None:
    with at(2026, 4, 20, 18, 1):
        tick(league)
    with at(2036, 4, 21, 18, 1):
        tick(league)
    for day in (21, 22):
        with at(2026, 4, day, 18, 1):
            tick(league)
    assert runs(league, Job.DAILY)[:3] == [done(Job.DAILY, day) for day in (20, 21, 22)]
    with league.read() as (session, _):
        later = session.exec(select(Run.state).where(col(Run.local_date) > date(2026, 5, 1)))
        assert set(later) == {RunState.DONE}  # what was played is history; what was skipped is taken back
