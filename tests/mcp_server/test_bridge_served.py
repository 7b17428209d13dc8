"""`arena mcp` as a bridge to a server on this machine: what a host notices of it, which is nothing."""

from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from anyio import to_thread
from mcp import Client, MCPError

from arena.desk.desk import Desk
from arena.desk.heroes.own import my_hero
from arena.desk.players.keys import revoke_keys
from arena.hero.sample import SAMPLE
from mcp_server.request_settings import request_settings
from mcp_server.serving import Options
from scheduler.tick import tick
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import MODES, Participant, free_port, join, over_http, served
from tests.mcp_server.hosts import LONGEST, handshake, hosted, request, started, surroundings

pytestmark = pytest.mark.medium

LATEST = "arena://digests/latest"
LISTEN = {"notifications": {"resourceSubscriptions": [LATEST]}}


@pytest.fixture
def desk(tmp_path: Path, clock: PutClock) -> Iterator[Desk]:
    with opened(str(tmp_path / "league.sqlite"), clock) as desk:
        populate(desk, 4)
        yield desk


@pytest.fixture
def anna(desk: Desk) -> Participant:
    return join(desk)


def bridged(folder: Path, address: str, key: str) -> dict[str, str]:
    return surroundings(folder, ARENA_URL=address, ARENA_KEY=key)


@pytest.mark.parametrize("mode", MODES)
def test_a_host_plays_over_the_bridge_as_over_http(
    desk: Desk, anna: Participant, tmp_path: Path, mode: str
) -> None:
    wrong = {**SAMPLE, "stats": {}, "motto": "Ещё ё"}

    async def play() -> None:
        async with (
            hosted(bridged(tmp_path, f"{address}/mcp", anna.key), mode) as over_bridge,
            over_http(address, anna.key, mode) as direct,
        ):
            assert over_bridge.protocol_version == direct.protocol_version
            assert await over_bridge.list_tools() == await direct.list_tools()
            saved = await over_bridge.call_tool("save_hero", {"hero": {**SAMPLE, "motto": "Ещё ё"}})
            assert not saved.is_error, saved.content
            refused = [await each.call_tool("save_hero", {"hero": wrong}) for each in (over_bridge, direct)]
            assert refused[0].is_error
            assert refused[0].content == refused[1].content

    with served(desk) as address:
        anyio.run(play)
    assert my_hero(desk, anna.id).document["motto"] == "Ещё ё"


def test_a_revoked_key_stops_at_the_next_request_and_is_told_nowhere(
    desk: Desk, anna: Participant, tmp_path: Path
) -> None:
    with served(desk) as address, started(bridged(tmp_path, address, anna.key)) as host:
        assert "result" in host.ask(1, "tools/list")
        revoke_keys(desk, anna.id)
        told = host.ask(2, "tools/list")
        assert "ARENA_KEY" in told["error"]["message"]
        assert host.close() == 0
        assert host.process.stderr is not None
        assert anna.key not in str(told) + host.process.stderr.read().decode()


@pytest.mark.parametrize("mode", MODES)
def test_it_begins_before_the_arena_and_outlives_it(
    desk: Desk, anna: Participant, tmp_path: Path, mode: str
) -> None:
    options = Options(port=free_port(), scheduler=False)
    address = f"http://127.0.0.1:{options.port}"
    asked = handshake() if mode == "legacy" else request(0, "server/discover")
    with started(bridged(tmp_path, address, anna.key)) as host:
        for _ in range(2):
            host.say(asked)
            assert f"{address} does not answer" in host.hear()["error"]["message"]
            with served(desk, options):
                host.say(asked)
                assert host.hear()["result"]["serverInfo" if mode == "legacy" else "supportedVersions"]
        assert host.close() == 0


def test_another_address_of_the_server_is_no_arena(desk: Desk, anna: Participant, tmp_path: Path) -> None:
    with served(desk) as address, started(bridged(tmp_path, f"{address}/elsewhere", anna.key)) as host:
        message = host.ask(1, "tools/list")["error"]["message"]
        assert "not as an arena does" in message
        assert "ARENA_URL" in message


def test_news_come_over_the_bridge_and_a_stream_that_is_left_is_closed(
    desk: Desk, clock: PutClock, anna: Participant, tmp_path: Path
) -> None:
    """If leaving a stream did not close it, there would soon be one too many for good."""

    async def open_and_leave(client: Client) -> None:
        with anyio.fail_after(LONGEST):
            while True:
                try:
                    async with client.listen(resource_subscriptions=[LATEST]):
                        return
                except MCPError:  # one that was left is not quite closed yet
                    await anyio.sleep(0.05)

    async def listen() -> None:
        async with hosted(bridged(tmp_path, address, anna.key)) as client:
            for _ in range(request_settings().listeners + 1):
                await open_and_leave(client)
            async with client.listen(resource_subscriptions=[LATEST]) as news:
                clock.put(2026, 4, 20, 18, 1)
                await to_thread.run_sync(tick, desk)
                with anyio.fail_after(LONGEST):
                    assert (await anext(aiter(news))).uri == LATEST
                await client.list_tools()  # beside the stream

    with served(desk, Options(port=0, scheduler=False, news_interval=0.05)) as address:
        anyio.run(listen)


@pytest.mark.parametrize("by_signal", [True, False])
def test_it_ends_with_its_input_though_a_stream_is_open(
    desk: Desk, anna: Participant, tmp_path: Path, by_signal: bool
) -> None:
    with served(desk) as address, started(bridged(tmp_path, address, anna.key)) as host:
        host.say(request("news", "subscriptions/listen", **LISTEN))
        assert host.hear()["method"] == "notifications/subscriptions/acknowledged"
        assert (host.stop() if by_signal else host.close()) == (143 if by_signal else 0)


def test_a_stream_that_breaks_is_told_and_the_next_request_is_answered(
    desk: Desk, anna: Participant, tmp_path: Path
) -> None:
    options = Options(port=free_port(), scheduler=False)
    with started(bridged(tmp_path, f"http://127.0.0.1:{options.port}", anna.key)) as host:
        with served(desk, options):
            host.say(request("news", "subscriptions/listen", **LISTEN))
            assert host.hear()["method"] == "notifications/subscriptions/acknowledged"
        assert host.hear()["id"] == "news"
        with served(desk, options):
            assert "result" in host.ask(1, "tools/list")
