"""`arena heroes`: what an organiser at the league's machine can do."""

import pytest

from arena.desk.heroes.gallery import get_hero
from arena.hero.sample import SAMPLE
from mcp_server.cli.league import league_desk
from tests.arena.desk.played_runs import add_hero
from tests.leagues import opened


@pytest.fixture(autouse=True)
def _two_heroes(monkeypatch, tmp_path):
    """Pixel of Anna and Voxel of Boris, saved on a Monday, in a league of their own."""
    file = str(tmp_path / "league.sqlite")
    monkeypatch.setenv("ARENA_DATABASE_URL", file)
    with opened(file) as desk:
        add_hero(desk, SAMPLE, owner="Anna")
        add_hero(desk, {**SAMPLE, "name": "Voxel"}, owner="Boris")


def test_a_hero_is_hidden_and_shown_again(arena):
    hidden = arena("heroes", "hide", "pixel", "--reason", "An insult")
    assert (hidden.code, hidden.err) == (0, "")
    assert "Pixel (#1)" in hidden.out
    with league_desk() as desk:
        assert get_hero(desk, None, "#1", "en").name == "Hidden hero 1"
    assert arena("heroes", "show", "Pixel").code == 0
    with league_desk() as desk:
        assert get_hero(desk, None, "Pixel", "en").name == "Pixel"


def test_json_has_the_hero_with_its_reason_and_neither_stats_nor_rules(arena):
    data = arena("heroes", "hide", "#2", "--reason", "An insult", "--json").data
    assert (data["hero_id"], data["name"], data["owner"], data["hidden_reason"]) == (
        2,
        "Voxel",
        "Boris",
        "An insult",
    )
    assert data.keys() == {"hero_id", "name", "owner", "rating", "active", "hidden_at", "hidden_reason"}
    assert arena("heroes", "show", "#2", "--json").data["hidden_at"] is None


def test_the_list_has_all_heroes_or_the_hidden_ones(arena):
    assert "No hero is hidden." in arena("heroes", "list", "--hidden").out
    arena("heroes", "hide", "Voxel", "--reason", "An insult")
    everybody = arena("heroes", "list").out
    assert all(each in everybody for each in ("Pixel", "Anna", "Voxel", "hidden: An insult"))
    assert [each["name"] for each in arena("heroes", "list", "--hidden", "--json").data["heroes"]] == [
        "Voxel"
    ]


def test_a_long_list_goes_on_by_its_cursor(arena):
    first = arena("heroes", "list", "--limit", "1")
    assert "--cursor 1" in first.out
    rest = arena("heroes", "list", "--limit", "1", "--cursor", "1", "--json").data
    assert ([each["name"] for each in rest["heroes"]], rest["next_cursor"]) == (["Voxel"], None)


@pytest.mark.parametrize(
    ("arguments", "code", "fault"),
    [
        (("hide", "Pixle", "--reason", "No"), 1, "no-such-hero"),
        (("hide", "Pixel", "--reason", " "), 1, "hide-reason"),
        (("show", "Pixel"), 1, "hero-not-hidden"),
        (("list", "--cursor", "x"), 1, "page-cursor"),
        (("hide", "Pixel"), 2, "usage-missing"),
        (("list", "--limit", "0"), 2, "usage-bad-range"),
    ],
)
def test_a_faulty_call_is_told_what_to_write_instead(arena, arguments, code, fault):
    result = arena("heroes", *arguments, "--json")
    assert (result.code, result.data["faults"][0]["code"]) == (code, fault)


@pytest.mark.parametrize("lang", ["en", "ru", "es"])
def test_help_and_answers_are_in_the_reader_s_language(arena, lang):
    for command in ((), ("hide",), ("show",), ("list",)):
        result = arena("heroes", *command, "--help", "--lang", lang)
        assert result.code == 0
        assert "arena heroes" in result.out
    assert arena("heroes", "list", "--lang", lang).code == 0
