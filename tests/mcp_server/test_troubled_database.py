"""A database that takes nothing more, or that somebody else holds: what only reads goes on."""

import json
import resource
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import anyio
import httpx2
import pytest
from mcp import Client

from arena.desk.desk import Desk
from arena.desk.players.keys import KeyOwner, OpenedKey, authenticate
from arena.desk.players.register import list_players
from arena.desk.players.sessions import session_owner
from arena.desk.players.signing_in import exchange_link, issue_link
from arena.errors import refuse
from arena.hero.sample import SAMPLE
from mcp_server import app, workers
from mcp_server.caller import NO_PAGES, Site
from mcp_server.faults import UNWRITABLE
from mcp_server.http import health, identity, metrics
from mcp_server.http.health import OK, Writing
from mcp_server.server import make_server
from mcp_server.serving import Options
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


def test_what_was_red_is_tried_again_soon(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    writing = Writing(lambda: now[0])
    with monkeypatch.context() as patched:
        patched.setattr(
            health, "look_at_writing", Mock(side_effect=refuse("store-full", database="x", said="y"))
        )
        assert writing.look(desk.store) == "store-full"
    now[0] += health.TRIED_AGAIN_AFTER / 2
    assert writing.look(desk.store) == "store-full"
    now[0] += health.TRIED_AGAIN_AFTER
    assert writing.look(desk.store) == OK


ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "arena.desk.desk.Desk.read": ("tools/call", {"name": "list_heroes", "arguments": {}}),
    "arena.desk.desk.Desk.write": (
        "tools/call",
        {"name": "save_hero", "arguments": {"hero": SAMPLE, "expected_version": 0}},
    ),
    "arena.desk.desk.Desk.write_connection": (
        "tools/call",
        {"name": "check_hero", "arguments": {"hero": SAMPLE}},
    ),
    "mcp_server.resources.read_digest": ("resources/read", {"uri": "arena://digests/latest"}),
    "mcp_server.prompts.status": ("prompts/get", {"name": "improve_hero"}),
    "mcp_server.completions.digest_keys": (
        "completion/complete",
        {
            "ref": {"type": "ref/resource", "uri": "arena://digests/{key}"},
            "argument": {"name": "key", "value": ""},
        },
    ),
}
"""What is asked, by what of the league answers it."""
SECRETS = {"database": "postgresql://secret@secret/secret", "said": "secret"}


@pytest.fixture
def key_of_anna(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> str:
    """One that opens, whatever is wrong with the database."""
    anna = join(desk)
    monkeypatch.setattr(identity, "open_by", lambda *_: OpenedKey(1, anna.owner, False))
    return anna.key


@pytest.mark.parametrize("where", ASKED)
@pytest.mark.parametrize("code", ["store-unreachable", "store-locked", "store-full", "store-damaged"])
def test_of_a_troubled_database_participants_are_told_that_and_no_more_however_they_ask(
    desk: Desk,
    key_of_anna: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    where: str,
    code: str,
) -> None:
    method, params = ASKED[where]
    options = Options(port=0, scheduler=False, metrics_token="t" * 16)
    with served(desk, options) as address:
        with monkeypatch.context() as patched:
            patched.setattr(where, Mock(side_effect=refuse(code, **SECRETS)))
            told = post(address, key_of_anna, method, params).text
        counted = get(address, "/metrics", Authorization=f"Bearer {'t' * 16}").text
    assert "secret" not in told
    assert "league-unreachable" in told
    assert ("tell the organiser that the database takes nothing more" in told) == (code in UNWRITABLE)
    logged = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert code in [each["error"] for each in logged]
    assert "secret" not in str(logged)
    counted_as = [
        line for line in counted.splitlines() if f'method="{method}"' in line and 'outcome="failed"' in line
    ]
    assert [line.endswith(" 1.0") for line in counted_as if "_total" in line] == [True]


def test_the_person_of_a_local_arena_is_told_what_is_wrong_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(str(tmp_path / "own.sqlite"), local=True) as desk:
        server = make_server(Site(desk, NO_PAGES, lambda: KeyOwner(1, "Anna", False, "en")))
        monkeypatch.setattr(
            Desk, "read", Mock(side_effect=refuse("store-full", database="my.sqlite", said="full"))
        )

        async def ask() -> str:
            async with Client(server) as client:
                return str((await client.call_tool("list_heroes", {})).content)

        assert "my.sqlite" in anyio.run(ask)


@contextmanager
def hanging(monkeypatch: pytest.MonkeyPatch, where: str) -> Iterator[None]:
    """As if the database took the question and never answered."""
    answers = threading.Event()
    monkeypatch.setattr(where, lambda *_, **__: answers.wait(WAITS))
    yield
    answers.set()


@pytest.mark.medium
@pytest.mark.parametrize("where", ASKED)
def test_a_database_that_hangs_holds_no_call_for_ever_and_no_more_threads_than_work(
    desk: Desk, key_of_anna: str, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    monkeypatch.setattr(desk.store, "lock_timeout", 0.0)
    method, params = ASKED[where]
    with served(desk) as address:
        post(address, key_of_anna, "ping")
        before = threading.active_count()
        with hanging(monkeypatch, where):
            for _ in range(2 * workers.AT_A_TIME):
                told = post(address, key_of_anna, method, params).text
                assert "league-unreachable" in told
                assert "look first" in told
            assert threading.active_count() - before <= workers.AT_A_TIME + 1


@pytest.mark.parametrize(("path", "method"), [("/mcp", "POST"), ("/", "GET"), ("/metrics", "GET")])
def test_a_database_that_hangs_is_told_as_such_by_keys_pages_and_metrics(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, path: str, method: str
) -> None:
    key = join(desk).key
    monkeypatch.setattr(identity, "SECONDS", 0.2)
    monkeypatch.setattr(metrics, "SECONDS", 0.2)
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    headers = {"Authorization": f"Bearer {'t' * 16 if path == '/metrics' else key}"}
    options = Options(port=0, scheduler=False, metrics_token="t" * 16)
    with served(desk, options) as address, ExitStack() as all_of_it:
        for where in ("http.identity.open_by", "web.visits.session_owner", "http.metrics.workings"):
            all_of_it.enter_context(hanging(monkeypatch, f"mcp_server.{where}"))
        told = httpx2.request(method, f"{address}{path}", headers=headers, timeout=10, trust_env=False)
    assert (told.status_code, told.json()["code"]) == (503, "league-unreachable")
    assert int(told.headers["retry-after"]) > 0


def test_a_refusal_is_shown_as_to_anybody_where_the_database_hangs(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SECONDS", 0.1)
    with served(desk) as address, hanging(monkeypatch, "mcp_server.web.visits.session_owner"):
        for _ in range(2 * workers.AT_A_TIME):
            told = get(address, "/nothing", Accept="text/html")
            assert (told.status_code, told.headers["content-type"]) == (404, "text/html; charset=utf-8")


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
