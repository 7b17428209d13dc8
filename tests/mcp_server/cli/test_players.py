"""`arena players`: adding, listing, keys, forgetting; a key is shown once and is nowhere else."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from rich.cells import cell_len

from arena.desk.players.keys import authenticate
from arena.desk.players.sessions import session_owner
from arena.desk.players.signing_in import exchange_link
from arena.errors import ArenaError
from mcp_server.cli.league import league_desk
from mcp_server.cli.program import run

KEY = re.compile(r"arena_[0-9A-Za-z]{49}")
SUBCOMMANDS = (
    "players",
    "players add",
    "players change",
    "players list",
    "players link",
    "players sign-out",
    "players revoke",
    "players rotate",
    "players forget",
    "xp",
    "xp import",
    "xp add",
)


def opens(key: str) -> bool:
    with league_desk() as desk:
        try:
            authenticate(desk, key)
        except ArenaError:
            return False
    return True


@pytest.mark.parametrize("command", SUBCOMMANDS)
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_every_help_has_examples_of_its_own_command(arena, command, locale):
    result = arena(*command.split(), "--help", "--lang", locale)
    assert (result.code, result.err) == (0, "")
    *_, options_and_examples = result.out.split("  -h, --help")
    examples = [line.strip() for line in options_and_examples.split("\n") if "arena " in line]
    assert examples
    assert all(line.startswith(f"arena {command}") for line in examples)


def test_a_participant_is_added_with_a_key_that_opens(arena):
    result = arena("players", "add", "Анна Иванова", "--lang", "ru")
    assert (result.code, result.err) == (0, "")
    assert "Участник добавлен: Анна Иванова (#1)." in result.out
    (key,) = KEY.findall(result.out)
    assert opens(key)


def test_json_tells_name_id_and_key(arena):
    arena("players", "add", "Ann")
    result = arena("players", "add", "Bob", "--organiser", "--address", "b@example.org", "--json")
    assert set(result.data) == {"id", "name", "organiser", "lang", "key"}
    assert (result.data["id"], result.data["name"], result.data["organiser"]) == (2, "Bob", True)
    assert result.data["lang"] == "en"
    assert opens(result.data["key"])


@contextmanager
def full_stdout(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if stdout went to a file on a disk that is full."""
    with open("/dev/full", "w", encoding="utf-8") as full, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", full)
        yield
        with suppress(OSError):
            full.flush()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_secret_that_cannot_be_shown_is_not_made_and_what_it_replaces_stays(arena, monkeypatch, more):
    key = arena("players", "add", "Ann", "--json").data["key"]
    link = arena("players", "link", "Ann", "--json").data["link"].partition("#")[2]
    for call in (("add", "Bob"), ("rotate", "Ann"), ("link", "Ann")):
        with full_stdout(monkeypatch):
            assert run(["players", *call, *more]) == 1, call
    assert [each["name"] for each in arena("players", "list", "--json").data["players"]] == ["Ann"]
    assert opens(key)
    with league_desk() as desk:
        assert exchange_link(desk, link).owner.name == "Ann"


def test_the_language_of_the_call_is_the_participants(arena):
    assert arena("players", "add", "Ana", "--lang", "es", "--json").data["lang"] == "es"


def test_the_participants_language_may_be_another_than_the_calls(arena):
    added = arena("players", "add", "Ana", "--lang", "ru", "--speaks", "es", "--json")
    assert added.data["lang"] == "es"
    refused = arena("players", "add", "Anne", "--speaks", "fr")
    assert (refused.code, refused.out) == (1, "")
    assert "ru, en, es" in refused.err


def test_what_is_named_of_a_participant_changes(arena):
    arena("players", "add", "Ann", "--lang", "ru")
    changed = arena("players", "change", "ann", "--address", "ann@example.org", "--speaks", "es")
    assert (changed.code, changed.err) == (0, "")
    assert changed.out == "Ann (#1): participant, language es, has an address for personal digests.\n"
    assert arena("players", "change", "Ann", "--organiser", "--lang", "ru").out == (
        "Ann (#1): организатор, язык es, адрес для личного дайджеста есть.\n"
    )
    data = arena("players", "change", "#1", "--no-address", "--no-organiser", "--json").data
    assert data == arena("players", "list", "--json").data["players"][0]
    assert (data["lang"], data["organiser"], data["has_address"]) == ("es", False, False)
    assert arena("players", "change", "Ann", "--speaks", "en").out == (
        "Ann (#1): participant, language en, no address.\n"
    )


@pytest.mark.parametrize(
    "options",
    [[], ["--address", "a@b.cd", "--no-address"], ["--organiser", "--no-organiser"]],
)
def test_what_to_change_must_be_said_and_once(arena, options):
    arena("players", "add", "Ann")
    result = arena("players", "change", "Ann", *options)
    assert (result.code, result.out) == (2, "")
    assert "--no-address" in result.err


