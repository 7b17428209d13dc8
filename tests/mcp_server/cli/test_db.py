"""`arena db`: tables of the right version, or what to do about them."""

import sqlite3
from contextlib import closing

import pytest


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch, tmp_path):
    file = tmp_path / "league.sqlite"
    monkeypatch.setenv("ARENA_DATABASE_URL", str(file))
    return file


def test_an_upgrade_makes_tables_and_the_next_one_has_nothing_to_do(arena, file):
    made = arena("db", "upgrade", "--json").data
    assert (made["found"], made["database"]) == (None, str(file))
    assert arena("db", "upgrade").out == arena("db", "check").out
    assert arena("db", "check", "--json").data == {**made, "found": made["version"]}


def test_an_empty_database_is_told_as_such(arena, file):
    file.touch()
    told = arena("db", "check")
    assert told.code == 0
    assert "is empty" in told.out


def test_a_database_that_is_not_there_is_not_made_by_looking(arena, file):
    for command in (["db", "check"], ["backup", "saved.backup"]):
        told = arena(*command)
        assert (told.code, told.out) == (1, "")
        assert f"There is no database {file} yet." in told.err
        assert "arena db upgrade" in told.err
        assert not file.exists()


def test_tables_of_a_newer_program_are_refused_with_what_to_do(arena, file):
    arena("db", "upgrade")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for command in ("check", "upgrade"):
        told = arena("db", command)
        assert (told.code, told.out) == (1, "")
        assert "newer than this program" in told.err


def test_without_a_subcommand_there_is_the_help(arena):
    assert "upgrade" in arena("db").out
