"""`arena backup` and `arena restore`: the league in a file, and back."""

import pytest

from arena.store.tables import Message
from mcp_server.cli.league import league_desk


@pytest.fixture(autouse=True)
def _league(monkeypatch: pytest.MonkeyPatch, tmp_path, arena) -> None:
    """A league with one participant."""
    monkeypatch.setenv("ARENA_DATABASE_URL", str(tmp_path / "league.sqlite"))
    assert arena("players", "add", "Anna").code == 0


def names(arena) -> list[str]:
    return [player["name"] for player in arena("players", "list", "--json").data["players"]]


def test_a_league_comes_back_as_it_was(arena):
    made = arena("backup", "saved.backup", "--json").data
    assert made["rows"]["player"] == 1
    arena("players", "add", "Bert")
    refused = arena("restore", "saved.backup")
    assert (refused.code, names(arena)) == (1, ["Anna", "Bert"])
    assert "--replace" in refused.err
    assert arena("restore", "saved.backup", "--replace").code == 0
    assert names(arena) == ["Anna"]


def test_a_league_is_brought_to_another_place(arena, monkeypatch, tmp_path):
    arena("backup", "saved.backup")
    monkeypatch.setenv("ARENA_DATABASE_URL", str(tmp_path / "elsewhere.sqlite"))
    restored = arena("restore", "saved.backup", "--json").data
    assert restored["is_old"] is False
    assert names(arena) == ["Anna"]


def test_messages_that_waited_in_a_backup_are_not_sent_again(arena, monkeypatch, tmp_path):
    with league_desk() as desk, desk.write() as (session, now):
        message = {"kind": "alert", "recipient": "json://127.0.0.1/", "body": "x", "lang": "en"}
        session.add(Message(dedupe="one", not_before=now, **message))
        session.add(Message(dedupe="two", not_before=now, state="sent", **message))
    arena("backup", "saved.backup")
    monkeypatch.setenv("ARENA_DATABASE_URL", str(tmp_path / "elsewhere.sqlite"))
    assert "may have gone out since: 1" in arena("restore", "saved.backup").out
    states = [row["state"] for row in arena("outbox", "list", "--json").data["messages"]]
    assert sorted(states) == ["sent", "unknown"]


def test_a_backup_overwrites_nothing(arena, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    told = arena("backup", "mine.txt")
    assert (told.code, (tmp_path / "mine.txt").read_text()) == (1, "mine")
    assert "another name" in told.err


def test_no_folder_is_made_for_a_backup(arena, tmp_path):
    told = arena("backup", "folder/saved.backup")
    assert (told.code, told.out) == (1, "")
    assert f"There is no folder {tmp_path / 'folder'}." in told.err
    assert not (tmp_path / "folder").exists()


def test_what_is_no_backup_is_told_and_changes_nothing(arena, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("no database")
    for given, wanted in (
        ("missing", "no such file"),
        ("folder", "a folder"),
        ("text", "not a whole backup"),
    ):
        told = arena("restore", given, "--replace")
        assert (told.code, told.out) == (1, "")
        assert wanted in told.err
    assert names(arena) == ["Anna"]
