"""A database that takes nothing more, or that somebody else holds: what only reads goes on."""

import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.desk.desk import Desk
from arena.desk.players.keys import authenticate
from arena.desk.players.register import list_players
from arena.desk.players.sessions import session_owner
from arena.desk.players.signing_in import exchange_link, issue_link
from mcp_server.http import health
from mcp_server.http.health import OK, Writing
from tests.leagues import MONDAY, PutClock, opened
from tests.mcp_server.doors import get, join, post, served

WAITS = 20.0
"""Seconds that a writer waits for the one before it, far more than a test should."""
READS = (
    ("ping", {}),
    ("tools/call", {"name": "get_rules", "arguments": {}}),
    ("tools/call", {"name": "list_heroes", "arguments": {}}),
)


@pytest.fixture
def desk(tmp_path: Path, clock: PutClock) -> Iterator[Desk]:
    with opened(str(tmp_path / "league.sqlite"), clock, lock_timeout=WAITS) as desk:
        yield desk


@contextmanager
def taking_no_more(desk: Desk) -> Iterator[None]:
    """As if the disk were full: no file of this process may become larger than the database's log is."""
    log = Path(f"{desk.store.url.database}-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def held(desk: Desk) -> Iterator[None]:
    """Another program writes all the while."""
    other = sqlite3.connect(str(desk.store.url.database), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


@pytest.mark.parametrize("trouble", [taking_no_more, held])
def test_reads_go_on_where_nothing_can_be_written(desk: Desk, trouble: Callable[[Desk], object]) -> None:
    anna, boris = join(desk, "Anna"), join(desk, "Boris")
    with served(desk) as address, trouble(desk):  # type: ignore[attr-defined]
        begun = time.monotonic()
        for method, params in READS:
            for key in (anna.key, boris.key):
                told = post(address, key, method, params)
                assert told.status_code == 200, told.text
                assert not told.json()["result"].get("isError"), told.text
        assert time.monotonic() - begun < WAITS / 2


@pytest.mark.parametrize("trouble", [taking_no_more, held])
def test_a_use_that_cannot_be_noted_is_logged_and_passed_over(
    desk: Desk, trouble: Callable[[Desk], object], capfd: pytest.CaptureFixture[str], clock: PutClock
) -> None:
    anna = join(desk)
    browser = exchange_link(desk, issue_link(desk, anna.id).token).token
    clock.advance(hours=2)
    with trouble(desk):  # type: ignore[attr-defined]
        assert authenticate(desk, anna.key) == anna.owner
        assert session_owner(desk, browser) == anna.owner
    assert capfd.readouterr().err.count("note_left_out") == 2
    assert authenticate(desk, anna.key) == anna.owner
    assert list_players(desk)[0].keys[0].last_used_at == clock()


def test_a_servers_keys_have_their_last_use_noted_beside_and_at_its_end(desk: Desk, clock: PutClock) -> None:
    anna = join(desk)
    with served(desk) as address:
        assert post(address, anna.key, "ping").status_code == 200
        until = time.monotonic() + 20
        while not list_players(desk)[0].keys[0].last_used_at and time.monotonic() < until:
            time.sleep(0.05)
        assert list_players(desk)[0].keys[0].last_used_at == MONDAY
        clock.put(2026, 4, 20, 12)
        assert post(address, anna.key, "ping").status_code == 200
    assert list_players(desk)[0].keys[0].last_used_at == datetime(2026, 4, 20, 12, tzinfo=UTC)


def test_a_server_whose_database_takes_no_more_is_not_ready(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "WRITTEN_EVERY", 0.0)
    join(desk)
    with served(desk) as address:
        assert get(address, "/readyz").status_code == 200
        with taking_no_more(desk):
            told = get(address, "/readyz")
            assert (told.status_code, told.json()["checks"]) == (503, {"database": "store-disk"})
            assert get(address, "/healthz").status_code == 200
        assert get(address, "/readyz").status_code == 200


def test_readiness_writes_rarely_however_often_it_is_asked_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[object] = []
    monkeypatch.setattr(health, "look_at_writing", tries.append)
    writing = Writing()
    assert [writing.look(desk.store) for _ in range(50)] == [OK] * 50
    assert len(tries) == 1


def test_another_who_writes_is_no_trouble_until_all_who_wait_are_refused(
    desk: Desk,
) -> None:
    now = [100.0]
    writing = Writing(lambda: now[0])
    with held(desk):
        assert writing.look(desk.store) == OK
        now[0] += WAITS + 1
        assert writing.look(desk.store) == "store-locked"
    assert writing.look(desk.store) == OK
