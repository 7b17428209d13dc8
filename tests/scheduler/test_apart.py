"""Runs worked in a process of their own."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlmodel import func, select

from arena.desk.desk import Desk, utc_now
from arena.league.calendar import Job
from arena.store.tables import BattleRow, Run, RunState
from scheduler.apart import WorkerDiedError, work_due_apart
from scheduler.orders import order_now
from scheduler.service import ticking
from scheduler.tick import Ticked
from scheduler.work import StopAskedError, Tools
from tests.leagues import opened, populate

pytestmark = pytest.mark.medium

HEROES = 40


@pytest.fixture
def desk(address: str) -> Iterator[Desk]:
    """A league by the machine's own clock, for that is the other process's too, with a run that is due."""
    with opened(address, utc_now, local=True) as desk:  # type: ignore[arg-type]
        populate(desk, HEROES)
        order_now(desk, Job.DAILY)
        yield desk


def state(desk: Desk) -> tuple[str, int]:
    with desk.read() as (session, _):
        return session.exec(select(Run.state, Run.deaths)).one()


def battles(desk: Desk) -> int:
    with desk.read() as (session, _):
        return session.exec(select(func.count()).select_from(BattleRow)).one()


def test_a_run_is_worked_by_another_process_which_tells_of_its_progress(desk: Desk) -> None:
    told: list[tuple[str, float]] = []
    with desk.read() as (session, _):
        assert session.exec(select(Run.owner)).one() is None
    tools = Tools(told=lambda run, progress: told.append((run.job, progress)))
    assert work_due_apart(desk, tools) == Ticked(1, 0)
    assert state(desk) == (RunState.DONE, 0)
    assert battles(desk) == HEROES * 3 // 2
    assert [job for job, _ in told] == ["daily"] * len(told)
    assert told[-1][1] == 1.0
    assert multiprocessing.active_children() == []


def test_no_process_is_started_when_nothing_is_due(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    work_due_apart(desk, Tools())
    monkeypatch.setattr(multiprocessing, "get_context", lambda method: pytest.fail("a process was started"))
    assert work_due_apart(desk, Tools()) == Ticked(0, 0)


def test_who_is_asked_to_stop_lets_the_run_go_after_its_step_and_another_goes_on(desk: Desk) -> None:
    told: list[float] = []
    tools = Tools(told=lambda run, progress: told.append(progress), stopping=lambda: bool(told), chunk=7)
    with pytest.raises(StopAskedError):
        work_due_apart(desk, tools)
    assert state(desk) == (RunState.DUE, 0)
    assert work_due_apart(desk, Tools()) == Ticked(1, 0)
    assert battles(desk) == HEROES * 3 // 2


def test_a_process_that_is_killed_is_noticed_and_its_run_is_done_once(desk: Desk) -> None:
    def kill(run: Run, progress: float) -> None:
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)

    with pytest.raises(WorkerDiedError):
        work_due_apart(desk, Tools(told=kill, chunk=1))
    assert state(desk)[0] == RunState.RUNNING
    assert work_due_apart(desk, Tools()) == Ticked(1, 0)
    assert state(desk)[0] == RunState.DONE
    assert battles(desk) == HEROES * 3 // 2


def test_a_signal_to_all_processes_of_a_terminal_does_not_break_a_step(desk: Desk) -> None:
    def interrupt(run: Run, progress: float) -> None:
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGINT)
            os.kill(child.pid, signal.SIGTERM)

    assert work_due_apart(desk, Tools(told=interrupt)) == Ticked(1, 0)


def test_a_clock_works_its_runs_so(desk: Desk) -> None:
    before = datetime.now(UTC)
    with ticking(desk, interval=0.05, works=work_due_apart) as clock:
        for _ in range(600):
            if state(desk)[0] == RunState.DONE:
                break
            signal.sigtimedwait([], 0.05)
        assert state(desk) == (RunState.DONE, 0)
        assert clock.last_tick is not None
        assert clock.last_tick >= before
