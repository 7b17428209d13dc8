"""`arena serve`: where it listens, what it does beside, how it ends, and what it logs."""

import asyncio
import errno
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import anyio
import httpx2
import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.players.keys import make_key, revoke_keys
from arena.errors import ArenaError
from arena.settings import Settings, variable
from arena.store.tables import BattleRow, Run, RunState
from dsl.catalogue import LOCALES
from mcp_server import serving as serving_module
from mcp_server.library_logs import take_library_logs
from mcp_server.news import LATEST
from mcp_server.pictures.films import Films
from mcp_server.pictures.studio import Studio
from mcp_server.server import make_server
from mcp_server.serving import GRACE, Options, opened_site
from scheduler import service as scheduler_service
from scheduler.tick import tick
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import free_port, get, join, over_http, post, served, site_of, sqlite_desk
from tests.waiting import LONGEST, killed_in_time, until

SERVE = [sys.executable, "-c", "from mcp_server.cli.main import main; main()", "serve", "--port", "0"]


@pytest.fixture
def new_league(tmp_path: Path) -> Iterator[Desk]:
    """One that begins now, for a process that knows no other time: nothing is due in it."""
    with opened(str(tmp_path / "new.sqlite"), PutClock(datetime.now(UTC))) as desk:
        yield desk


desk = sqlite_desk


@dataclass(frozen=True)
class Serving:
    """A server in a process of its own, with the first line that it told; at its end `told` has the rest."""

    process: subprocess.Popen[str]
    address: str
    told: list[str]

    def hear(self) -> None:
        """Wait for another line that it tells."""
        assert self.process.stdout is not None
        self.told.append(self.process.stdout.readline())

    def ended_by(self, number: signal.Signals) -> tuple[int, float, str]:
        """The exit code, the seconds that the end took, and what was on stderr."""
        self.process.send_signal(number)
        begun = time.monotonic()
        out, err = self.process.communicate(timeout=30)
        self.told.extend(out.splitlines())
        return self.process.returncode, time.monotonic() - begun, err


@contextmanager
def serving(desk: Desk, *arguments: str, **variables: str) -> Iterator[Serving]:
    """`arena serve` on a league and a free port."""
    ours = {variable(name) for name in Settings.model_fields}
    surroundings = {name: value for name, value in os.environ.items() if name not in ours}
    surroundings |= {"ARENA_DATABASE_URL": str(desk.store.url.database), "ARENA_LANG": "en", **variables}
    process = subprocess.Popen(
        [*SERVE, *arguments],
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeding_interrupts,
    )
    assert process.stdout is not None
    try:
        with killed_in_time(process):
            told = [process.stdout.readline()]
            found = re.search(r"http://127\.0\.0\.1:\d+", told[0])
            assert found, told
            yield Serving(process, found[0], told)
    finally:
        process.kill()
        process.communicate()


