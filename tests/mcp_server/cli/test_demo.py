"""`arena demo`: the roster checked, ranked, shown."""

import pytest

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
def test_the_demo_runs_on_every_terminal_in_every_language(terminal, width, locale):
    assert terminal(width, "demo", "-n", "2", "--lang", locale).code == 0


def test_json_ranks_the_heroes_by_their_points(arena):
    data = arena("demo", "-n", "20", "--json").data
    heroes = data["heroes"]
    pairs = len(heroes) * (len(heroes) - 1) // 2
    assert data["battles"] == 20 * pairs
    assert [hero["points"] for hero in heroes] == sorted((hero["points"] for hero in heroes), reverse=True)
    assert sum(hero["points"] for hero in heroes) == pytest.approx(len(heroes) / 2)
    assert {hero["id"] for hero in heroes} == set(roster.names())