def test_the_list_shows_everybody_and_no_key(arena, terminal):
    assert "arena players add NAME" in arena("players", "list").out
    key = arena("players", "add", "Ann", "--organiser", "--json").data["key"]
    arena("players", "add", "Иннокентий Константинович Оболенский-Нелед")
    result = arena("players", "list")
    assert re.search(rf"^ *1  Ann +organiser  en +1 +0  {key[:12]} \(1\)", result.out, re.MULTILINE)
    assert key not in result.out
    wide = terminal(60, "players", "list", "--lang", "ru")
    assert max(map(cell_len, wide.lines)) <= 60


def test_the_list_is_data_too(arena):
    key = arena("players", "add", "Ann", "--json").data["key"]
    opens(key)
    (player,) = arena("players", "list", "--json").data["players"]
    assert (player["id"], player["name"], player["level"], player["xp"]) == (1, "Ann", 1, 0)
    (row,) = player["keys"]
    assert (row["prefix"], row["label"], row["revoked_at"]) == (key[:12], "1", None)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["last_used_at"])


def test_a_revoked_key_stops_at_once(arena):
    key = arena("players", "add", "Ann", "--json").data["key"]
    result = arena("players", "revoke", "ann", "--key", key[:12])
    assert (result.code, result.out) == (0, f"Revoked, opens nothing any more: {key[:12]} (1).\n")
    assert not opens(key)
    assert "no key that works" in arena("players", "revoke", "Ann", "--all").err


@pytest.mark.parametrize("options", [[], ["--all", "--key", "1"]])
def test_what_to_revoke_must_be_said(arena, options):
    arena("players", "add", "Ann")
    result = arena("players", "revoke", "Ann", *options)
    assert (result.code, result.out) == (2, "")
    assert "--all" in result.err


def test_a_key_is_replaced_at_once_or_kept_for_days(arena):
    first = arena("players", "add", "Ann", "--json").data["key"]
    second = arena("players", "rotate", "Ann", "--keep-days", "2", "--label", "laptop", "--json").data
    assert second["label"] == "laptop"
    assert opens(first)
    assert opens(second["key"])
    (third,) = KEY.findall(arena("players", "rotate", "Ann", "--key", "laptop").out)
    assert [opens(key) for key in (first, second["key"], third)] == [True, False, True]


def test_a_new_key_says_whose_it_is_and_what_becomes_of_the_old_ones(arena):
    (first,) = KEY.findall(arena("players", "add", "Ann").out)
    kept = arena("players", "rotate", "Ann", "--keep-days", "2", "--label", "laptop").out
    assert kept.startswith('A new key for Ann (#1), called "laptop":\n')
    assert re.search(rf"Still works: {first[:12]} \(1\), until \d{{4}}-\d\d-\d\d \d\d:\d\d\.", kept)
    assert re.search(rf"{first[:12]} \(1\), until \d{{4}}-", arena("players", "list").out)
    ended = arena("players", "rotate", "Ann", "--key", "laptop").out
    assert re.search(r"Opens nothing any more: arena_\w{6} \(laptop\)\.", ended)
    replaced = arena("players", "rotate", "Ann", "--json").data["replaced"]
    assert [each["label"] for each in replaced] == ["1", "laptop"]


def test_forgetting_wants_to_be_sure(arena):
    arena("players", "add", "Ann")
    result = arena("players", "forget", "Ann")
    assert (result.code, result.out) == (2, "")
    assert "add --yes" in result.err
    assert "Ann" in arena("players", "list").out


def test_a_forgotten_person_is_a_pseudonym_and_backups_are_spoken_of(arena):
    arena("players", "add", "Ann")
    result = arena("players", "forget", "Ann", "--yes")
    assert result.code == 0
    assert "backups" in result.out
    listed = arena("players", "list").out
    assert "Ann" not in listed
    assert "Forgotten participant 1" in listed
    again = arena("players", "forget", "#1", "--yes", "--json")
    assert (again.code, again.data) == (0, {"id": 1, "hero_id": None, "already": True})


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["add", "x"], "at least 2"),
        (["add", "ANN"], 'the league has "Ann"'),
        (["add", "Bob", "--address", "nonsense://secret"], "anna@example.org"),
        (["change", "Anm", "--no-address"], 'Perhaps "Ann"?'),
        (["change", "Ann", "--address", "nonsense://secret"], "anna@example.org"),
        (["change", "Ann", "--speaks", "fr"], "ru, en, es"),
        (["revoke", "Anm", "--all"], 'Perhaps "Ann"?'),
        (["rotate", "Ann", "--key", "phone"], "arena_"),
        (["rotate", "Ann", "--label", ""], "visible text"),
        (["forget", "#9", "--yes"], '"#9"'),
    ],
)
def test_a_request_at_fault_says_what_to_do(arena, arguments, told):
    arena("players", "add", "Ann")
    result = arena("players", *arguments)
    assert (result.code, result.out) == (1, "")
    assert told in result.err
    assert "secret" not in result.err
    for locale in ("ru", "es"):
        assert arena("players", *arguments, "--lang", locale).code == 1


