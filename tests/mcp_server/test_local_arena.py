"""`arena mcp` without an arena elsewhere: one's own, in a file, over stdio."""

import json
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import pytest
from mcp.types import INVALID_REQUEST, PARSE_ERROR
from sqlmodel import select

from arena import roster
from arena.desk.desk import Desk
from arena.desk.local_arena import DAY_NOW, settle
from arena.desk.players.keys import make_key
from arena.desk.players.register import list_players
from arena.errors import ArenaError
from arena.hero.sample import SAMPLE
from arena.store.tables import HeroRow, RunState
from scheduler.orders import list_runs
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import MODES
from tests.mcp_server.hosts import LONGEST, handshake, hosted, program, request, started, surroundings

pytestmark = pytest.mark.medium

YOU = {"en": "You", "ru": "Вы", "es": "Tú"}
CALLS = 1000
MANY = 2000
"""Heroes whose day takes a while."""


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "league.sqlite")


@pytest.fixture
def environment(tmp_path: Path, file: str) -> dict[str, str]:
    return surroundings(tmp_path, ARENA_DATABASE_URL=file)


NO_MESSAGES = {
    "not json": "json-broken",
    "[" * 100_000: "json-broken",
    "[]": "no-single-request",
    '{"jsonrpc": "1.0", "id": 1, "method": "ping"}': "no-single-request",
    '{"jsonrpc": "2.0", "id": 1, "result": 5}': "no-single-request",
    '{"jsonrpc": "2.0", "id": null, "method": "ping"}': "request-id",
    '{"jsonrpc": "2.0", "id": true, "method": "ping"}': "request-id",
    '{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}': "request-id",
    '{"jsonrpc": "2.0", "id": {}, "method": "ping"}': "request-id",
    '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}': "params-no-object",
}


@pytest.mark.parametrize("is_bridge", [False, True])
def test_a_line_that_is_no_message_is_answered_as_over_http(
    environment: dict[str, str], is_bridge: bool
) -> None:
    elsewhere = {"ARENA_URL": "http://127.0.0.1:9", "ARENA_KEY": make_key()} if is_bridge else {}
    with started(environment | elsewhere | {"ARENA_LANG": "es"}) as host:
        for line, code in NO_MESSAGES.items():
            host.say("")
            host.say(line)
            told = host.hear()
            number = PARSE_ERROR if code == "json-broken" else INVALID_REQUEST
            assert (told["id"], told["error"]["code"]) == (None, number)
            assert told["error"]["data"] == {"code": code}
            assert code != "request-id" or "Da un número entero" in told["error"]["message"]
        assert host.ask(1, "tools/list")["id"] == 1
        assert host.close() == 0


def heroes(desk: Desk) -> list[str]:
    with desk.read() as (session, _):
        return list(session.exec(select(HeroRow.name)))


def wait_for(has_come: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST
    while not has_come():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("mode", MODES)
def test_a_host_plays_in_an_arena_of_its_own_and_a_day_at_once(
    environment: dict[str, str], file: str, mode: str
) -> None:
    async def play() -> None:
        async with hosted(environment, mode) as client:
            assert client.server_info is not None
            assert client.server_info.website_url is None
            saved = await client.call_tool("save_hero", {"hero": SAMPLE})
            assert not saved.is_error, saved.content
            assert saved.structured_content is not None
            assert saved.structured_content["next_steps"][-1].endswith(
                f"ARENA_DATABASE_URL={file} {program()} {DAY_NOW}"
            )
            daily = [program(), "run", "daily", "--now", "--json"]
            done = await anyio.run_process(daily, env=environment)
            assert json.loads(done.stdout)["state"] == "done"
            again = await client.call_tool("save_hero", {"hero": SAMPLE})
            assert again.structured_content is not None
            assert (again.structured_content["version"], again.structured_content["changed"]) == (1, False)

    anyio.run(play)
    with opened(file) as desk:
        assert sorted(heroes(desk)) == sorted(
            [SAMPLE["name"], *(hero.name for hero in roster.samples().values())]
        )


def test_the_arena_is_peopled_once_and_its_player_stays_the_same_and_is_called_in_each_language(
    tmp_path: Path,
) -> None:
    with opened(str(tmp_path / "league.sqlite"), local=True) as desk:
        first, again = settle(desk, YOU, "en"), settle(desk, YOU, "ru")
        assert (first.name, first.lang) == ("You", "en")
        assert (again.player_id, again.name, again.lang) == (first.player_id, "Вы", "ru")
        assert [player.lang for player in list_players(desk) if player.id == first.player_id] == ["ru"]
        assert [settle(desk, YOU, lang).name for lang in ("es", "es", "en")] == ["Tú", "Tú", "You"]
        assert len(heroes(desk)) == len(roster.sample_ids())
        assert len(list_players(desk)) == len(roster.sample_ids()) + 1
        assert all(player.keys == () for player in list_players(desk))


def test_a_person_with_a_name_of_their_own_keeps_it(tmp_path: Path) -> None:
    with opened(str(tmp_path / "league.sqlite"), local=True) as desk:
        settle(desk, {"en": "Anna"}, "en")
        assert settle(desk, YOU, "ru").name == "Anna"


def test_several_that_begin_at_once_share_one_arena(environment: dict[str, str], file: str) -> None:
    def begin(_: int) -> int:
        with started(environment) as host:
            assert "result" in host.ask(1, "tools/list")
            return host.close()

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(begin, range(3))) == [0, 0, 0]
    with opened(file) as desk:
        assert len(heroes(desk)) == len(roster.sample_ids())
        assert len(list_players(desk)) == len(roster.sample_ids()) + 1


