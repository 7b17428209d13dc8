"""`arena mcp`, where it does not come to serving: what is missing is told, and nothing is made or begun."""

from pathlib import Path

import pytest

from tests.leagues import opened

KEY = "arena_Key0Key0Key0Key0Key0Key0Key0Key0Key0Key0abc0wTLW2"


def test_a_league_of_many_is_refused_with_how_to_come_in(arena, league):
    result = arena("mcp")
    assert (result.code, result.out) == (1, "")
    for name in ("league.sqlite", "ARENA_URL", "ARENA_KEY", "ARENA_DATABASE_URL"):
        assert name in result.err


@pytest.mark.parametrize(
    ("given", "missing"),
    [({"ARENA_URL": "https://arena.example"}, "ARENA_KEY"), ({"ARENA_KEY": KEY}, "ARENA_URL")],
)
def test_half_of_the_way_to_an_arena_is_refused_and_no_arena_made(
    arena, monkeypatch, tmp_path, given, missing
):
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    result = arena("mcp")
    assert (result.code, result.out) == (1, "")
    assert f"{missing} is not" in result.err
    assert KEY not in result.err
    assert not Path(tmp_path, "data").exists()


def test_a_key_does_not_go_to_another_machine_in_the_clear(arena, monkeypatch):
    monkeypatch.setenv("ARENA_URL", "http://arena.example")
    monkeypatch.setenv("ARENA_KEY", KEY)
    result = arena("mcp")
    assert (result.code, result.out) == (1, "")
    assert "https://" in result.err
    assert KEY not in result.err


def test_a_run_before_its_moment_is_refused_in_a_league_with_where_it_is_not(arena, league):
    result = arena("run", "daily", "--now")
    assert result.code == 1
    assert "arena mcp" in result.err
    assert "arena demo" in result.err


def test_a_run_before_its_moment_works_in_a_local_arena(arena, monkeypatch, tmp_path):
    file = str(tmp_path / "own.sqlite")
    monkeypatch.setenv("ARENA_DATABASE_URL", file)
    with opened(file, local=True):
        pass
    assert arena("run", "daily", "--now").code == 0
