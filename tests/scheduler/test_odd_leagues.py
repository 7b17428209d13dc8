"""Leagues of hardly anybody, founded at an odd hour, moved to another zone, left by people in the middle."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.digests import read_digest
from arena.desk.forgetting import forget_player
from arena.desk.hiding import hide_hero
from arena.desk.rounds.play import Chunk, play_on_threads
from arena.desk.verifying import verify_run
from arena.errors import ArenaError
from arena.league.calendar import LEAGUE_JOBS, Job
from arena.store.pruning import prune_battles
from arena.store.tables import (
    BattleRow,
    DigestRow,
    Experience,
    HeroRow,
    Message,
    Placing,
    Run,
    RunState,
    RunStep,
)
from scheduler.orders import asked_for, retry_run, run_now, run_up_to, skip_run
from scheduler.runs import claim, ensure_runs
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import PutClock, opened, populate

TOOLS = Tools(chunk=100)


def broken(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
    raise RuntimeError("the executor is broken")
    yield


def states(desk: Desk, *jobs: Job) -> list[tuple[str, int, str]]:
    """Job, day of the month and state of the league's runs, in the order of their moments."""
    with desk.read() as (session, _):
        found = select(Run).where(col(Run.job).in_(jobs or LEAGUE_JOBS)).order_by(col(Run.scheduled_for))
        return [(run.job, run.local_date.day, run.state) for run in session.exec(found)]


def fail_for_good(desk: Desk, clock: PutClock) -> None:
    """Let what is due fail three times."""
    for _ in range(3):
        tick(desk, Tools(executor=broken))
        with desk.write() as (session, _):
            for run in session.exec(select(Run).where(col(Run.state) == RunState.DUE)):
                run.lease_until = 0.0


def run_of(desk: Desk, job: Job, day: int) -> Run:
    with desk.read() as (session, _):
        wanted = select(Run).where(col(Run.job) == job, col(Run.local_date) == date(2026, 4, day))
        return session.exec(wanted.where(col(Run.by_calendar))).one()


def granted(desk: Desk, reason: str) -> list[tuple[int, int]]:
    """Who got experience for this reason, and how much."""
    with desk.read() as (session, _):
        rows = select(Experience.player_id, Experience.xp).where(col(Experience.reason) == reason)
        return sorted(session.exec(rows).all())


@pytest.mark.parametrize("heroes", [0, 1, 2, 3, 4, 5])
def test_a_week_of_hardly_anybody_is_played_to_its_end(desk: Desk, clock: PutClock, heroes: int) -> None:
    populate(desk, heroes)
    clock.put(2026, 4, 24, 18)
    tick(desk, TOOLS)
    assert {state for _, _, state in states(desk)} == {"done"}
    assert len(states(desk)) == 7
    with desk.read() as (session, _):
        daily = run_of(desk, Job.DAILY, 20).id
        battles = session.exec(select(BattleRow).where(col(BattleRow.run_id) == daily)).all()
        assert len(battles) == {0: 0, 1: 0, 2: 1, 3: 3, 4: 6, 5: 7}[heroes]
        placings = session.exec(select(Placing).order_by(col(Placing.place))).all()
        assert [each.place for each in placings] == list(range(1, heroes + 1))
        keys = session.exec(select(DigestRow.key)).all()
    assert len(keys) == 6
    assert granted(desk, "tournament") == [(player, 20) for player in range(1, heroes + 1)]
    assert len(granted(desk, "battle-day")) == (5 * heroes if heroes > 1 else 0)
    for name in ("daily-2026-04-20", "tournament-2026-04-24"):
        assert verify_run(desk, name).holds
    for key in keys:
        assert read_digest(desk, key).digest.key == key


def test_a_league_founded_between_a_fridays_tournament_and_its_results_has_results_only(
    address: str,
) -> None:
    clock = PutClock(datetime(2026, 4, 24, 10, tzinfo=UTC))  # 13:00 in Moscow
    with opened(address, clock) as desk:
        populate(desk, 4)
        clock.put(2026, 4, 24, 19)
        tick(desk, TOOLS)
        assert states(desk) == [("results", 24, "done"), ("daily", 24, "done")]
        assert granted(desk, "tournament") == []
        clock.put(2026, 5, 1, 12)
        tick(desk, TOOLS)
        assert granted(desk, "tournament") == [(player, 20) for player in (1, 2, 3, 4)]


