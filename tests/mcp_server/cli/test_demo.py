"""`arena demo`: the roster checked, ranked, shown."""

import pytest
from rich.cells import cell_len

from arena import roster


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


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_no_line_is_wider_than_the_terminal_in_any_language(terminal, width, locale):
    result = terminal(width, "demo", "-n", "2", "--lang", locale)
    assert result.code == 0
    assert len(result.lines) > len(roster.names())
    assert [line for line in result.lines if cell_len(line) > width] == []


def test_json_ranks_the_heroes_by_their_points(arena):
    data = arena("demo", "-n", "20", "--json").data
    heroes = data["heroes"]
    pairs = len(heroes) * (len(heroes) - 1) // 2
    assert data["battles"] == 20 * pairs
    assert [hero["points"] for hero in heroes] == sorted((hero["points"] for hero in heroes), reverse=True)
    assert sum(hero["points"] for hero in heroes) == pytest.approx(len(heroes) / 2)
    assert {hero["id"] for hero in heroes} == set(roster.names())
