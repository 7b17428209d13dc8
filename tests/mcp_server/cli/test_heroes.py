"""`arena heroes`: what an organiser at the league's machine can do."""

import pytest
import time_machine

from arena.desk.heroes.gallery import get_hero
from arena.desk.heroes.hiding import hide_hero
from arena.desk.players.register import add_player
from arena.hero.sample import SAMPLE
from mcp_server.cli.league import league_desk
from tests.arena.desk.played_runs import add_hero
from tests.leagues import MONDAY, opened


@pytest.fixture(autouse=True)
def _two_heroes(monkeypatch, tmp_path):
    """Pixel of Anna and Voxel of Boris, saved on a Monday, in a league of their own."""
    file = str(tmp_path / "league.sqlite")
    monkeypatch.setenv("ARENA_DATABASE_URL", file)
    with opened(file) as desk:
        add_hero(desk, SAMPLE, owner="Anna")
        add_hero(desk, {**SAMPLE, "name": "Voxel"}, owner="Boris")
    with time_machine.travel(MONDAY, tick=False):
        yield


def _states(result, head):
    """What the last column of a table says, its lines put together."""
    column = result.lines[0].index(head)
    return " ".join(line[column:].strip() for line in result.lines)


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
    fields = {"hero_id", "name", "owner", "rating", "active", "hidden_at", "hidden_reason", "hidden_by"}
    assert data.keys() == fields
    assert data["hidden_by"] == {"id": None, "name": "the command line"}
    assert arena("heroes", "show", "#2", "--json").data["hidden_at"] is None


def test_the_list_has_all_heroes_or_the_hidden_ones(arena):
    assert "No hero is hidden." in arena("heroes", "list", "--hidden").out
    arena("heroes", "hide", "Voxel", "--reason", "An insult")
    everybody = arena("heroes", "list").out
    assert all(each in everybody for each in ("Pixel", "Anna", "Voxel", "hidden since", "An insult"))
    told = _states(arena("heroes", "list"), "State")
    assert "hidden since 2026-04-20 12:00 by the command line: An insult" in told
    with league_desk() as desk:
        boss = add_player(desk, "Boss", organiser=True).player.id
        hide_hero(desk, "Pixel", "Rude", "en", organiser_id=boss)
    told = _states(arena("heroes", "list", "--lang", "ru"), "Состояние")
    assert "скрыт с 2026-04-20 12:00, кто: Boss, почему: Rude" in told
    hidden = arena("heroes", "list", "--hidden", "--json").data["heroes"]
    assert [(each["name"], each["hidden_by"]["name"], each["hidden_at"]) for each in hidden] == [
        ("Pixel", "Boss", "2026-04-20T09:00:00Z"),
        ("Voxel", "the command line", "2026-04-20T09:00:00Z"),
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