def test_a_failed_tournament_that_is_played_after_its_results_is_published_once(
    desk: Desk, clock: PutClock
) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 8)
    tick(desk, TOOLS)
    clock.put(2026, 4, 24, 9)
    fail_for_good(desk, clock)
    clock.put(2026, 4, 24, 12)
    tick(desk, TOOLS)
    assert read_digest(desk, "2026-04-24-friday").digest.tournament.state == "failed"
    assert granted(desk, "tournament") == []
    retry_run(desk, run_of(desk, Job.TOURNAMENT, 24).id or 0)
    tick(desk, TOOLS)
    assert read_digest(desk, "2026-04-24-friday-supplement").digest.tournament.state == "played"
    once = granted(desk, "tournament")
    assert once == [(player, 20) for player in (1, 2, 3, 4)]
    clock.put(2026, 5, 1, 12)
    tick(desk, TOOLS)
    assert len(granted(desk, "tournament")) == 2 * len(once)
    with desk.read() as (session, _):
        keys = session.exec(select(DigestRow.key)).all()
    assert [key for key in keys if key.endswith("supplement")] == ["2026-04-24-friday-supplement"]


def test_results_that_failed_are_told_when_they_are_tried_again_and_give_nothing_twice(
    desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 11)
    tick(desk, TOOLS)
    clock.put(2026, 4, 24, 12)
    with monkeypatch.context() as patched:
        patched.setattr("scheduler.jobs.results.publish_friday", lambda *_: 1 / 0)
        fail_for_good(desk, clock)
    assert run_of(desk, Job.RESULTS, 24).state == "failed"
    retry_run(desk, run_of(desk, Job.RESULTS, 24).id or 0)
    tick(desk, TOOLS)
    assert granted(desk, "tournament") == [(player, 20) for player in (1, 2, 3, 4)]
    assert read_digest(desk, "2026-04-24-friday").digest.tournament.state == "played"


def test_a_run_that_is_tried_again_waits_for_the_one_at_work(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 20, 18)
    fail_for_good(desk, clock)
    clock.put(2026, 4, 21, 18)
    ensure_runs(desk)
    assert claim(desk) is not None
    retry_run(desk, run_of(desk, Job.DAILY, 20).id or 0)
    assert claim(desk) is None


def test_a_skipped_run_that_is_tried_again_while_another_has_the_secret_gets_one_of_its_own(
    desk: Desk, clock: PutClock
) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 20, 18)
    ensure_runs(desk)
    monday = run_of(desk, Job.DAILY, 20).id or 0
    skip_run(desk, monday)
    clock.put(2026, 4, 21, 18)
    tick(desk, Tools(executor=broken))  # Tuesday's takes the secret, and waits for its next attempt
    retry_run(desk, monday)
    tick(desk, TOOLS)
    assert states(desk, Job.DAILY)[0] == ("daily", 20, "done")


def test_a_run_ordered_a_moment_before_its_calendar_moment_leaves_that_one_to_the_calendar(
    address: str,
) -> None:
    clock = PutClock()
    with opened(address, clock, local=True) as desk:
        populate(desk, 4)
        clock.now = datetime(2026, 4, 20, 17, 59, 59, 500_000, tzinfo=UTC)
        assert run_now(desk, Job.DAILY, TOOLS).state == "done"
        clock.put(2026, 4, 20, 18, 0, 5)
        tick(desk, TOOLS)
        assert run_of(desk, Job.DAILY, 20).state == "done"
        assert [state for _, _, state in states(desk)] == ["done", "done"]