def test_a_wrong_setting_is_one_line_with_its_variable(arena, monkeypatch):
    monkeypatch.setenv("ARENA_KEEP_BATTLES", "x")
    result = arena("players", "list")
    assert (result.code, result.out) == (1, "")
    assert 'ARENA_KEEP_BATTLES is "x"' in result.err
    monkeypatch.delenv("ARENA_KEEP_BATTLES")
    monkeypatch.setenv("ARENA_TZ", "Mars/Base")
    assert "Europe/Moscow" in arena("players", "list").err


def test_the_league_lies_where_the_settings_say(arena, monkeypatch, tmp_path):
    arena("players", "add", "Ann")
    assert (tmp_path / "data" / "hero-arena" / "league.sqlite").exists()
    monkeypatch.setenv("ARENA_DATABASE_URL", str(tmp_path / "other.sqlite"))
    assert arena("players", "list", "--json").data == {"players": []}
    assert (tmp_path / "other.sqlite").exists()


LINK = re.compile(r"(https?://\S+)/sign-in#([0-9A-Za-z_-]{43})")


def signed_in(token: str) -> str:
    with league_desk() as desk:
        return exchange_link(desk, token).token


def is_signed_in(session: str) -> bool:
    with league_desk() as desk:
        return session_owner(desk, session) is not None


def test_a_link_is_shown_with_whose_it_is_and_until_when(arena, league, monkeypatch):
    monkeypatch.setenv("ARENA_PUBLIC_URL", "https://arena.example.org/")
    for locale, until in (("en", "until 2026-04-20 12:15 (Europe/Moscow)"), ("ru", "до 2026-04-20 12:15")):
        told = arena("players", "link", "hero 1", "--lang", locale)
        assert (told.code, told.err) == (0, "")
        assert "Hero 1" in told.lines[0]
        assert until in told.lines[0]
        ((url, token),) = LINK.findall(told.out)
        assert url == "https://arena.example.org"
    assert is_signed_in(signed_in(token))


@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_a_link_that_leads_where_nobody_has_said_the_league_is_tells_so(arena, league, monkeypatch, locale):
    told = arena("players", "link", "#1", "--lang", locale).lines
    assert "ARENA_PUBLIC_URL" in told[-2]
    assert "http://127.0.0.1:8000" in told[-2]
    assert "arena serve" in told[-2]
    monkeypatch.setenv("ARENA_PUBLIC_URL", "http://127.0.0.1:18431")
    told = arena("players", "link", "#1", "--lang", locale).out
    assert "ARENA_PUBLIC_URL" not in told
    assert [url for url, _ in LINK.findall(told)] == ["http://127.0.0.1:18431"]


def test_a_link_for_programs_is_one_string(arena, league):
    data = arena("players", "link", "#1", "--json").data
    assert (data["id"], data["name"], data["expires_at"]) == (1, "Hero 1", "2026-04-20T09:15:00Z")
    assert set(data) == {"id", "name", "link", "expires_at"}
    assert data["link"].startswith("http://127.0.0.1:8000/sign-in#")
    assert is_signed_in(signed_in(data["link"].partition("#")[2]))


def test_no_log_has_a_link_and_the_act_is_in_it(arena, league, monkeypatch):
    monkeypatch.setenv("ARENA_LOG", "debug")
    told = arena("players", "link", "#1")
    ((_, token),) = LINK.findall(told.out)
    assert "link_made" in told.err
    assert token not in told.err


def test_somebody_is_signed_out_everywhere_and_keys_go_on(arena, league):
    key = arena("players", "rotate", "#1", "--json").data["key"]
    session = signed_in(arena("players", "link", "#1", "--json").data["link"].partition("#")[2])
    arena("players", "link", "#1")
    told = arena("players", "sign-out", "Hero 1")
    assert (told.code, told.err) == (0, "")
    assert told.out == (
        "Participant #1 is signed out everywhere. Sessions ended: 1, unused links ended: 1.\n"
    )
    assert not is_signed_in(session)
    assert opens(key)
    assert arena("players", "sign-out", "#1", "--json").data == {"id": 1, "sessions": 0, "links": 0}
    assert "signed in nowhere" in arena("players", "sign-out", "#1").out


def test_nobody_who_is_not_there_gets_a_link(arena, league):
    for command in ("link", "sign-out"):
        told = arena("players", command, "Nobody")
        assert (told.code, told.out) == (1, "")
        assert '"Nobody"' in told.err
