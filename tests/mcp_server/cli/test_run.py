"""`arena run`: a job up to its day, what is due, before its moment, and how it ends badly."""

from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlmodel import func, select

from arena.desk.rounds.play import Chunk
from arena.store.tables import BattleRow, Run
from mcp_server.cli.commands import run
from mcp_server.cli.league import league_desk
from scheduler.work import Tools
from tests.leagues import opened, populate

pytestmark = pytest.mark.usefixtures("league")

FIELDS = [
    "id",
    "job",
    "scheduled_for",
    "local_date",
    "by_calendar",
    "state",
    "progress",
    "failures",
    "error",
    "error_code",
    "traceback",
    "ruleset",
    "started_at",
    "finished_at",
]


def broken(chunks: Iterable[Chunk]) -> Iterator[NDArray[np.void]]:
    raise RuntimeError("a wheel came off")
    yield


@pytest.fixture
def breaks(monkeypatch):
    """Battles cannot be fought."""
    monkeypatch.setattr(run, "league_tools", lambda told: Tools(executor=broken))


def count(model: type) -> int:
    with league_desk() as desk, desk.read() as (session, _):
        return session.exec(select(func.count()).select_from(model)).one()


def test_the_day_is_played_at_its_moment_and_its_digest_is_pointed_to(arena, league):
    league(2026, 4, 20, 18)
    result = arena("run", "daily")
    assert (result.code, result.err) == (0, "")
    assert "daily battles  2026-04-20 21:00  done" in result.out
    assert result.out.endswith("What happened: arena digest 2026-04-20\n")
    assert count(BattleRow) == 12


def test_an_earlier_day_s_own_digest_is_pointed_to(arena, league):
    league(2026, 4, 22, 18)
    assert arena("run", "daily").out.endswith("arena digest 2026-04-22\n")
    assert arena("run", "daily", "--for", "2026-04-21").out.endswith("arena digest 2026-04-21\n")


def test_json_is_the_run(arena, league):
    league(2026, 4, 20, 18, 5)
    result = arena("run", "daily", "--json")
    assert (result.code, result.err) == (0, "")
    assert list(result.data) == FIELDS
    assert (result.data["state"], result.data["progress"], result.data["error"]) == ("done", 1, None)
    assert (result.data["scheduled_for"], result.data["finished_at"]) == (
        "2026-04-20T18:00:00Z",
        "2026-04-20T18:05:00Z",
    )


def test_a_day_that_was_played_is_not_played_again(arena, league):
    league(2026, 4, 20, 18)
    first = arena("run", "daily", "--json").data
    league(2026, 4, 20, 19)
    assert arena("run", "daily", "--for", "2026-04-20", "--json").data == first
    assert count(BattleRow) == 12


def test_what_was_missed_before_is_made_up_and_nothing_after(arena, league):
    league(2026, 4, 22, 20)
    assert arena("run", "daily", "--for", "2026-04-21").code == 0
    days = [row["local_date"] for row in arena("runs", "list", "--state", "done", "--json").data["runs"]]
    assert days == ["2026-04-21", "2026-04-20"]


def test_a_tournament_is_not_seen_before_its_results(arena, league):
    league(2026, 4, 24, 9)
    hidden = arena("run", "tournament")
    assert "The pairings and the table open with the results: 2026-04-24 15:00" in hidden.out
    assert "arena digest" not in hidden.out
    league(2026, 4, 24, 12)
    assert arena("run", "tournament", "--for", "2026-04-24").out.endswith("arena run results\n")
    assert "results  2026-04-24 15:00  done" in arena("run", "results").out
    friday = "What happened: arena digest 2026-04-24-friday\n"
    assert arena("run", "tournament", "--for", "2026-04-24").out.endswith(friday)


def test_a_dry_run_tells_what_would_be_worked_and_writes_nothing(arena, league):
    league(2026, 4, 24, 12)
    result = arena("run", "daily", "--for", "2026-04-21", "--dry-run")
    assert (
        result.out == "daily battles, 2026-04-20 21:00: heroes 8\ndaily battles, 2026-04-21 21:00: heroes 8\n"
    )
    due = arena("run", "results", "--dry-run", "--json").data["due"]
    assert [each["job"] for each in due] == ["daily"] * 4 + ["tournament", "results"]
    assert due[4] == {
        "job": "tournament",
        "scheduled_for": "2026-04-24T09:00:00Z",
        "local_date": "2026-04-24",
        "heroes": 8,
    }
    assert count(Run) == 0


