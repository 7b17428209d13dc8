"""`arena tick`: what is due, once; silent where nothing is, for cron mails what is printed."""

import pytest

from mcp_server.cli.commands import tick
from scheduler.work import Tools
from tests.mcp_server.cli.test_run import broken

pytestmark = pytest.mark.usefixtures("league")


def test_where_nothing_is_due_nothing_is_said(arena):
    result = arena("tick")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert arena("tick", "--json").data == {"done": 0, "failed": 0}


def test_what_is_due_is_done_once(arena, league):
    league(2026, 4, 20, 18)
    result = arena("tick")
    assert (result.code, result.out, result.err) == (0, "Runs done: 1.\n", "")
    assert arena("tick").out == ""


def test_what_was_missed_is_made_up(arena, league):
    league(2026, 4, 22, 18)
    assert arena("tick", "--json").data == {"done": 4, "failed": 0}
    done = arena("runs", "list", "--state", "done", "--json").data["runs"]
    assert [(row["job"], row["local_date"]) for row in done if row["job"] == "daily"] == [
        ("daily", "2026-04-22"),
        ("daily", "2026-04-21"),
        ("daily", "2026-04-20"),
    ]


def test_a_failed_attempt_is_told_with_where_to_look_and_exits_with_3(arena, league, monkeypatch):
    monkeypatch.setattr(tick, "league_tools", lambda told: Tools(executor=broken))
    league(2026, 4, 20, 18)
    result = arena("tick")
    assert (result.code, result.out) == (3, "Attempts failed: 1. Why: arena runs list\n")
    assert "a wheel came off" in arena("runs", "list").out
    league(2026, 4, 20, 18, 2)
    again = arena("tick", "--json")
    assert (again.code, again.data) == (3, {"done": 0, "failed": 1})


def test_a_wrong_setting_is_told(arena, monkeypatch):
    monkeypatch.setenv("ARENA_TZ", "Mars/Base")
    result = arena("tick")
    assert (result.code, result.out) == (1, "")
    assert "ARENA_TZ" in result.err or "Mars/Base" in result.err


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_help_and_answers_are_in_the_reader_s_language(arena, league, locale):
    assert "  arena tick" in arena("tick", "--help", "--lang", locale).out
    league(2026, 4, 20, 18)
    told = {"ru": "Запусков проведено: 1.", "en": "Runs done: 1.", "es": "Ejecuciones hechas: 1."}
    assert arena("tick", "--lang", locale).out == f"{told[locale]}\n"
