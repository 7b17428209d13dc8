"""Change notices: whoever listens hears of a run's end, whoever ran it; streams are few and end in peace."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import chain, repeat

import anyio
import pytest
from mcp import Client, MCPError
from mcp.client.subscriptions import ListenNotSupportedError, Subscription
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated

from arena.desk.desk import Desk
from arena.desk.overview import Seen, look
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import revoke_keys, rotate_key
from arena.errors import refuse
from mcp_server import listeners, news
from mcp_server.listeners import Listeners
from mcp_server.news import HEROES, LATEST, tell_news
from mcp_server.request_settings import request_settings
from mcp_server.serving import Options
from scheduler.tick import tick
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import Participant, allowing, join, over_http, served, sqlite_desk

QUICK = Options(port=0, scheduler=False, news_interval=0.05)
PROMISED = 30.0
"""Seconds from a run's end to its notice."""
MONDAYS = "arena://digests/2026-04-20"

desk = sqlite_desk


def _play_monday(desk: Desk, clock: PutClock) -> None:
    """The day's run, done by somebody else on the same database."""
    clock.put(2026, 4, 20, 18)
    with opened(str(desk.store.url.database), clock) as another:
        tick(another)


def test_a_run_that_another_desk_has_ended_is_told_to_who_listens(desk: Desk, clock: PutClock) -> None:
    hero, *_ = populate(desk, 4)
    anna = join(desk)

    async def listen() -> set[object]:
        heard: set[object] = set()
        wanted = [LATEST, MONDAYS, f"{HEROES}{hero}", "arena://rules/en"]
        async with (
            over_http(address, anna.key) as client,
            client.listen(resources_list_changed=True, resource_subscriptions=wanted) as stream,
        ):
            await anyio.to_thread.run_sync(_play_monday, desk, clock)
            with anyio.fail_after(20):
                async for event in stream:
                    heard.add(event)
                    if len(heard) == 4:
                        return heard
        return heard

    with served(desk, QUICK) as address:
        heard = anyio.run(listen)
    assert heard == {
        ResourcesListChanged(),
        *(ResourceUpdated(uri=uri) for uri in (LATEST, MONDAYS, f"{HEROES}{hero}")),
    }


def test_by_default_a_runs_end_is_told_well_within_the_time_that_is_promised() -> None:
    """It ends just after a look at the worst; half of the time is left to look and to tell."""
    assert Options().news_interval == news.INTERVAL
    assert 0 < news.INTERVAL <= PROMISED / 2


