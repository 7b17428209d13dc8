"""`arena demo`: the roster checked, ranked, shown."""

import re

import pytest
from rich.cells import cell_len

from arena import roster
from mcp_server.cli import demo


def test_the_demo_ranks_everybody_and_ends_with_what_to_do_next(arena):
    result = arena("demo", "-n", "20")
    assert (result.code, result.err) == (0, "")
    for id_ in roster.names():
        assert id_ in result.out
    assert f"Heroes checked: {len(roster.names())}, all sound" in result.out
    for command in (
        "arena fight ",
        "arena rules",
        "arena check hero.json",
        "arena train kerning --against golem",
    ):
        assert command in result.out


def test_the_shown_battle_says_what_it_is_and_how_many_turns_are_left_out(arena, terminal):
    for result in (arena("demo", "-n", "2"), terminal(100, "demo", "-n", "2")):
        told = "\n".join(result.lines)
        assert "Ruleset v1, seed 1" in told
        assert "E energy, K knowledge" in told
        left_out = re.search(r"… turns not shown: (\d+) …", told)
        turns = re.search(r"turns (\d+), health left", told)
        assert left_out
        assert turns
        assert int(turns[1]) - int(left_out[1]) == 2 * demo.SHOWN_TURNS


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_no_line_is_wider_than_the_terminal_in_any_language(terminal, width, locale):
    result = terminal(width, "demo", "-n", "2", "--lang", locale)
    assert result.code == 0
    assert len(result.lines) > len(roster.names())
    assert [line for line in result.lines if cell_len(line) > width] == []


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_no_hero_s_name_is_cut_short(terminal, locale):
    for width in (80, 100, 120):
        told = "\n".join(terminal(width, "demo", "-n", "2", "--lang", locale).lines)
        words = {word for id_ in roster.names() for word in roster.load(id_).name.split()}
        assert [word for word in words if word not in told] == []


def test_json_ranks_the_heroes_by_their_points(arena):
    data = arena("demo", "-n", "20", "--json").data
    heroes = data["heroes"]
    pairs = len(heroes) * (len(heroes) - 1) // 2
    assert data["battles"] == 20 * pairs
    assert [hero["points"] for hero in heroes] == sorted((hero["points"] for hero in heroes), reverse=True)
    assert sum(hero["points"] for hero in heroes) == pytest.approx(len(heroes) / 2)
    assert {hero["id"] for hero in heroes} == set(roster.names())