def test_a_tournament_ordered_by_hand_does_not_take_the_place_of_the_calendars_in_the_digest(
    address: str,
) -> None:
    clock = PutClock()
    with opened(address, clock, local=True) as desk:
        populate(desk, 4)
        clock.put(2026, 4, 24, 10)
        tick(desk, TOOLS)
        ordered = run_now(desk, Job.TOURNAMENT, TOOLS)
        clock.put(2026, 4, 24, 12)
        tick(desk, TOOLS)
        told = read_digest(desk, "2026-04-24-friday").digest.tournament
        assert told.run_id == run_of(desk, Job.TOURNAMENT, 24).id
        assert told.run_id != ordered.id
        assert granted(desk, "tournament") == [(player, 20) for player in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("before", "after", "without"),
    [
        ("Europe/Moscow", "America/Los_Angeles", set()),
        ("America/Los_Angeles", "Pacific/Kiritimati", set()),
        ("Pacific/Pago_Pago", "Pacific/Apia", {24}),  # 21:00 of the 23rd is 21:00 of the 24th there
        ("Pacific/Pago_Pago", "Pacific/Kiritimati", {24}),
        ("Pacific/Kiritimati", "Pacific/Pago_Pago", set()),
    ],
)
def test_a_league_that_moves_to_another_zone_goes_on(
    address: str, before: str, after: str, without: set[int]
) -> None:
    clock = PutClock()
    with opened(address, clock, before) as desk:
        populate(desk, 4)
        clock.put(2026, 4, 24, 8, 30)
        tick(desk, TOOLS)
        moved = states(desk, Job.DAILY)
    with opened(address, clock, after) as desk:
        for day in range(24, 29):
            clock.put(2026, 4, day, 8, 30)
            tick(desk, TOOLS)
        found = states(desk, Job.DAILY)
        assert found[: len(moved)] == moved
        days = [day for _, day, _ in found]
        assert days == sorted(set(days))
        assert set(range(21, 28)) - set(days) == without
        for day in range(21, 27):
            asked = asked_for(desk, Job.DAILY, date(2026, 4, day))
            if day in without:
                with pytest.raises(ArenaError, match=f"daily-2026-04-{day}"):
                    run_up_to(desk, asked, TOOLS)
            else:
                assert run_up_to(desk, asked, TOOLS).state == "done"


@pytest.mark.parametrize("leaving", [forget_player, None])
def test_a_run_that_was_planned_ends_as_if_nobody_had_gone(
    desk: Desk, clock: PutClock, leaving: object
) -> None:
    populate(desk, 5)
    clock.put(2026, 4, 20, 18)

    def left_meanwhile(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
        if leaving is not None:
            forget_player(desk, 2)
        else:
            hide_hero(desk, None, "Hero 2", "it shouts", "en")
        yield from play_on_threads(chunks)

    tick(desk, Tools(executor=left_meanwhile))
    assert run_of(desk, Job.DAILY, 20).state == "done"
    assert granted(desk, "battle-day") == [(player, 5) for player in (1, 2, 3, 4, 5)]
    assert verify_run(desk, "daily-2026-04-20").holds
    with desk.read() as (session, _):
        assert sum(session.exec(select(HeroRow.rating)).all()) == 500_000
    told = read_digest(desk, "2026-04-20")
    assert "Hero 2" not in told.names.heroes.values()


def test_an_address_that_is_named_twice_gets_one_digest(address: str) -> None:
    clock = PutClock()
    with opened(address, clock, notify_urls=("json://a", "json://a"), alert_urls=("json://b",) * 2) as desk:
        populate(desk, 2)
        clock.put(2026, 4, 20, 20)
        tick(desk, TOOLS)
        assert run_of(desk, Job.DAILY, 20).state == "done"
        with desk.read() as (session, _):
            recipients = session.exec(select(Message.recipient)).all()
        assert sorted(recipients) == ["json://a", "json://b"]


def test_old_battles_that_go_give_no_tournament_a_second_publication(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 12)
    tick(desk, TOOLS)
    with desk.store.write() as session:
        prune_battles(session, datetime(2026, 4, 30, tzinfo=UTC))
        steps = session.exec(
            select(RunStep.key).where(col(RunStep.run_id) == run_of(desk, Job.TOURNAMENT, 24).id)
        )
        assert list(steps) == ["published"]