def test_what_was_before_is_no_news_and_what_is_told_is_told_once(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    before = look(desk)
    _play_monday(desk, clock)
    after = look(desk)
    assert news.news(before, after) == [
        ResourceUpdated(uri=MONDAYS),
        ResourceUpdated(uri=LATEST),
        ResourcesListChanged(),
    ]
    assert news.news(after, look(desk), (f"{HEROES}1",)) == []


def test_a_digest_of_later_is_not_told_before(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    _play_monday(desk, clock)
    clock.put(2026, 4, 20, 17)
    assert look(desk).digests == frozenset()


def test_while_the_database_is_away_nothing_is_lost(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    away = (refuse("store-unreachable", database="x", said="y"), KeyError("x"))
    looks: Iterator[Seen | Exception] = chain([Seen(), *away], repeat(Seen(frozenset({"2026-04-20"}))))
    published: list[object] = []

    def look(_: object) -> Seen:
        found = next(looks)
        if isinstance(found, Exception):
            raise found
        return found

    async def until_told() -> None:
        with anyio.fail_after(20), anyio.CancelScope() as told:

            class Bus:
                async def publish(self, event: object) -> None:
                    published.append(event)
                    if event == ResourcesListChanged():
                        told.cancel()

            await tell_news(desk, Bus(), Listeners(request_settings()), interval=0)  # type: ignore[arg-type]

    monkeypatch.setattr(news, "look", look)
    anyio.run(until_told)
    assert published == [ResourceUpdated(uri=MONDAYS), ResourceUpdated(uri=LATEST), ResourcesListChanged()]


@asynccontextmanager
async def _listening(client: Client) -> AsyncIterator[Subscription]:
    async with client.listen(resource_subscriptions=[LATEST]) as stream:
        yield stream


def test_a_participant_has_few_streams_at_once_and_may_open_another_after_closing_one(desk: Desk) -> None:
    anna, boris = join(desk, "Anna"), join(desk, "Boris")

    async def open_many() -> None:
        async with (
            over_http(address, anna.key) as client,
            over_http(address, boris.key) as other,
            _listening(client),
        ):
            async with _listening(client):
                with pytest.raises(MCPError, match="as many streams as a participant may have: 2") as error:
                    await _opened(client)
                assert error.value.error.data == {"code": "too-many-listeners"}
                await _opened(other)
            with anyio.fail_after(20):
                while not await _opens(client):
                    await anyio.sleep(0.05)

    with served(desk, replace(QUICK, requests=allowing(listeners=2))) as address:
        anyio.run(open_many)


async def _opened(client: Client) -> None:
    async with _listening(client):
        pass


async def _opens(client: Client) -> bool:
    """The server sees that a client is gone a moment after it went."""
    try:
        await _opened(client)
    except MCPError:
        return False
    return True


def test_all_together_hold_no_more_streams_than_the_server_bears(desk: Desk) -> None:
    anna, boris = join(desk, "Anna"), join(desk, "Boris", "ru")

    async def one_too_many() -> None:
        async with (
            over_http(address, anna.key) as client,
            over_http(address, boris.key) as other,
            _listening(client),
        ):
            with pytest.raises(MCPError, match="Попробуйте позже"):
                await _opened(other)

    with served(desk, replace(QUICK, requests=allowing(all_listeners=1))) as address:
        anyio.run(one_too_many)


def test_a_stream_ends_in_peace_when_its_time_is_over(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens on shows the key again."""
    monkeypatch.setattr(listeners, "LONGEST", 0.2)
    anna = join(desk)

    async def listen_to_the_end() -> None:
        async with over_http(address, anna.key) as client:
            with anyio.fail_after(20):
                async with _listening(client) as stream:
                    assert [event async for event in stream] == []
            revoke_keys(desk, anna.id)
            with pytest.raises(MCPError):
                await _opened(client)

    with served(desk, QUICK) as address:
        anyio.run(listen_to_the_end)


@pytest.mark.parametrize(
    "end",
    [lambda desk, player: revoke_keys(desk, player.id), lambda desk, player: forget_player(desk, player.id)],
)
def test_a_stream_ends_soon_after_its_key_and_others_go_on(
    desk: Desk, clock: PutClock, end: Callable[[Desk, Participant], object]
) -> None:
    populate(desk, 4)
    anna, boris = join(desk, "Anna"), join(desk, "Boris")

    async def listen_beyond_the_end() -> None:
        async with (
            over_http(address, anna.key) as client,
            over_http(address, boris.key) as other,
            _listening(client) as stream,
            _listening(other) as others,
        ):
            await anyio.to_thread.run_sync(end, desk, anna)
            with anyio.fail_after(20):
                assert [event async for event in stream] == []
                await anyio.to_thread.run_sync(_play_monday, desk, clock)
                assert await anext(aiter(others)) == ResourceUpdated(uri=LATEST)

    with served(desk, QUICK) as address:
        anyio.run(listen_beyond_the_end)


def test_a_key_that_is_replaced_later_keeps_its_stream_until_then(desk: Desk, clock: PutClock) -> None:
    anna = join(desk)

    async def listen_until_the_end() -> None:
        async with over_http(address, anna.key) as client, _listening(client) as stream:
            await anyio.to_thread.run_sync(lambda: rotate_key(desk, anna.id, keep_days=1))
            with anyio.move_on_after(0.5) as early:
                await anext(aiter(stream))
            assert early.cancelled_caught
            clock.advance(days=1)
            with anyio.fail_after(20):
                assert [event async for event in stream] == []

    with served(desk, QUICK) as address:
        anyio.run(listen_until_the_end)


def test_a_stream_tells_of_so_many_resources_and_no_more(desk: Desk) -> None:
    anna = join(desk, lang="es")
    wanted = [f"{HEROES}{number}" for number in range(listeners.MOST_ADDRESSES + 1)]

    async def ask() -> None:
        async with over_http(address, anna.key) as client:
            async with client.listen(resource_subscriptions=wanted[1:]):
                pass
            with pytest.raises(MCPError, match="El flujo pide demasiados recursos: 101") as error:
                async with client.listen(resource_subscriptions=wanted):
                    pass
            assert error.value.error.data == {"code": "too-many-addresses"}

    with served(desk, QUICK) as address:
        anyio.run(ask)


def test_the_older_protocol_has_no_streams(desk: Desk) -> None:
    anna = join(desk)

    async def listen() -> None:
        async with over_http(address, anna.key, "legacy") as client:
            with pytest.raises(ListenNotSupportedError):
                await _opened(client)

    with served(desk, QUICK) as address:
        anyio.run(listen)
