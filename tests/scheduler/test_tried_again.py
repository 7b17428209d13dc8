"""Runs that are tried again, or ordered by hand, beside those of the calendar: one at a time, each once."""

from datetime import UTC, datetime
from types import ModuleType
from typing import Any

import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.digests import friday, gathering, read_digest
from arena.desk.digests.gathering import read_bouts
from arena.league.calendar import Job
from arena.store.tables import DigestRow
from scheduler.orders import retry_run, run_now, skip_run
from scheduler.runs import claim, ensure_runs
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import PutClock, open_transactions, opened, populate
from tests.scheduler.run_rows import TOOLS, broken, fail_for_good, granted, run_of, states


def watched_bouts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, int]]]:
    """Fills up with who reads the battles of a run for a digest, and what transactions are open then."""
    seen: list[tuple[str, tuple[int, int]]] = []

    def watch(name: str, module: ModuleType) -> None:
        def watched(*given: Any) -> object:
            seen.append((name, open_transactions(desk)))
            return read_bouts(*given)

        monkeypatch.setattr(module, "read_bouts", watched)

    watch("friday", friday)
    watch("gathering", gathering)
    return seen


def test_a_failed_tournament_that_is_played_after_its_results_is_published_once(
    desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 8)
    tick(desk, TOOLS)
    clock.put(2026, 4, 24, 9)
    fail_for_good(desk)
    clock.put(2026, 4, 24, 12)
    tick(desk, TOOLS)
    assert read_digest(desk, "2026-04-24-friday").digest.tournament.state == "failed"
    assert granted(desk, "tournament") == []
    retry_run(desk, run_of(desk, Job.TOURNAMENT, 24).id or 0)
    seen = watched_bouts(desk, monkeypatch)
    tick(desk, TOOLS)
    assert seen == [("friday", (1, 0))], "its battles were read before the writing"
    supplement = read_digest(desk, "2026-04-24-friday-supplement").digest
    assert supplement.tournament.state == "played"
    assert supplement.tournament.ended_at == supplement.ended_at == clock.now
    once = granted(desk, "tournament")
    assert once == [(player, 20) for player in (1, 2, 3, 4)]
    clock.put(2026, 5, 1, 12)
    tick(desk, TOOLS)
    assert len(granted(desk, "tournament")) == 2 * len(once)
    with desk.read() as (session, _):
        keys = session.exec(select(DigestRow.key)).all()
    assert [key for key in keys if key.endswith("supplement")] == ["2026-04-24-friday-supplement"]


def test_what_digests_tell_of_battles_is_read_while_nobody_s_writing_waits(
    desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = watched_bouts(desk, monkeypatch)
    populate(desk, 4)
    clock.put(2026, 4, 24, 12)
    tick(desk, TOOLS)
    assert {module for module, _ in seen} == {"friday", "gathering"}
    assert {transactions for _, transactions in seen} == {(1, 0)}


def test_results_that_failed_are_told_when_they_are_tried_again_and_give_nothing_twice(
    desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 11)
    tick(desk, TOOLS)
    clock.put(2026, 4, 24, 12)
    with monkeypatch.context() as patched:
        patched.setattr("scheduler.jobs.results.publish_friday", lambda *_: 1 / 0)
        fail_for_good(desk)
    assert run_of(desk, Job.RESULTS, 24).state == "failed"
    retry_run(desk, run_of(desk, Job.RESULTS, 24).id or 0)
    tick(desk, TOOLS)
    assert granted(desk, "tournament") == [(player, 20) for player in (1, 2, 3, 4)]
    assert read_digest(desk, "2026-04-24-friday").digest.tournament.state == "played"


def test_a_run_that_is_tried_again_waits_for_the_one_at_work(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 20, 18)
    fail_for_good(desk)
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
