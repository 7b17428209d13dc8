"""Shares, their intervals, numbers in three languages, bars."""

import pytest

from mcp_server.cli.numbers import count, percent
from mcp_server.cli.pages.bars import bar, health_style


@pytest.mark.parametrize(
    ("locale", "share", "number"),
    [("en", "54.3%", "12,345.5"), ("ru", "54,3\u00a0%", "12\u00a0345,5"), ("es", "54,3\u00a0%", "12.345,5")],
)
def test_numbers_are_written_as_the_language_writes_them(locale, share, number):
    assert (percent(0.543, locale), count(12345.5, locale)) == (share, number)


@pytest.mark.parametrize(
    ("value", "most", "cells", "shown"),
    [
        (0, 10, 4, "░░░░"),
        (10, 10, 4, "████"),
        (5, 10, 4, "██░░"),
        (1, 1000, 4, "▏░░░"),
        (3, 8, 2, "▊░"),
        (20, 10, 4, "████"),
        (0, 0, 4, "░░░░"),
    ],
)
def test_a_bar_has_all_its_cells_and_hides_nobody_who_stands(value, most, cells, shown):
    assert bar(value, most, cells) == shown


def test_health_is_green_then_yellow_then_red():
    assert [health_style(hp, 100) for hp in (100, 51, 50, 26, 25, 0)] == [
        "green",
        "green",
        "yellow",
        "yellow",
        "red",
        "red",
    ]


@pytest.mark.parametrize("width", range(20, 60))
def test_no_line_ends_between_a_number_and_its_percent_sign(terminal, width):
    result = terminal(width, "train", "knight", "--against", "golem", "-n", "2", "--lang", "ru")
    assert not [line for line in result.lines if line.lstrip().startswith("%")]
    assert "0\u00a0%" in result.out
