"""Leagues of hardly anybody, founded at an odd hour, moved to another zone, left by people in the middle."""

import os
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray
from sqlmodel import col, select

from arena import roster
from arena.desk.battles.verifying import verify_run
from arena.desk.desk import Desk
from arena.desk.digests import read_digest
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.peopling import people
from arena.desk.players.forgetting import forget_player
from arena.desk.rounds.entries import entries_at
from arena.desk.rounds.play import Chunk, play_on_threads
from arena.errors import ArenaError
from arena.league.calendar import Job
from arena.store.pruning import prune_battles
from arena.store.tables import BattleRow, DigestRow, HeroRow, Message, Placing, RunStep
from scheduler.orders import asked_for, run_up_to
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import TEST_DATABASE, PutClock, fresh_address, opened, populate
from tests.scheduler.run_rows import TOOLS, granted, run_of, states


@pytest.mark.medium
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


@pytest.mark.medium
@pytest.mark.parametrize("hour", [0, 8, 10])  # of UTC: 03:00, 11:00 and 13:00 in Moscow
def test_a_league_founded_on_a_friday_has_its_first_tournament_and_results_a_week_later(
    address: str, hour: int
) -> None:
    clock = PutClock(datetime(2026, 4, 24, hour, tzinfo=UTC))
    with opened(address, clock) as desk:
        populate(desk, 4)
        clock.put(2026, 4, 24, 19)
        tick(desk, TOOLS)
        assert states(desk) == [("daily", 24, "done")]
        with pytest.raises(ArenaError) as refused:
            asked_for(desk, Job.RESULTS, date(2026, 4, 24))
        assert refused.value.code == "run-before-league"
        assert granted(desk, "tournament") == []
        clock.put(2026, 5, 1, 12)
        tick(desk, TOOLS)
        assert granted(desk, "tournament") == [(player, 20) for player in (1, 2, 3, 4)]


@pytest.mark.medium
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
            hide_hero(desk, "Hero 2", "it shouts", "en")
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


@pytest.mark.skipif(TEST_DATABASE not in os.environ, reason=f"{TEST_DATABASE} names no PostgreSQL server")
def test_a_league_that_was_filled_a_moment_ago_is_read_at_once(tmp_path: Path) -> None:
    with fresh_address("postgresql", tmp_path) as address, opened(address) as desk:
        names = [f"Hero {number}" for number in range(5000)]
        designs = [roster.load(name) for name in roster.names()]
        with desk.write() as (session, now):
            people(session, now, names, [designs[i % len(designs)] for i in range(len(names))])
            with psycopg.connect(address, autocommit=True) as other:
                other.execute("ANALYZE hero, hero_state")  # which sees no row yet, and notes that
        begun = time.monotonic()
        with desk.read() as (session, now):
            assert len(entries_at(session, now + timedelta(seconds=1))) == len(names)
        assert time.monotonic() - begun < 1


def test_old_battles_that_go_give_no_tournament_a_second_publication(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 12)
    tick(desk, TOOLS)
    with desk.store.write() as session:
        prune_battles(session, datetime(2026, 4, 30, tzinfo=UTC), desk.calendar.given_up_after)
        steps = session.exec(
            select(RunStep.key).where(col(RunStep.run_id) == run_of(desk, Job.TOURNAMENT, 24).id)
        )
        assert list(steps) == ["published"]
