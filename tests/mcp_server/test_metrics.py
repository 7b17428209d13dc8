"""Metrics: what came and how it ended, how the league stands; nothing grows with what people send."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from arena.desk.desk import Desk
from arena.desk.players.keys import make_key
from arena.league.calendar import Job
from mcp_server.serving import Options
from scheduler.tick import tick
from tests.leagues import PutClock, populate
from tests.mcp_server.doors import allowing, free_port, get, join, post, served, sqlite_desk

TOKEN = "0123456789abcdef"
SHOWN = {"Authorization": f"Bearer {TOKEN}"}
WITH_TOKEN = Options(port=0, scheduler=False, metrics_token=TOKEN)

desk = sqlite_desk


Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def _samples(text: str) -> Samples:
    return {
        (each.name, tuple(sorted(each.labels.items()))): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


def _told(address: str) -> Samples:
    told = get(address, "/metrics", **SHOWN)
    assert told.headers["content-type"].startswith("text/plain")
    return _samples(told.text)


def _requests(told: Samples) -> dict[tuple[str, ...], float]:
    """By method, outcome, tool."""
    return {
        tuple(v for _, v in labels): n for (name, labels), n in told.items() if name == "arena_requests_total"
    }


def test_requests_are_told_by_method_tool_and_outcome(desk: Desk) -> None:
    anna = join(desk)
    with served(desk, WITH_TOKEN) as address:
        post(address, anna.key, "tools/list")
        for name in ("get_status", "get_status", "get_hero", "x" * 500, "get_status\nfake 1"):
            post(address, anna.key, "tools/call", {"name": name, "arguments": {}})
        for number in range(5):
            post(address, anna.key, f"made/up/{number}")
        post(address, anna.key, "resources/read", {"uri": "arena://none"})
        told = _told(address)
    assert _requests(told) == {
        ("tools/list", "ok", ""): 1,
        ("tools/call", "ok", "get_status"): 2,
        ("tools/call", "refused", "get_hero"): 1,
        ("tools/call", "refused", "other"): 2,
        ("other", "refused", ""): 5,
        ("resources/read", "refused", ""): 1,
    }
    assert told["arena_tool_seconds_count", (("tool", "get_status"),)] == 2


def test_the_league_stands_in_them_as_it_is_now(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 20, 18)
    tick(desk)
    with served(desk, WITH_TOKEN) as address:
        told = _told(address)
    ended = datetime(2026, 4, 20, 18, tzinfo=UTC).timestamp()
    jobs = {job: told["arena_job_last_success_timestamp_seconds", (("job", job.value),)] for job in Job}
    assert jobs == {Job.DAILY: ended, Job.TOURNAMENT: 0, Job.RESULTS: 0, Job.NIGHTLY: 0}
    assert told["arena_outbox_messages", (("state", "waiting"),)] == 0
    assert told["arena_database_up", ()] == 1
    assert told["arena_database_bytes", ()] > 10_000
    assert told["arena_listeners", ()] == 0
    assert ("arena_last_tick_timestamp_seconds", ()) not in told


def test_a_server_with_a_scheduler_tells_its_last_tick(desk: Desk) -> None:
    with served(desk, Options(port=0, metrics_token=TOKEN)) as address:
        assert ("arena_last_tick_timestamp_seconds", ()) in _told(address)


def test_requests_that_were_too_many_are_told_by_what_is_limited(desk: Desk) -> None:
    anna = join(desk)
    with served(desk, replace(WITH_TOKEN, requests=allowing(participant=2, failures=1))) as address:
        for key in (anna.key, anna.key, anna.key, make_key(), make_key(), make_key()):
            post(address, key, "tools/list")
        told = _told(address)
    limited = {
        by: told["arena_requests_limited_total", (("by", by),)]
        for by in ("participant", "failures", "address")
    }
    assert limited == {"participant": 1, "failures": 2, "address": 0}


def test_of_a_database_that_is_away_only_that_is_told(desk: Desk, tmp_path: Path) -> None:
    with served(desk, WITH_TOKEN) as address:
        desk.store.close()
        file = tmp_path / "league.sqlite"
        file.rename(tmp_path / "gone.sqlite")
        file.mkdir()
        told = _told(address)
    assert told["arena_database_up", ()] == 0
    assert not {name for name, _ in told} & {"arena_outbox_messages", "arena_database_bytes"}


@pytest.mark.parametrize(
    "sent", [{}, {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": "Bearer ключ"}]
)
def test_without_the_token_nothing_is_told(desk: Desk, sent: dict[str, str]) -> None:
    with served(desk, WITH_TOKEN) as address:
        told = httpx2.get(
            f"{address}/metrics", headers=[(k, v.encode()) for k, v in sent.items()], trust_env=False
        )
    assert (told.status_code, told.json()["code"]) == (401, "metrics-token")
    assert TOKEN not in told.text


def test_without_a_setting_there_are_none(desk: Desk) -> None:
    with served(desk) as address:
        assert get(address, "/metrics", **SHOWN).status_code == 404


def test_an_address_of_their_own_needs_no_token_and_is_free_again_afterwards(desk: Desk) -> None:
    port = free_port()
    own = f"http://127.0.0.1:{port}"
    with served(desk, Options(port=0, scheduler=False, metrics_address=("127.0.0.1", port))) as address:
        assert _samples(get(own, "/metrics").text)["arena_database_up", ()] == 1
        assert get(address, "/metrics").status_code == 404
    with pytest.raises(httpx2.ConnectError):
        get(own, "/metrics")