def heeding_interrupts() -> None:
    """As a shell starts a program in the foreground. One in the background ignores Ctrl-C, and so would what
    tests start that run there."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.medium
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_it_ends_soon_after_a_signal_though_somebody_listens(
    new_league: Desk, number: signal.Signals, code: int
) -> None:
    anna = join(new_league)
    ends: list[tuple[int, float, str]] = []

    async def listen(server: Serving) -> None:
        async with (
            over_http(server.address, anna.key) as client,
            client.listen(resource_subscriptions=[LATEST]) as stream,
        ):
            ends.append(await anyio.to_thread.run_sync(server.ended_by, number))
            assert [event async for event in stream] == []  # the server has told that this was meant

    with serving(new_league) as server:
        anyio.run(listen, server)
    exit_code, seconds, err = ends[0]
    assert (exit_code, err) == (code, "")
    assert seconds < GRACE, "it waited for requests that would not end by themselves"


@pytest.mark.medium
def test_it_tells_where_it_is_and_logs_nothing_of_what_goes_well_or_is_refused(desk: Desk) -> None:
    anna, foreign = join(desk), make_key()
    with serving(desk, "--no-scheduler") as server:
        for key in (anna.key, foreign, None):
            for _ in range(10):
                post(server.address, key, "tools/list")
        get(server.address, "/", Host="evil.example")
        assert get(server.address, "/readyz").json() == {"status": "ok", "checks": {"database": "ok"}}
        code, _, err = server.ended_by(signal.SIGTERM)
    assert (code, err) == (143, "")
    assert f"For agents: {server.address}/mcp. Ctrl-C stops it." in server.told[0]
    assert len(server.told) == 1


@pytest.mark.medium
@pytest.mark.parametrize("has_revoked_one", [True, False])
def test_where_no_key_opens_it_is_told_how_to_make_one(new_league: Desk, has_revoked_one: bool) -> None:
    if has_revoked_one:
        revoke_keys(new_league, join(new_league).id)
    with serving(new_league, "--no-scheduler") as server:
        server.hear()
        server.ended_by(signal.SIGTERM)
    assert "arena players add NAME" in server.told[1]


@pytest.fixture
def film(desk: Desk, clock: PutClock) -> str:
    """The address of a film of a battle that was fought."""
    populate(desk, 2)
    clock.put(2026, 4, 20, 18)
    tick(desk)
    with desk.read() as (session, _):
        row = session.exec(select(BattleRow)).first()
    assert row is not None
    return f"/battles/{row.run_id}-{row.number}.webp"


@pytest.mark.parametrize("comes", [False, True])
def test_who_waits_for_a_film_as_it_ends_has_it_soon_or_is_told_to_come_again(
    desk: Desk, film: str, monkeypatch: pytest.MonkeyPatch, comes: bool
) -> None:
    begun, may_come = threading.Event(), asyncio.Event()
    end_within = Studio.end_within

    async def make(order: bytes) -> bytes:
        begun.set()
        await may_come.wait()
        return b"film"

    def ending(studio: Studio, seconds: float) -> None:
        end_within(studio, seconds if comes else 0.05)
        if comes:
            may_come.set()

    monkeypatch.setattr(serving_module, "Films", partial(Films, make=make))
    monkeypatch.setattr(Studio, "end_within", ending)
    with ThreadPoolExecutor(1) as pool:
        with served(desk) as address:
            answering = pool.submit(get, address, film)
            assert begun.wait(LONGEST)
        answer = answering.result(LONGEST)
    if comes:
        assert (answer.status_code, answer.content) == (200, b"film")
    else:
        assert (answer.status_code, answer.json()["code"]) == (503, "studio-busy")
        assert answer.json()["error_description"].startswith("The server is stopping")
        assert answer.headers["Retry-After"] == "30"


def test_films_that_nobody_asks_for_go_as_it_starts(desk: Desk, tmp_path: Path) -> None:
    forgotten = tmp_path / "films" / f"{'0' * 64}.webp"
    forgotten.parent.mkdir()
    forgotten.write_bytes(b"film")
    os.utime(forgotten, (1, 1))
    with served(desk, Options(port=0, scheduler=False, films_dir=forgotten.parent)):
        anyio.run(until, lambda: not forgotten.exists())


HANGING = (
    "import time; from mcp_server import serving; from mcp_server.http import identity\n"
    "serving.LEFT_AFTER = 0.3; serving.GRACE = 0.3; identity.open_by = lambda *_: time.sleep(1000)\n"
)


@pytest.mark.medium
def test_what_hangs_in_the_database_does_not_keep_it_from_ending(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, option, program, *arguments = SERVE
    hanging = [python, option, HANGING + program, *arguments]
    monkeypatch.setattr(sys.modules[__name__], "SERVE", hanging)
    with serving(desk, "--no-scheduler") as server:
        with pytest.raises(httpx2.ReadTimeout):
            httpx2.post(
                f"{server.address}/mcp",
                headers={"Authorization": f"Bearer {make_key()}"},
                timeout=0.5,
                trust_env=False,
            )
        code, seconds, err = server.ended_by(signal.SIGTERM)
    assert code == 143
    assert seconds < 5
    assert "stopped_hanging" in err


def test_answers_do_not_tell_what_serves(desk: Desk) -> None:
    with served(desk) as address:
        assert "server" not in get(address, "/healthz").headers


@pytest.mark.parametrize("locale", LOCALES)
def test_a_port_that_is_taken_is_told_with_what_to_do(desk: Desk, locale: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        with pytest.raises(ArenaError) as error, opened_site(desk, Options(port=port)):
            pass
    assert error.value.code == "port-taken"
    assert f"{port}" in error.value.faults[0].message(locale)
    assert "arena serve --port PORT" in error.value.faults[0].hint(locale)


@pytest.mark.medium
def test_the_command_fails_with_a_line_and_no_traceback(desk: Desk) -> None:
    surroundings = {**os.environ, "ARENA_DATABASE_URL": str(desk.store.url.database), "ARENA_LANG": "en"}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [*SERVE, "--port", port], env=surroundings, capture_output=True, text=True, timeout=60
        )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"arena: Somebody already listens on port {port}")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "a b", "x" * 300, "host\0"])
def test_a_host_that_is_not_ours_is_told(desk: Desk, host: str) -> None:
    with pytest.raises(ArenaError) as error, opened_site(desk, Options(host=host, port=0)):
        pass
    assert error.value.code == "host-unusable"


def test_a_port_for_metrics_that_is_taken_is_told_as_such(desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = ("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(ArenaError, match="ARENA_METRICS_ADDRESS"), opened_site(desk, _metrics(place)):
            pass


@pytest.mark.parametrize(
    ("why", "code"),
    [
        (errno.EADDRINUSE, "port-taken"),
        (errno.EACCES, "port-forbidden"),
        (errno.EADDRNOTAVAIL, "host-unusable"),
    ],
)
def test_an_address_for_metrics_that_is_lost_at_the_last_moment_is_told_as_well(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, why: int, code: str
) -> None:
    def lose(*_: object) -> None:
        raise OSError(why, "lost")

    monkeypatch.setattr(serving_module, "start_http_server", lose)
    with pytest.raises(ArenaError) as error, opened_site(desk, _metrics(("127.0.0.1", free_port()))):
        pass
    assert (error.value.code, error.value.faults[0].reason) == (code, "metrics")


def _metrics(place: tuple[str, int]) -> Options:
    return Options(port=0, scheduler=False, metrics_address=place)


@pytest.mark.parametrize("scheduler", [True, False])
def test_a_file_of_sqlite_has_one_server_with_or_without_a_scheduler(desk: Desk, scheduler: bool) -> None:
    options = Options(port=0, scheduler=scheduler)
    with served(desk), pytest.raises(ArenaError) as error, opened_site(desk, options):
        pass
    assert error.value.code == "store-already-served"


def test_what_is_due_is_done_by_a_server_with_a_scheduler(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 20, 18)
    with served(desk, Options(port=0, scheduler=True)):
        until = time.monotonic() + 60
        while not (done := _done(desk)) and time.monotonic() < until:
            time.sleep(0.05)
    assert done == ["daily"]


def test_a_server_without_a_scheduler_starts_no_clock(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(scheduler_service, "Clock")
    with served(desk, Options(port=0, scheduler=False)) as address:
        assert get(address, "/readyz").json() == {"status": "ok", "checks": {"database": "ok"}}
    with pytest.raises(NameError, match="Clock"), opened_site(desk, Options(port=0, scheduler=True)):
        pass


def _done(desk: Desk) -> list[str]:
    with desk.read() as (session, _):
        return list(session.exec(select(Run.job).where(Run.state == RunState.DONE)))


def test_an_address_of_any_kind_is_told_as_one_that_can_be_opened(desk: Desk) -> None:
    for host, reached in (("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("localhost", "localhost")):
        with opened_site(desk, Options(host=host, port=0, scheduler=False)) as (_, address, listening):
            assert address == f"http://{reached}:{listening.getsockname()[1]}"


@pytest.fixture
def root_logger() -> Iterator[logging.Logger]:
    """Python's root logger, as it was afterwards."""
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    yield root
    root.handlers[:] = kept
    root.setLevel(level)


