"""Whatever is killed when, a league ends in the state of one that nobody disturbed."""

import os
import random
import signal
import time
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlmodel import col, func, select

from arena.desk.rounds.play import Chunk, play_on_threads
from arena.store.tables import BattleRow, Run, RunState
from scheduler.work import Tools
from tests.conftest import DATABASES
from tests.leagues import MONDAY, PutClock, fresh_address, opened
from tests.scheduler.killing import (
    TOOLS,
    events_of,
    in_a_child,
    settle,
    state_of,
    work_at,
    work_under_fire,
)
from tests.waiting import forked

pytestmark = pytest.mark.medium

HEROES = 500
EVENING = MONDAY.replace(hour=18)
MOST_DAYS = 300


@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.parametrize("kills", [12, pytest.param(200, marks=pytest.mark.slow)])
def test_a_league_that_was_killed_again_and_again_is_as_one_that_was_not(
    kind: str, kills: int, tmp_path: Path
) -> None:
    chance = random.Random(kills)
    with (
        fresh_address(kind, _made(tmp_path / "calm")) as calm,
        fresh_address(kind, _made(tmp_path / "fire")) as fire,
    ):
        for address in (calm, fire):
            settle(address, HEROES)
        killed = day = 0
        while killed < kills and day < MOST_DAYS:
            now = EVENING + timedelta(days=day)
            events = events_of(calm, now)
            killed += work_under_fire(fire, now, events, chance, kills - killed)
            day += 1
        with opened(calm, PutClock(now)) as undisturbed, opened(fire, PutClock(now)) as disturbed:
            expected, found = state_of(undisturbed), state_of(disturbed)
        assert killed == kills
        assert len(expected["message"]) >= 4 * len(expected["digest"]) > 0
        for table, rows in expected.items():
            assert found[table] == rows, table


@pytest.mark.parametrize("kind", DATABASES)
def test_four_processes_at_once_do_the_work_once(kind: str, tmp_path: Path) -> None:
    with (
        fresh_address(kind, _made(tmp_path / "one")) as one,
        fresh_address(kind, _made(tmp_path / "four")) as four,
    ):
        for address in (one, four):
            settle(address, HEROES)
        now = EVENING + timedelta(days=4)
        work_at(one, now)
        children = [forked(lambda: work_at(four, now)) for _ in range(4)]
        assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0, 0]
        work_at(four, now)
        with opened(one, PutClock(now)) as alone, opened(four, PutClock(now)) as together:
            assert state_of(together) == state_of(alone)


def test_a_worker_that_was_paused_cannot_write_after_another_took_over(address: str) -> None:
    settle(address, HEROES)
    short = Tools(chunk=100, lease=0.2)
    paused = Tools(executor=_paused_at_the_third_chunk, chunk=100, lease=0.2)
    child = forked(lambda: work_at(address, EVENING, paused))
    _, status = os.waitpid(child, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    time.sleep(0.3)
    work_at(address, EVENING, short)
    with opened(address, PutClock(EVENING)) as desk:
        before = state_of(desk)
    os.kill(child, signal.SIGCONT)
    assert os.waitpid(child, 0)[1] == 0
    with opened(address, PutClock(EVENING)) as desk:
        assert state_of(desk) == before
        with desk.read() as (session, _):
            run = session.exec(select(Run)).one()
            assert run.state == RunState.DONE
            assert session.exec(select(func.count()).select_from(BattleRow)).one() == HEROES * 3 // 2


def test_a_dead_workers_lease_is_released_at_once(address: str) -> None:
    settle(address, HEROES)

    def die() -> None:
        work_at(address, EVENING, Tools(executor=_killed_at_the_third_chunk, chunk=100, lease=3600))

    assert in_a_child(die) == signal.SIGKILL
    work_at(address, EVENING, TOOLS)
    with opened(address, PutClock(EVENING)) as desk, desk.read() as (session, _):
        assert session.exec(select(col(Run.state))).one() == RunState.DONE


def _paused_at_the_third_chunk(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
    return _signalled(chunks, signal.SIGSTOP)


def _killed_at_the_third_chunk(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
    return _signalled(chunks, signal.SIGKILL)


def _signalled(chunks: Iterable[Chunk], number: signal.Signals) -> Iterator[NDArray[np.void]]:
    for i, outcomes in enumerate(play_on_threads(chunks)):
        if i == 2:
            os.kill(os.getpid(), number)
        yield outcomes


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
