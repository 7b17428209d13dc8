"""What an organiser orders: runs up to a day, retried, skipped; and what happens to a run that fails."""

import os
import signal
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.digests import read_digest
from arena.desk.reasons import reason_text
from arena.desk.rounds.play import Chunk, play_on_threads
from arena.errors import ArenaError
from arena.league.calendar import Job
from arena.store.tables import BattleRow, Run, RunState, Secret
from scheduler.orders import (
    BY_HAND,
    asked_for,
    list_runs,
    retry_run,
    run_now,
    run_up_to,
    skip_run,
    what_is_due,
)
from scheduler.owner import is_dead, this_process
from scheduler.runs import MOST_DEATHS, claim, end, ensure_runs
from scheduler.tick import Ticked, tick
from scheduler.work import Tools
from tests.leagues import PutClock, opened, populate
from tests.waiting import forked

MONDAY = date(2026, 4, 20)
TOOLS = Tools(chunk=100)


def broken(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
    raise RuntimeError("the executor is broken")
    yield


@pytest.fixture
def evening(desk: Desk, clock: PutClock) -> Desk:
    """A league of 8 heroes on its first evening, when the day's run is due."""
    populate(desk, 8)
    clock.put(2026, 4, 20, 18)
    return desk


def only_run(desk: Desk) -> Run:
    with desk.read() as (session, _):
        return session.exec(select(Run).where(col(Run.job) == Job.DAILY)).one()


def wait_is_over(desk: Desk) -> None:
    """The time until the next attempt has passed."""
    with desk.write() as (session, _):
        for run in session.exec(select(Run)).all():
            run.lease_until = 0.0
            session.add(run)


def test_a_job_before_its_moment_is_refused_and_says_when_it_is_due(desk: Desk) -> None:
    with pytest.raises(ArenaError) as refused:
        asked_for(desk, Job.DAILY, None)
    assert refused.value.code == "run-not-due"
    assert "2026-04-20 21:00" in refused.value.text("en")


def test_a_day_before_the_league_began_is_refused(desk: Desk) -> None:
    with pytest.raises(ArenaError) as refused:
        asked_for(desk, Job.DAILY, date(2026, 4, 19))
    assert refused.value.code == "run-before-league"


def test_a_job_is_run_up_to_the_day_that_was_asked_for(evening: Desk, clock: PutClock) -> None:
    clock.put(2026, 4, 22, 18)
    run = run_up_to(evening, asked_for(evening, Job.DAILY, date(2026, 4, 21)), TOOLS)
    assert (run.local_date, run.state) == (date(2026, 4, 21), RunState.DONE)
    assert {each.local_date.day: each.state for each in list_runs(evening) if each.job == Job.DAILY} == {
        20: "done",
        21: "done",
        22: "due",
    }


def test_a_job_that_was_run_is_due_again_on_the_next_day(evening: Desk) -> None:
    run_up_to(evening, asked_for(evening, Job.DAILY, None), TOOLS)
    with pytest.raises(ArenaError) as refused:
        asked_for(evening, Job.DAILY, None)
    assert "2026-04-21 21:00" in refused.value.text("en")


def test_a_day_that_was_run_may_be_asked_for_again_and_nothing_is_done(evening: Desk) -> None:
    first = run_up_to(evening, asked_for(evening, Job.DAILY, MONDAY), TOOLS)
    again = run_up_to(evening, asked_for(evening, Job.DAILY, MONDAY), Tools(executor=broken))
    assert again == first


def test_a_dry_run_tells_what_is_due_and_writes_nothing(evening: Desk, clock: PutClock) -> None:
    clock.put(2026, 4, 21, 18)
    assert [(due.occurrence.local_date.day, due.heroes) for due in what_is_due(evening)] == [(20, 8), (21, 8)]
    assert list_runs(evening) == []


def test_a_run_that_fails_waits_and_is_given_up_after_three_attempts(evening: Desk) -> None:
    for attempt, state in enumerate(("due", "due", "failed"), start=1):
        assert tick(evening, Tools(executor=broken)) == Ticked(done=0, failed=1)
        run = only_run(evening)
        assert (run.state, run.failures) == (state, attempt)
        assert "the executor is broken" in reason_text(run.error, "ru")
        assert tick(evening, Tools(executor=broken)) == Ticked(done=0, failed=0)
        wait_is_over(evening)
    with evening.read() as (session, _):
        assert (
            session.exec(
                select(Secret.number).where(col(Secret.run_id).is_(None), col(Secret.job) == Job.DAILY)
            ).one()
            == 2
        )


def test_a_run_that_kills_its_worker_again_and_again_is_given_up(evening: Desk) -> None:
    ensure_runs(evening)
    for _ in range(MOST_DEATHS):
        assert claim(evening) is not None
        wait_is_over(evening)  # nobody is at it any more, and no step was done
    assert claim(evening) is None
    run = only_run(evening)
    assert (run.state, run.failures) == ("failed", 0)
    assert "died 25 times at the same step" in reason_text(run.error, "en")


def test_a_step_that_is_done_makes_up_for_workers_that_died(evening: Desk) -> None:
    ensure_runs(evening)
    assert claim(evening) is not None
    wait_is_over(evening)

    def played_once(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
        yield next(play_on_threads(chunks))
        raise KeyboardInterrupt

    with evening.write() as (session, _):
        session.exec(select(Run)).one().deaths = MOST_DEATHS - 2
    with pytest.raises(KeyboardInterrupt):
        tick(evening, Tools(executor=played_once, chunk=5))
    assert only_run(evening).deaths == 0
    assert tick(evening, TOOLS).done == 1


def test_a_run_that_failed_does_not_hold_up_the_next_day(evening: Desk, clock: PutClock) -> None:
    for _ in range(3):
        tick(evening, Tools(executor=broken))
        wait_is_over(evening)
    clock.put(2026, 4, 21, 18)
    assert tick(evening, TOOLS).done == 2  # the night's too


def test_a_failed_run_goes_on_where_it_stopped_when_it_is_tried_again(evening: Desk) -> None:
    for _ in range(3):
        tick(evening, Tools(executor=broken))
        wait_is_over(evening)
    before = only_run(evening)
    retry_run(evening, before.id or 0)
    assert tick(evening, TOOLS).done == 1
    after = only_run(evening)
    assert (after.state, after.error) == ("done", None)
    with evening.read() as (session, _):
        taken = session.exec(select(Secret).where(col(Secret.run_id) == after.id)).one()
        assert taken.number == 1
        assert len(session.exec(select(BattleRow)).all()) == 12


def test_a_skipped_run_is_not_worked_and_may_be_tried_again(evening: Desk) -> None:
    tick(evening, Tools(executor=broken))
    id_ = only_run(evening).id or 0
    assert skip_run(evening, id_).error == BY_HAND
    assert tick(evening, TOOLS).done == 0
    retry_run(evening, id_)
    assert tick(evening, TOOLS).done == 1


def test_a_run_is_skipped_once(evening: Desk) -> None:
    tick(evening, Tools(executor=broken))
    id_ = only_run(evening).id or 0
    before = skip_run(evening, id_)
    with pytest.raises(ArenaError) as refused:
        skip_run(evening, id_)
    assert refused.value.code == "run-skipped-already"
    assert only_run(evening).finished_at == before.finished_at


def test_a_run_skipped_after_the_digest_that_told_its_failure_is_told_once_more(
    evening: Desk, clock: PutClock
) -> None:
    ensure_runs(evening)
    id_ = only_run(evening).id or 0
    with evening.write() as (session, now):
        end(session, evening, session.get_one(Run, id_), RunState.FAILED, now)
    told = []
    for day in (21, 22, 23):
        clock.put(2026, 4, day, 18, 1)
        tick(evening, TOOLS)
        told += [(each.failed, each.first) for each in read_digest(evening).digest.gaps]
        if day == 21:
            skip_run(evening, id_)
    assert told == [(True, MONDAY), (False, MONDAY)]


def test_a_run_that_can_no_longer_be_made_up_is_not_tried_again(evening: Desk, clock: PutClock) -> None:
    tick(evening, Tools(executor=broken))
    id_ = only_run(evening).id or 0
    skip_run(evening, id_)
    clock.put(2026, 4, 27, 18)
    with pytest.raises(ArenaError) as refused:
        retry_run(evening, id_)
    assert refused.value.code == "run-too-late"


@pytest.mark.parametrize("order", [retry_run, skip_run])
def test_a_run_that_is_done_is_neither_retried_nor_skipped(evening: Desk, order: object) -> None:
    tick(evening, TOOLS)
    with pytest.raises(ArenaError) as refused:
        order(evening, only_run(evening).id)  # type: ignore[operator]
    assert refused.value.code == "run-done"


@pytest.mark.parametrize("order", [retry_run, skip_run])
def test_a_run_that_does_not_exist_is_refused(evening: Desk, order: object) -> None:
    with pytest.raises(ArenaError) as refused:
        order(evening, 4242)  # type: ignore[operator]
    assert refused.value.code == "run-unknown"


def test_an_interrupt_lets_a_run_go_and_the_next_tick_goes_on(evening: Desk) -> None:
    def interrupted(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        tick(evening, Tools(executor=interrupted))
    run = only_run(evening)
    assert (run.state, run.failures, run.owner) == ("due", 0, None)
    assert tick(evening, TOOLS).done == 1


def test_a_league_that_is_not_local_runs_nothing_before_its_moment(desk: Desk) -> None:
    with pytest.raises(ArenaError) as refused:
        run_now(desk, Job.DAILY, TOOLS)
    assert refused.value.code == "run-not-local"
    assert list_runs(desk) == []


def test_a_local_arena_runs_a_day_as_often_as_one_likes(tmp_path: Path) -> None:
    with opened(str(tmp_path / "local.sqlite"), local=True) as desk:
        populate(desk, 8)
        first, second = run_now(desk, Job.DAILY, TOOLS), run_now(desk, Job.DAILY, TOOLS)
        assert (first.state, second.state) == ("done", "done")
        assert first.local_date == second.local_date == MONDAY
        assert second.scheduled_for - first.scheduled_for == timedelta(seconds=1)
        with desk.read() as (session, _):
            assert len(session.exec(select(BattleRow)).all()) == 24


def test_this_process_is_alive_and_one_that_ended_is_dead() -> None:
    mine = this_process()
    child = forked(signal.pause)
    machine, pid, _ = mine.split("/")
    started = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[19]
    theirs = f"{machine}/{child}/{started}"
    assert not is_dead(mine)
    assert not is_dead(theirs)
    assert is_dead(f"{machine}/{pid}/1")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert is_dead(theirs)


def test_nobody_can_tell_of_a_process_on_another_machine() -> None:
    _, pid, started = this_process().split("/")
    assert not is_dead(f"another/{pid}/{started}")
    assert not is_dead("another/1/1")
