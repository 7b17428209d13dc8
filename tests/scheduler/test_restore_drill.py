"""A drill: backed up while a run is at work and restored elsewhere, a league comes to the same end there."""

import os
import shutil
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlmodel import func, select

from arena.desk.battles.verifying import verify_run
from arena.desk.rounds.play import Chunk, play_on_threads
from arena.store.backup import back_up, restore
from arena.store.tables import BattleRow, Run, RunState
from scheduler.work import Tools
from tests.arena.store.processes import FORK
from tests.conftest import DATABASES
from tests.leagues import MONDAY, PutClock, empty_address, fresh_address, opened
from tests.scheduler.killing import TOOLS, settle, state_of, work_at
from tests.waiting import LONGEST, forked

HEROES = 500
EVENING = MONDAY.replace(hour=18)
BATTLES = HEROES * 3 // 2


@pytest.mark.parametrize("kind", DATABASES)
def test_a_league_restored_from_a_backup_of_the_middle_of_a_run_ends_as_the_original(
    kind: str, tmp_path: Path
) -> None:
    if kind == "postgresql" and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    with (
        fresh_address(kind, _made(tmp_path / "league")) as address,
        empty_address(kind, _made(tmp_path / "restored")) as elsewhere,
    ):
        settle(address, HEROES)
        begun, backed_up = FORK.Event(), FORK.Event()

        def slowly(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
            """Play on while the backup is taken, all but the last battles."""
            for number, outcomes in enumerate(play_on_threads(chunks), start=1):
                if number == 3:
                    begun.set()
                if number == -(-BATTLES // TOOLS.chunk):
                    assert backed_up.wait(LONGEST), "there is no backup"
                time.sleep(0.02)
                yield outcomes

        def play() -> None:
            work_at(address, EVENING, Tools(executor=slowly, chunk=TOOLS.chunk))

        player = forked(play)
        try:
            assert begun.wait(LONGEST), "the run does not begin"
            with opened(address) as desk:
                back_up(desk.store, tmp_path / "backup")
            backed_up.set()
        finally:
            _, status = os.waitpid(player, 0)
        assert status == 0

        restore(tmp_path / "backup", elsewhere)
        with opened(elsewhere, PutClock(EVENING)) as restored, restored.read() as (session, _):
            assert session.exec(select(Run.state)).one() == RunState.DUE  # released by the restore
            stored = session.exec(select(func.count()).select_from(BattleRow)).one()
            assert 2 * TOOLS.chunk <= stored < BATTLES
        work_at(elsewhere, EVENING)
        with opened(elsewhere, PutClock(EVENING)) as restored, opened(address, PutClock(EVENING)) as original:
            assert state_of(restored) == state_of(original)
            assert verify_run(restored, "daily-2026-04-20").holds
            assert verify_run(restored, "daily-2026-04-20") == verify_run(original, "daily-2026-04-20")


@pytest.mark.parametrize("kind", DATABASES)
def test_a_restore_under_a_run_at_work_takes_the_run_from_its_worker(kind: str, tmp_path: Path) -> None:
    if kind == "postgresql" and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    with (
        fresh_address(kind, _made(tmp_path / "calm")) as calm,
        fresh_address(kind, _made(tmp_path / "league")) as address,
    ):
        for each in (calm, address):
            settle(each, HEROES)
        work_at(calm, EVENING)

        def restored_under_it(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
            for number, outcomes in enumerate(play_on_threads(chunks)):
                if number == 3 and not (tmp_path / "backup").exists():
                    with opened(address) as other:
                        back_up(other.store, tmp_path / "backup")
                if number == 6:
                    restore(tmp_path / "backup", address, overwrite=True)
                yield outcomes

        work_at(address, EVENING, Tools(executor=restored_under_it, chunk=TOOLS.chunk))
        with opened(address, PutClock(EVENING)) as restored, opened(calm, PutClock(EVENING)) as original:
            assert state_of(restored) == state_of(original)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
