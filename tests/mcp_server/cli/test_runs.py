"""`arena runs`: what was run, a run tried again, a run skipped."""

import re

import pytest
from rich.cells import cell_len

from arena.store.tables import Run
from mcp_server.cli.commands import run
from mcp_server.cli.league import league_desk
from scheduler.work import Tools
from tests.mcp_server.cli.test_run import FIELDS, breaks

pytestmark = pytest.mark.usefixtures("league")

__all__ = ["breaks"]


@pytest.fixture
def failed(arena, league, breaks):
    """The first day's run, number 1, has failed three times."""
    for minute in (0, 2, 10):
        league(2026, 4, 20, 18, minute)
        arena("run", "daily")


def state_of(number: int) -> str:
    with league_desk() as desk, desk.read() as (session, _):
        return session.get_one(Run, number).state


def test_a_league_that_has_just_begun_has_no_runs(arena):
    assert arena("runs", "list").out == "No run yet: nothing was due since the league began.\n"
    assert arena("runs", "list", "--json").data == {"runs": []}


def test_the_newest_run_comes_first_with_how_it_ended(arena, league):
    league(2026, 4, 28, 18)
    arena("run", "daily")
    lines = arena("runs", "list", "--limit", "100").lines
    assert lines[0].split() == ["Run", "Job", "Moment", "State", "Ended", "Why"]
    assert "daily battles  2026-04-28 21:00  done" in lines[1]
    oldest = next(line for line in reversed(lines) if "daily battles" in line)
    assert "2026-04-20 21:00  skipped" in oldest
    assert oldest.endswith("too late to be made up")


def test_the_list_can_be_of_one_state_and_short(arena, league):
    league(2026, 4, 23, 18)
    arena("run", "daily")
    data = arena("runs", "list", "--state", "done", "-n", "2", "--json").data
    assert [row["local_date"] for row in data["runs"]] == ["2026-04-23", "2026-04-22"]
    assert {tuple(row) for row in data["runs"]} == {tuple(FIELDS)}
    assert arena("runs", "list", "--state", "failed", "--json").data == {"runs": []}


def test_the_list_says_why_a_run_failed_in_one_line(arena, failed):
    (line,) = [line for line in arena("runs", "list").lines if "failed" in line]
    assert "RuntimeError: a wheel came off (nobody expected it; in the log under " in line
    (row,) = arena("runs", "list", "--state", "failed", "--json").data["runs"]
    assert (row["failures"], row["error_code"]) == (3, "unexpected")
    assert row["error"].startswith("RuntimeError: a wheel came off")
    assert row["traceback"].startswith("Traceback (most recent call last):")


def test_the_reason_of_a_run_is_in_the_log_of_faults_under_its_id_and_no_traceback_on_the_terminal(
    arena, league, breaks, tmp_path
):
    league(2026, 4, 20, 18)
    told = arena("run", "daily")
    assert "Traceback" not in told.out + told.err
    (row,) = arena("runs", "list", "--json").data["runs"]
    (id_,) = re.findall(r"under ([0-9a-f]{8})", row["error"])
    log = (tmp_path / "state" / "hero-arena" / "faults.log").read_text(encoding="utf-8")
    assert f" {id_}\nTraceback (most recent call last):" in log
    assert "RuntimeError: a wheel came off" in log


def test_why_a_run_was_skipped_is_told_in_the_readers_language(arena, failed):
    arena("runs", "skip", "1")
    told = [arena("--lang", lang, "runs", "list").out for lang in ("en", "ru", "es")]
    assert all(word in told[i] for i, word in enumerate(("an organiser", "организатор", "un organizador")))
    (row,) = arena("--lang", "ru", "runs", "list", "--state", "skipped", "--json").data["runs"]
    assert (row["error"], row["error_code"]) == ("an organiser skipped it", "by-hand")


def test_a_failed_run_is_tried_again(arena, monkeypatch, failed):
    result = arena("runs", "retry", "1")
    assert (result.code, result.err) == (0, "")
    assert result.out == "Run 1 will be tried again at the next tick. At once: arena tick\n"
    assert state_of(1) == "due"
    monkeypatch.setattr(run, "league_tools", lambda told: Tools())
    assert arena("run", "daily").code == 0
    assert state_of(1) == "done"


def test_json_of_a_retry_and_of_a_skip_is_the_run(arena, failed):
    for command, state in (("retry", "due"), ("skip", "skipped"), ("retry", "due")):
        data = arena("runs", command, "1", "--json").data
        assert (list(data), data["id"], data["state"]) == (FIELDS, 1, state)


def test_a_skipped_run_is_not_worked_and_says_who_skipped_it(arena, failed):
    assert arena("runs", "skip", "1").out == "Run 1 is skipped; the next digest tells it.\n"
    assert "an organiser skipped it" in arena("runs", "list").out
    result = arena("run", "daily", "--for", "2026-04-20")
    assert result.code == 1
    assert result.out.endswith("As long as it can be made up: arena runs retry 1\n")


@pytest.mark.medium
@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        (["retry", "9"], 1, "run-unknown"),
        (["skip", "9"], 1, "run-unknown"),
        (["retry", "1"], 1, "run-done"),
        (["skip", "1"], 1, "run-done"),
        (["retry", "0"], 2, "usage-bad-range"),
        (["retry", "one"], 2, "usage-bad-range"),
        (["retry"], 2, "usage-missing"),
        (["list", "--state", "broken"], 2, "usage-bad-choice"),
        (["list", "-n", "0"], 2, "usage-bad-range"),
        (["list", "-n", "1001"], 2, "usage-bad-range"),
        (["stop"], 2, "usage-unknown-command"),
    ],
)
def test_a_faulty_call_is_told_what_to_write_instead(arena, league, arguments, exit_code, code):
    league(2026, 4, 20, 18)
    arena("run", "daily")
    result = arena("runs", *arguments)
    assert (result.code, result.out) == (exit_code, "")
    (fault,) = arena("runs", *arguments, "--json").data["faults"]
    assert fault["code"] == code
    assert fault["message"] in result.err


def test_a_run_that_is_too_late_is_not_tried_again(arena, league):
    league(2026, 4, 28, 18)
    arena("run", "daily")
    (row,) = [
        row
        for row in arena("runs", "list", "--limit", "100", "--json").data["runs"]
        if row["local_date"] == "2026-04-20" and row["job"] == "daily"
    ]
    result = arena("runs", "retry", str(row["id"]))
    assert (result.code, result.out) == (1, "")
    assert "2026-04-27 21:00" in result.err


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_the_list_fits_the_terminal(terminal, failed, width, locale):
    result = terminal(width, "runs", "list", "--lang", locale)
    told = "\n".join(result.lines)
    assert "a wheel came off" in told
    assert "2026-04-20 21:00" in told
    assert [line for line in result.lines if cell_len(line) > width] == []


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_every_help_has_examples_of_its_own_command(arena, locale):
    for command in ("runs", "runs list", "runs retry", "runs skip"):
        helped = arena(*command.split(), "--help", "--lang", locale)
        assert (helped.code, helped.err) == (0, "")
        assert f"  arena {command}" in helped.out
    assert arena("runs", "--lang", locale) == arena("runs", "--help", "--lang", locale)
