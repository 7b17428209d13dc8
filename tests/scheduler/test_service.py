"""The clock of a server: it wakes the tick, shows that it lives, and stops cleanly."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.store.tables import Run, RunState
from scheduler import service
from scheduler.service import ticking
from scheduler.work import Tools
from tests.leagues import MONDAY, PutClock, opened, populate
from tests.waiting import LONGEST

EVENING = MONDAY.replace(hour=18)
QUICK = 0.02


def until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def states(desk: Desk) -> list[str]:
    with desk.read() as (session, _):
        return list(session.exec(select(Run.state).order_by(col(Run.id))))


@pytest.fixture
def desk(address: str, clock: PutClock) -> Iterator[Desk]:
    with opened(address, clock) as desk:
        populate(desk, 4)
        yield desk


def test_what_comes_due_is_done_without_anybody_else(desk: Desk, clock: PutClock) -> None:
    with ticking(desk, interval=QUICK) as running:
        until(lambda: running.last_tick)
        assert states(desk) == []
        clock.now = EVENING
        until(lambda: states(desk) == [RunState.DONE])


def test_last_tick_tells_that_the_clock_lives(desk: Desk) -> None:
    before = datetime.now(UTC)
    with ticking(desk, interval=QUICK) as running:
        until(lambda: running.last_tick)
        first = running.last_tick
        assert first is not None
        assert before <= first <= datetime.now(UTC)
        until(lambda: running.last_tick != first)


def test_a_tick_that_fails_is_logged_and_followed_by_others_and_does_not_look_alive(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    calls: list[int] = []

    def broken(*_: object) -> None:
        calls.append(1)
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(service, "tick", broken)
    with ticking(desk, interval=QUICK) as running:
        until(lambda: len(calls) >= 3)
        assert running.last_tick is None
    told = capfd.readouterr()
    first = json.loads(told.err.splitlines()[0])
    assert (first["event"], first["error"]) == ("tick_failed", "RuntimeError")
    assert first["traceback"].endswith("RuntimeError: a wheel came off\n")
    assert len(first["id"]) == 8
    assert told.out == ""


def test_a_stop_lets_the_step_at_work_end_and_the_run_go(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING
    at_work, go_on = threading.Event(), threading.Event()

    def told(run: Run, progress: float) -> None:
        at_work.set()
        go_on.wait(LONGEST)

    with ticking(desk, Tools(told=told), interval=QUICK):
        assert at_work.wait(LONGEST)
        threading.Timer(0.1, go_on.set).start()
    with desk.read() as (session, _):
        run = session.exec(select(Run)).one()
    assert (run.state, run.owner, run.lease_until, run.failures) == (RunState.DUE, None, 0.0, 0)
    assert run.progress > 0
    with ticking(desk, interval=QUICK):
        until(lambda: states(desk) == [RunState.DONE])


def test_the_clock_wakes_at_the_very_moment(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING - timedelta(seconds=0.3)
    with ticking(desk, interval=3600) as running:
        until(lambda: running.last_tick)
        clock.now = EVENING
        until(lambda: states(desk) == [RunState.DONE])


def test_a_tick_that_ends_while_the_clock_stops_does_not_wake_it_again(
    desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scheduler that shuts down waits for its ticks, under a lock: one that asks it for anything then waits
    for it, and both for ever."""
    about_to_wake, shutting_down = threading.Event(), threading.Event()
    too_late: list[object] = []
    shutdown, add_job = ThreadPoolExecutor.shutdown, BackgroundScheduler.add_job

    def now() -> datetime:
        about_to_wake.set()
        assert shutting_down.wait(LONGEST)
        return clock()

    def begun(self: ThreadPoolExecutor, wait: bool = True) -> None:
        shutting_down.set()
        shutdown(self, wait)

    def added(self: BackgroundScheduler, *given: object, **more: object) -> None:
        if shutting_down.is_set():
            too_late.append(more)
        else:
            add_job(self, *given, **more)

    monkeypatch.setattr(service, "tick", lambda *_: None)
    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", begun)
    monkeypatch.setattr(BackgroundScheduler, "add_job", added)
    with ticking(replace(desk, clock=now), interval=3600):
        assert about_to_wake.wait(LONGEST)
    assert too_late == []
