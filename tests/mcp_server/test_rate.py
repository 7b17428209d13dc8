"""Rate limits: so many requests of a participant and from an address, and when to come again."""

import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import anyio
import pytest
import time_machine
from mcp import MCPError

from arena.desk.desk import Desk
from arena.desk.players.keys import make_key
from arena.league.settings import league
from mcp_server.cli.benches import mcp_serving
from mcp_server.http.rate import Rates, network_of
from mcp_server.request_settings import request_settings
from mcp_server.serving import Options
from tests.mcp_server.doors import MODES, allowing, get, join, over_http, post, served, sqlite_desk

LISTING = ("tools/list", {})

desk = sqlite_desk


@pytest.fixture(autouse=True)
def _one_moment() -> Iterator[None]:
    """The clock stands: a minute that ended in the middle of a test would let more through."""
    with time_machine.travel(datetime(2026, 4, 20, 12, 0, 7, tzinfo=UTC), tick=False):
        yield


def _serving(**numbers: int) -> Options:
    return Options(port=0, scheduler=False, requests=allowing(**numbers))


@pytest.mark.parametrize("second", [0, 7, 59])
def test_after_the_most_that_is_allowed_one_is_told_when_to_come_again_and_may(second: int) -> None:
    with time_machine.travel(datetime(2026, 4, 20, 12, 0, second, tzinfo=UTC), tick=False) as clock:
        rates = Rates(allowing(participant=10))
        assert [rates.of_participant(1) for _ in range(10)] == [None] * 10
        too_many = rates.of_participant(1)
        assert too_many is not None
        assert 1 <= too_many.seconds <= 60
        assert f"{too_many.seconds} s" in too_many.fault.hint()
        assert rates.of_participant(2) is None
        clock.shift(too_many.seconds + 0.01)
        assert rates.of_participant(1) is None


def test_what_is_kept_of_an_address_goes_when_its_time_is_over() -> None:
    with time_machine.travel(datetime(2026, 4, 20, 12, tzinfo=UTC), tick=False) as clock:
        rates = Rates(allowing(address=1))
        assert rates.of_address("192.0.2.1") is None
        assert rates.of_address("192.0.2.1") is not None
        clock.shift(121)
        assert rates.of_address("192.0.2.1") is None


@pytest.mark.medium
def test_addresses_whose_time_is_over_take_no_memory() -> None:
    with time_machine.travel(datetime(2026, 4, 20, 12, tzinfo=UTC), tick=False) as clock:
        rates = Rates(allowing(address=1))
        tracemalloc.start()
        try:
            for number in range(2_000):
                rates.of_address(f"2001:db8:{number:x}::1")
            full, _ = tracemalloc.get_traced_memory()
            clock.shift(121)
            rates.of_address("192.0.2.1")
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert full > 200_000
        assert after < full / 2


def test_to_count_a_request_starts_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = Rates(allowing())
    monkeypatch.setattr(Thread, "start", lambda thread: pytest.fail("a thread for a request"))
    for _ in range(5):
        assert rates.of_participant(1) is None
        time.sleep(0.02)


def test_threads_that_count_at_once_are_allowed_no_more() -> None:
    with time_machine.travel(datetime(2026, 4, 20, 12, tzinfo=UTC), tick=False):
        rates = Rates(allowing(participant=1_000))
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda _: rates.of_participant(1), range(1_500)))
    assert answers.count(None) == 1_000


def test_an_ipv6_customer_is_one_address_and_a_mapped_address_is_its_ipv4() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1")
    assert network_of(None) == network_of("testclient")


@pytest.mark.parametrize("mode", MODES)
def test_a_call_too_many_is_a_tool_error_that_says_when_to_come_again(desk: Desk, mode: str) -> None:
    anna, boris = join(desk, "Anna", "es"), join(desk, "Boris")

    async def calls() -> None:
        async with over_http(address, anna.key, mode) as client:
            for _ in range(10):
                result = await client.call_tool("get_status", {})
            assert result.is_error
            told = result.content[0].text  # type: ignore[union-attr]
            assert "[too-many-requests]" in told
            assert "Inténtalo de nuevo en" in told
            with pytest.raises(MCPError) as error:
                await client.read_resource("arena://none")
            assert error.value.error.data["code"] == "too-many-requests"
            assert 1 <= error.value.error.data["retry_after"] <= 60

    with served(desk, _serving(participant=8)) as address:
        anyio.run(calls)
        assert "result" in post(address, boris.key, *LISTING).json()


def test_a_request_too_many_from_an_address_is_refused_before_its_key_is_looked_at(desk: Desk) -> None:
    anna = join(desk)
    with served(desk, _serving(address=5)) as address:
        answers = [post(address, anna.key, *LISTING) for _ in range(5)]
        assert [each.status_code for each in answers] == [200] * 5
        told = post(address, "arena_nonsense", *LISTING, **{"Accept-Language": "ru"})
        assert (told.status_code, told.json()["code"]) == (429, "too-many-requests")
        assert told.headers["retry-after"] == str(told.json()["retry_after"])
        assert "Повторите через" in told.json()["hint"]
        assert get(address, "/nothing").status_code == 429
        assert get(address, "/healthz").status_code == 200


def test_wrong_keys_are_soon_too_many_and_keep_out_nobody_who_has_a_right_one(desk: Desk) -> None:
    anna = join(desk)
    with served(desk, _serving(failures=3)) as address:
        codes = [post(address, make_key(), *LISTING).status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        assert post(address, anna.key, *LISTING).status_code == 200


@pytest.mark.parametrize("trusted", [("127.0.0.0/8",), ()])
def test_only_a_trusted_proxy_is_believed_who_the_client_is(desk: Desk, trusted: tuple[str, ...]) -> None:
    options = Options(port=0, scheduler=False, trusted_proxies=trusted, requests=allowing(address=2))
    with served(desk, options) as address:
        seen = [get(address, "/nothing", **{"X-Forwarded-For": f"192.0.2.{i}"}).status_code for i in range(4)]
    assert seen == ([404] * 4 if trusted else [404, 404, 429, 429])


def test_a_bench_raises_the_limits_of_its_server_and_leaves_the_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Desk, Options]] = []

    def serve(desk: Desk, options: Options, told: Callable[[str], object]) -> None:
        seen.append((desk, options))

    usual = league()
    monkeypatch.setattr(mcp_serving, "serve", serve)
    mcp_serving.main(str(tmp_path / "bench.sqlite"))
    ((desk, options),) = seen
    desk.store.close()
    assert (desk.limits.checks, options.requests.participant) == (10**9, 10**9)
    assert desk.limits.training_battles == usual.limits.training_battles
    assert options.requests.listeners == request_settings().listeners
    assert league() is usual
    assert league().elo == usual.elo
