"""A folder of files that can be made again."""

import asyncio
import os
import time
from datetime import date
from pathlib import Path

import anyio
import pytest
from structlog.testing import capture_logs

from arena.store.backup.taking import UNFINISHED
from arena.store.backup.thinning import backup_name
from mcp_server.pictures.file_cache import FileCache
from tests.arena.store.processes import without_privileges

A, B, C, D = (f"{digit * 64}.webp" for digit in "abcd")


def asked_for(file: Path, days_ago: float) -> None:
    """As if the file had been asked for last so long ago."""
    then = time.time() - days_ago * 86400
    os.utime(file, (then, then))


def test_a_file_is_read_as_it_was_put_and_others_are_not_there(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "deep" / "films")
    assert cache.read(A) is None
    cache.put(A, b"one")
    cache.put(A, b"two")
    assert (cache.read(A), cache.read(B)) == (b"two", None)
    assert [each.name for each in (tmp_path / "deep" / "films").iterdir()] == [A]


def test_the_files_that_were_asked_for_longest_ago_go_first(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, capacity=30)
    for days, name in enumerate((C, B, A), start=1):
        cache.put(name, bytes(10))
        asked_for(tmp_path / name, days)
    assert cache.read(A)  # now it is the last
    cache.put(D, bytes(10))
    assert [cache.read(name) is None for name in (A, B, C, D)] == [False, True, False, False]


def test_what_nobody_asks_for_goes_after_a_month(tmp_path: Path) -> None:
    cache = FileCache(tmp_path)
    for name, days in ((A, 31), (B, 29)):
        cache.put(name, b"one")
        asked_for(tmp_path / name, days)
    cache.put(C, b"one")
    assert [cache.read(name) is None for name in (A, B, C)] == [True, False, False]


def test_it_also_goes_where_nothing_is_put_as_a_server_starts_and_on_each_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[set[str]] = []

    async def a_day_later(seconds: float) -> None:
        assert seconds == 86400
        left.append({path.name for path in tmp_path.iterdir()})
        if len(left) == 3:
            raise asyncio.CancelledError
        asked_for(tmp_path / (B, C)[len(left) - 1], days_ago=31)

    cache = FileCache(tmp_path)
    for name, days in ((A, 31), (B, 29), (C, 29)):
        cache.put(name, b"one")
        asked_for(tmp_path / name, days)
    monkeypatch.setattr(anyio, "sleep", a_day_later)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(FileCache(tmp_path).evict_daily())
    assert left == [{B, C}, {C}, set()]


def test_a_folder_that_is_not_there_yet_has_nothing_to_let_go(tmp_path: Path) -> None:
    with capture_logs() as events:
        FileCache(tmp_path / "films").evict()
    assert events == []
    assert not (tmp_path / "films").exists()


def test_half_written_files_of_a_killed_process_go_in_their_turn(tmp_path: Path) -> None:
    half = tmp_path / ".film-0a_z1b2c.part"
    half.write_bytes(bytes(30))
    asked_for(half, days_ago=1)
    FileCache(tmp_path, capacity=30).put(A, bytes(10))
    assert not half.exists()


def test_what_others_put_there_stays(tmp_path: Path) -> None:
    backup, folder = tmp_path / backup_name(date(2026, 4, 24), is_sqlite=True), tmp_path / "folder"
    unfinished = tmp_path / f".{backup.name}.fresh.0a_z1b2c{UNFINISHED}"
    for path in (backup, unfinished):
        path.write_bytes(bytes(100))
    folder.mkdir()
    for path in (backup, unfinished, folder):
        asked_for(path, days_ago=1000)
    cache = FileCache(tmp_path, capacity=10)
    with capture_logs() as events:
        cache.put(A, bytes(10))
    assert cache.read(A) == bytes(10)
    assert {*tmp_path.iterdir()} == {tmp_path / A, backup, unfinished, folder}
    assert events == []


def test_a_folder_by_the_name_of_a_file_is_let_be_and_the_others_go(tmp_path: Path) -> None:
    cache = FileCache(tmp_path)
    (tmp_path / B).mkdir()
    (tmp_path / C).write_bytes(b"old")
    for name in (B, C):
        asked_for(tmp_path / name, 40)
    with capture_logs() as logged:
        cache.put(A, b"new")
    assert sorted(each.name for each in tmp_path.iterdir()) == [A, B]
    assert logged == []


def test_a_file_that_cannot_be_deleted_is_logged_and_the_others_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for days, name in ((50, B), (40, C)):
        (tmp_path / name).write_bytes(b"old")
        asked_for(tmp_path / name, days)
    unlink = Path.unlink

    def refusing(path: Path, missing_ok: bool = False) -> None:
        if path.name == C:  # the first that goes
            raise PermissionError(1, "Operation not permitted")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refusing)
    with capture_logs() as logged:
        FileCache(tmp_path).evict()
    assert [each.name for each in tmp_path.iterdir()] == [C]
    assert [(each["event"], each["error"]) for each in logged] == [
        ("cache_not_evicted", "Operation not permitted")
    ]


@pytest.mark.parametrize(("mode", "found", "events"), [(0o555, b"old", 1), (0o000, None, 2)])
def test_where_the_folder_is_no_use_it_is_logged_and_nothing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, found: bytes | None, events: int
) -> None:
    (tmp_path / A).write_bytes(b"old")
    (tmp_path / A).chmod(0o444)
    monkeypatch.chdir(tmp_path)  # the folders above it are closed to others
    tmp_path.chmod(mode)

    def use() -> None:
        cache = FileCache(Path())
        with capture_logs() as logged:
            cache.put(B, b"one")
            assert cache.read(A) == found
        assert logged[0]["event"] == "cache_unwritable"
        assert len(logged) == events

    assert without_privileges(use) == 0
    tmp_path.chmod(0o755)


def test_a_file_in_the_place_of_the_folder_is_logged_and_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "films").write_bytes(b"")
    cache = FileCache(tmp_path / "films")
    with capture_logs() as logged:
        cache.put(A, b"one")
        assert cache.read(A) is None
    assert [each["event"] for each in logged] == ["cache_unwritable", "cache_unreadable"]


def test_a_disk_that_is_full_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with capture_logs() as events:
        FileCache(tmp_path).put(A, b"one")
    assert [(each["event"], each["error"]) for each in events] == [
        ("cache_unwritable", "No space left on device")
    ]
    assert list(tmp_path.iterdir()) == []
