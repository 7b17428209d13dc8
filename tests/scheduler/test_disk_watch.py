"""Full disks: found within the hour, told once a day, whatever the night is at."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.store.tables import Message
from scheduler.disk import disks_of
from scheduler.housekeeping import Housekeeping
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import PutClock, opened

TOTAL = 10_000_000_000


class Usage:
    """A disk with so many bytes free, and how often somebody has looked."""

    def __init__(self, free: int) -> None:
        self.free, self.looks = free, 0

    def __call__(self, folder: Path) -> tuple[int, int, int]:
        self.looks += 1
        return TOTAL, TOTAL - self.free, self.free


@pytest.fixture
def desk(address: str, clock: PutClock) -> Iterator[Desk]:
    with opened(address, clock, alert_urls=("json://alerts.example",), lang="en") as desk:
        yield desk


def tools(folder: Path, usage: Usage) -> Tools:
    return Tools(housekeeping=Housekeeping(folder, None, usage))


def told(desk: Desk) -> list[str]:
    with desk.read() as (session, _):
        alerts = select(Message.body).where(col(Message.body).like("Arena: the disk%")).order_by(Message.id)
        return [body or "" for body in session.exec(alerts)]


@pytest.mark.parametrize(("free", "count"), [(1_500_000_000, 0), (900_000_000, 1)])
def test_a_disk_is_told_when_less_than_a_tenth_is_free(
    desk: Desk, tmp_path: Path, free: int, count: int
) -> None:
    tick(desk, tools(tmp_path, Usage(free)))
    assert len(told(desk)) == count
    assert all(f"{free // 1_000_000} MB free" in each for each in told(desk))


def test_a_disk_that_fills_up_by_day_is_told_within_the_hour_and_once_a_day(
    desk: Desk, clock: PutClock, tmp_path: Path
) -> None:
    usage = Usage(TOTAL)
    tick(desk, tools(tmp_path, usage))
    usage.free = 1
    clock.advance(minutes=59)
    tick(desk, tools(tmp_path, usage))
    assert told(desk) == []
    clock.advance(minutes=1)
    tick(desk, tools(tmp_path, usage))
    assert len(told(desk)) == 1
    for _ in range(10):
        clock.advance(hours=1)
        tick(desk, tools(tmp_path, usage))
    assert len(told(desk)) == 1
    clock.advance(hours=14)
    tick(desk, tools(tmp_path, usage))
    assert len(told(desk)) == 2


def test_disks_are_looked_at_once_an_hour_however_many_processes_tick(
    desk: Desk, clock: PutClock, tmp_path: Path
) -> None:
    usage = Usage(TOTAL)
    tick(desk, tools(tmp_path, usage))
    looks = usage.looks
    for _ in range(11):
        clock.advance(minutes=5)
        tick(desk, tools(tmp_path, usage))
    assert usage.looks == looks > 0


def test_a_clock_that_was_ahead_does_not_keep_anybody_from_looking(
    desk: Desk, clock: PutClock, tmp_path: Path
) -> None:
    usage = Usage(TOTAL)
    clock.advance(hours=5)
    tick(desk, tools(tmp_path, usage))
    clock.advance(hours=-5)
    usage.free = 1
    tick(desk, tools(tmp_path, usage))
    assert len(told(desk)) == 1


def test_a_disk_that_nobody_may_see_keeps_no_run_from_its_work(
    desk: Desk, clock: PutClock, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def closed(folder: Path) -> tuple[int, int, int]:
        raise PermissionError(folder)

    clock.advance(days=1)
    done = tick(desk, Tools(housekeeping=Housekeeping(tmp_path, None, closed))).done
    assert done == 2
    assert '"event": "disk_unseen"' in capfd.readouterr().err


def test_a_disk_without_room_for_two_copies_is_nearly_full(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 700_000_000
    monkeypatch.setattr("scheduler.disk.size_of", lambda store: size)
    for free, is_full in ((2 * size - 1, True), (2 * size, False)):
        (disk, *_) = disks_of(desk.store, tmp_path, Usage(free))
        assert disk.is_nearly_full == is_full
