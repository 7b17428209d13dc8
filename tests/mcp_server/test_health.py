"""Health: the process is up; the database answers, its tables are right, the tick lives."""

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import cast

import anyio
import pytest
from sqlalchemy import text
from starlette.applications import Starlette
from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.errors import refuse
from arena.store import Store
from mcp_server.http import health
from mcp_server.http.health import DEAD_AFTER, Health, health_routes
from scheduler.health.finding import Finding
from scheduler.service import Clock
from tests.leagues import opened

NOW = datetime(2026, 4, 20, 12, tzinfo=UTC)


@pytest.fixture
def desk(address: str) -> Iterator[Desk]:
    with opened(address) as desk:
        yield desk


class StoodStill:
    """A clock whose last tick was then."""

    def __init__(self, last_tick: datetime | None) -> None:
        self.last_tick = last_tick


def _health(desk: Desk, last_tick: datetime | None = NOW, now: datetime = NOW) -> Health:
    return Health(desk, cast(Clock, StoodStill(last_tick)), now=lambda: now, since=NOW)


def _asked(health: Health, path: str = "/readyz") -> tuple[int, dict[str, object]]:
    with TestClient(Starlette(routes=health_routes(health))) as client:
        told = client.get(path)
        return told.status_code, json.loads(told.text)


def test_a_league_that_can_work_is_ready(desk: Desk) -> None:
    assert _asked(_health(desk)) == (200, {"status": "ok", "checks": {"database": "ok", "tick": "ok"}})
    assert _asked(_health(desk), "/healthz") == (200, {"status": "ok"})


def test_a_server_without_a_scheduler_has_no_tick_to_look_at(desk: Desk) -> None:
    assert _asked(Health(desk, None)) == (200, {"status": "ok", "checks": {"database": "ok"}})


@pytest.mark.parametrize("last_tick", [NOW, None])
def test_without_a_tick_for_long_it_is_red_and_says_so(desk: Desk, last_tick: datetime | None) -> None:
    almost, late = NOW + DEAD_AFTER, NOW + DEAD_AFTER + timedelta(seconds=1)
    assert _asked(_health(desk, last_tick, almost))[0] == 200
    status, told = _asked(_health(desk, last_tick, late))
    assert (status, told["status"]) == (503, "failing")
    assert told["checks"] == {"database": "ok", "tick": "tick-dead"}
    assert _asked(_health(desk, last_tick, late), "/healthz")[0] == 200


def test_tables_of_another_version_are_red(desk: Desk) -> None:
    usual = _tables_of(desk, "9999")
    status, told = _asked(_health(desk))
    _tables_of(desk, usual)  # the database is used again by other tests
    assert (status, told["checks"]) == (503, {"database": "store-newer", "tick": "ok"})


def _tables_of(desk: Desk, version: str) -> str:
    """Have the tables say that they are of a version; which they said before."""
    with desk.store.connect() as connection:
        before: str = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})
        connection.commit()
    return before


def test_a_database_that_cannot_be_reached_is_red_and_its_place_is_not_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: object) -> None:
        raise refuse("store-unreachable", database="/secret/place", said="secret")

    monkeypatch.setattr(health, "look_at_tables", gone)
    status, told = _asked(_health(desk))
    assert (status, told["checks"]) == (503, {"database": "store-unreachable", "tick": "ok"})


def test_a_database_that_does_not_answer_in_time_is_red_however_often_one_asks(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, look_at_once = threading.Event(), health.look_at_tables

    def look_late(store: Store) -> Finding:
        answers.wait(20)
        return look_at_once(store)

    monkeypatch.setattr(health, "look_at_tables", look_late)
    monkeypatch.setattr(health, "TIMEOUT", 0.05)
    looked = _health(desk)

    async def ask_often() -> None:
        before = threading.active_count()
        assert [(await looked.checks())["database"] for _ in range(5)] == ["store-slow"] * 5
        assert threading.active_count() - before <= health.WAITING
        answers.set()

    anyio.run(ask_often)
