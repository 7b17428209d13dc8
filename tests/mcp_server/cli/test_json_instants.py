"""Instants in the JSON of all commands are written the same way."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

WRITTEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
LIKE_AN_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT.*")

pytestmark = pytest.mark.usefixtures("league")


def texts_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for each in data.values() if isinstance(data, dict) else data:
            yield from texts_in(each)


@pytest.mark.medium
@pytest.mark.parametrize(
    "arguments",
    [
        ("digest",),
        ("digest", "--list"),
        ("doctor",),
        ("heroes", "list"),
        ("outbox", "list"),
        ("players", "list"),
        ("run", "daily", "--dry-run"),
        ("runs", "list"),
    ],
    ids=" ".join,
)
def test_an_instant_is_whole_seconds_of_utc(arena, league, monkeypatch, arguments):
    monkeypatch.setenv("ARENA_NOTIFY_URLS", "json://localhost")
    monkeypatch.setattr("mcp_server.cli.league.AppriseSender", lambda mail_url: None)
    league(2026, 4, 24, 12, 0, 3, 250_000)
    arena("heroes", "hide", "Hero 1", "--reason", "An insult")
    arena("run", "results")
    league(2026, 4, 24, 18, 0, 0, 250_000)
    told = [each for each in texts_in(arena(*arguments, "--json").data) if LIKE_AN_INSTANT.fullmatch(each)]
    assert told or arguments == ("doctor",)
    assert [each for each in told if not WRITTEN.fullmatch(each)] == []