def test_a_league_is_not_taken_for_a_local_arena(tmp_path: Path) -> None:
    with opened(str(tmp_path / "league.sqlite")) as desk:
        with pytest.raises(ArenaError) as caught:
            settle(desk, YOU, "en")
        assert caught.value.code == "league-not-local"
        assert str(tmp_path / "league.sqlite") in caught.value.text("en")
        assert list_players(desk) == ()


def test_what_was_due_while_nobody_played_is_played_from_the_start_on(
    environment: dict[str, str], file: str
) -> None:
    now = datetime.now(UTC)
    with opened(file, PutClock(now - timedelta(days=2)), local=True) as desk:
        settle(desk, YOU, "en")
    with started(environment) as host:
        assert "result" in host.ask(1, "tools/list")
        with opened(file, PutClock(now)) as desk:
            wait_for(lambda: "daily" in [run.job for run in list_runs(desk, [RunState.DONE])])
        assert host.close() == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_it_and_the_arena_is_closed(
    environment: dict[str, str], file: str, number: int, code: int
) -> None:
    with started(environment) as host:
        assert "result" in host.ask(1, "tools/list")
        assert host.stop(number) == code
    assert not Path(f"{file}-wal").exists()


@pytest.mark.parametrize("by_signal", [True, False])
def test_it_ends_though_a_tick_and_a_call_are_at_work(
    environment: dict[str, str], file: str, by_signal: bool
) -> None:
    """Both wait for a writer, for longer than any host would for the end."""
    with opened(file, PutClock(datetime.now(UTC) - timedelta(days=2)), local=True) as desk:
        settle(desk, YOU, "en")
        populate(desk, MANY)
        with started(environment) as host:
            assert "result" in host.ask(1, "tools/list")
            wait_for(lambda: bool(list_runs(desk, [RunState.RUNNING])))
            with desk.write():
                assert list_runs(desk, [RunState.RUNNING])
                host.say(request(2, "tools/call", name="save_hero", arguments={"hero": SAMPLE}))
                begun = time.monotonic()
                assert (host.stop() if by_signal else host.close()) == (143 if by_signal else 0)
                assert time.monotonic() - begun < LONGEST / 2
        with desk.read() as (session, _):
            assert SAMPLE["name"] not in session.exec(select(HeroRow.name)).all()


def test_everything_on_stdout_is_a_message_and_nobody_need_read_stderr(environment: dict[str, str]) -> None:
    """Whatever a host sends: calls that are refused, tools that do not exist, lines that are no messages."""
    odd = [
        lambda id_: request(
            id_, "tools/call", name="check_hero", arguments={"hero": {"name": "\u202e" * 99}}
        ),
        lambda id_: request(id_, "tools/call", name="nothing", arguments={}),
        lambda id_: request(id_, "nothing/at/all"),
        lambda id_: request(id_, "tools/call", name="check_hero", arguments={"hero": 1, "more": "x" * 500}),
    ]
    with started(environment) as host:
        host.ask("first", "tools/list")
        for id_ in range(CALLS):
            host.say("this is no message")
            assert host.hear()["id"] is None
            host.say({"jsonrpc": "2.0", "method": "notifications/odd", "params": {"of": "x" * 200}})
            host.say(odd[id_ % len(odd)](id_))
            assert host.hear()["id"] == id_
        assert host.close() == 0
        assert host.process.stdout is not None
        assert host.process.stdout.read() == b""


def test_an_older_host_begins_with_a_handshake(environment: dict[str, str]) -> None:
    with started(environment) as host:
        host.say(handshake())
        assert host.hear()["result"]["serverInfo"]["name"] == "hero-arena"
        host.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        host.say({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        assert host.hear() == {"jsonrpc": "2.0", "id": 1, "result": {}}
        assert host.close() == 0