def test_a_dry_run_of_a_day_that_was_played_tells_that_nothing_is_due(arena, league):
    league(2026, 4, 20, 18)
    arena("run", "daily")
    assert arena("run", "daily", "--for", "2026-04-20", "--dry-run").out == "Nothing is due.\n"


@pytest.mark.parametrize(
    ("arguments", "fault", "told"),
    [
        (["daily"], "run-not-due", "2026-04-21 21:00"),
        (["daily", "--dry-run"], "run-not-due", "2026-04-21 21:00"),
        (["tournament"], "run-not-due", "2026-04-24 12:00"),
        (["daily", "--for", "2026-04-19"], "run-before-league", "2026-04-20 12:00"),
        (["results", "--for", "2026-04-22"], "not-a-friday", "2026-04-24"),
        (["daily", "--now"], "run-not-local", "--now"),
    ],
)
def test_what_cannot_be_run_says_why_and_when_it_can(arena, league, arguments, fault, told):
    league(2026, 4, 20, 18)
    arena("run", "daily")
    result = arena("run", *arguments)
    assert (result.code, result.out) == (1, "")
    assert told in result.err
    assert arena("run", *arguments, "--json").data["faults"][0]["code"] == fault


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (
            ["daily", "--for", "20.04.2026"],
            "usage-bad-day",
            '--for: a date like 2026-04-20 is needed, not "20.04',
        ),
        (["daily", "--now", "--for", "2026-04-20"], "usage-together", "--now and --for do not go together"),
        (["results", "--now", "--dry-run"], "usage-together", "--now and --dry-run"),
        (["nightly"], "usage-unknown-command", "There are: daily, tournament, results."),
    ],
)
def test_a_wrong_call_says_what_is_right(arena, arguments, code, told):
    result = arena("run", *arguments)
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert arena("run", *arguments, "--json").data["faults"][0]["code"] == code


def test_a_local_arena_runs_a_day_before_its_moment_as_often_as_one_likes(arena, monkeypatch, tmp_path):
    file = str(tmp_path / "local.sqlite")
    monkeypatch.setenv("ARENA_DATABASE_URL", file)
    with opened(file, local=True) as desk:
        populate(desk, 4)
    for _ in range(2):
        result = arena("run", "daily", "--now", "--json")
        assert (result.code, result.data["state"], result.data["by_calendar"]) == (0, "done", False)
    assert count(BattleRow) == 12
    assert arena("run", "tournament", "--now").out.endswith("arena run results --now\n")
    assert "arena digest 2026-04-20-run-4-friday\n" in arena("run", "results", "--now").out


def test_a_failed_attempt_waits_for_the_next_one_and_says_how_not_to_wait(arena, league, breaks):
    league(2026, 4, 20, 18)
    result = arena("run", "daily")
    assert result.code == 3
    assert "due" in result.out
    assert "a wheel came off" in result.out
    assert result.out.endswith("At once: arena runs retry 1\n")
    data = arena("run", "daily", "--json").data
    assert (data["state"], data["failures"]) == ("due", 1)


def test_after_three_attempts_it_is_given_up(arena, league, breaks):
    for minute in (0, 2, 10):
        league(2026, 4, 20, 18, minute)
        result = arena("run", "daily")
    assert result.code == 3
    assert "failed" in result.out
    assert "Once the cause is mended: arena runs retry 1" in result.out
    assert arena("run", "daily").code == 3


def test_a_run_behind_one_that_waits_is_not_said_to_have_failed(arena, league, breaks):
    league(2026, 4, 21, 18)
    arena("run", "daily", "--for", "2026-04-20")
    result = arena("run", "daily")
    assert result.code == 3
    assert "An earlier run has failed and waits for its next attempt: arena runs list" in result.out


def test_a_day_that_was_skipped_is_told_so(arena, league):
    league(2026, 4, 28, 18)
    result = arena("run", "daily", "--for", "2026-04-20")
    assert result.code == 1
    assert "too late to be made up" in result.out
    assert arena("run", "daily", "--for", "2026-04-20", "--json").code == 1


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_help_and_answers_are_in_the_reader_s_language(arena, league, locale):
    for command in ("run", "run daily", "run tournament", "run results"):
        helped = arena(*command.split(), "--help", "--lang", locale)
        assert (helped.code, helped.err) == (0, "")
        assert f"  arena {command}" in helped.out
    assert arena("run", "--lang", locale) == arena("run", "--help", "--lang", locale)
    league(2026, 4, 20, 18)
    done = {"ru": "готово", "en": "done", "es": "hech"}
    assert done[locale] in arena("run", "daily", "--lang", locale).out
