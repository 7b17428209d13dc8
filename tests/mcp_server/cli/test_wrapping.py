"""Long texts: whole words on a terminal, one line elsewhere; events of the log stay whole under a bar."""

import pytest
from rich.cells import cell_len

from arena.logs import LOG
from mcp_server.cli.screen import progress_bar

LONGEST_WORD = 40
"""Longer ones, such as paths, may stick out of a line, and are not looked at."""


def broken_lines(result, width: int) -> list[str]:
    """Lines that a terminal of this width would break inside a word."""
    return [
        line
        for line in result.lines
        if cell_len(line) > width and max(map(len, line.split())) < min(width, LONGEST_WORD)
    ]


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.medium
@pytest.mark.parametrize("locale", ["ru", "es"])
@pytest.mark.parametrize("width", [60])
@pytest.mark.parametrize(
    "command",
    [
        ["players", "forget", "Anna", "--yes"],
        ["verify", "1"],
        ["backup", "saved.backup"],
        ["restore", "taken.backup", "--replace"],
        ["doctor"],
        ["db", "check"],
    ],
    ids=lambda command: command[0],
)
def test_a_result_is_broken_between_words_on_a_terminal(terminal, arena, league, command, width, locale):
    arena("players", "add", "Anna")
    arena("backup", "taken.backup")
    league(2026, 4, 20, 18)
    arena("run", "daily")
    result = terminal(width, *command, "--lang", locale)
    assert result.out
    assert broken_lines(result, width) == []


def test_a_result_is_one_line_elsewhere(arena, league):
    arena("players", "add", "Anna")
    result = arena("players", "forget", "Anna", "--yes")
    assert len(result.lines) == 2
    assert len(result.lines[0]) > 200


def test_a_refusal_is_broken_between_words_too(terminal, arena, league):
    result = terminal(60, "runs", "retry", "99", "--lang", "es")
    assert result.code == 1
    assert [line for line in result.err.split("\n") if cell_len(line) > 80] == []
    assert "".join(words(result.err.replace("\x1b[0m", ""))).count("arenarunslist") == 1


def test_the_doctor_s_texts_stand_beside_the_levels(terminal, league):
    result = terminal(60, "doctor", "--lang", "en")
    indented = [line for line in result.lines if line.startswith("         ")]
    assert indented
    assert all(line[:9].strip() in ("", "ok", "warning", "fault") for line in result.lines)


def test_an_event_of_the_log_stays_whole_under_a_bar(monkeypatch, capfd):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")
    told = "word " * 40
    with progress_bar() as progress:
        progress.add_task("at work")
        LOG.warning("something", told=told)
    assert told in capfd.readouterr().err