def test_what_libraries_log_comes_as_our_events_and_making_a_server_changes_nothing(
    desk: Desk, root_logger: logging.Logger, capfd: pytest.CaptureFixture[str]
) -> None:
    take_library_logs()
    ours = root_logger.handlers[:]
    make_server(site_of(desk, join(desk)))
    assert (root_logger.handlers, root_logger.level) == (ours, logging.WARNING)
    logging.getLogger("uvicorn.error").info("Started")
    logging.getLogger("mcp.server").warning("careful: %s", "%s {x}\nnext")
    try:
        raise KeyError("why")
    except KeyError:
        logging.getLogger("apscheduler").exception("job failed")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    told = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [(each["event"], each["level"], each["library"]) for each in told] == [
        ("library_says", "warning", "mcp.server"),
        ("library_failed", "error", "apscheduler"),
    ]
    assert told[0]["message"] == "careful: %s {x}\nnext"
    assert "KeyError: 'why'" in told[1]["traceback"]


def test_what_libraries_log_is_cut(root_logger: logging.Logger, capfd: pytest.CaptureFixture[str]) -> None:
    take_library_logs()
    logging.getLogger("mcp.server").warning("backlog full for %s", "i\u202e" * 100_000)
    (told,) = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert len(told["message"]) < 5_000
    assert "\u202e" not in told["message"]


def test_answers_are_sent_at_once_and_not_held_back_for_an_acknowledgement(desk: Desk) -> None:
    with opened_site(desk, Options(port=0, scheduler=False)) as (_, _, listening):
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
