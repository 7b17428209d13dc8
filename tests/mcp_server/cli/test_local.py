"""Commands in the local arena of one person: what is for leagues of many says so, with the way out."""

import shlex
from pathlib import Path

import pytest
from sqlmodel import select

from arena import roster
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero
from arena.desk.local_arena import settle
from arena.desk.players.keys import make_key
from arena.desk.players.register import list_players
from arena.hero.sample import SAMPLE
from arena.store.tables import BattleRow, HeroRow
from tests.leagues import opened

YOU = {"en": "You"}


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The file of a local arena, which the commands find."""
    file = str(tmp_path / "own.sqlite")
    monkeypatch.setenv("ARENA_DATABASE_URL", file)
    with opened(file, local=True) as desk:
        settle(desk, YOU, "en")
    return file


@pytest.mark.parametrize("lang", ["en", "ru", "es"])
@pytest.mark.parametrize(
    "command",
    [
        ("players", "add", "Anna"),
        ("players", "link", "You"),
        ("players", "rotate", "You"),
        ("serve", "--port", "0"),
    ],
)
def test_nobody_is_let_in_and_nothing_is_served(arena, local, command, lang) -> None:
    with opened(local) as desk:
        before = list_players(desk)
    told = arena("--lang", lang, *command)
    assert (told.code, told.out) == (1, "")
    for named in (local, "ARENA_DATABASE_URL", "arena mcp"):
        assert named in told.err.replace("\n", "")
    with opened(local) as desk:
        assert list_players(desk) == before


def test_the_way_out_leads_to_a_league(arena, local, monkeypatch, tmp_path) -> None:
    assert arena("players", "add", "Anna").code == 1
    monkeypatch.setenv("ARENA_DATABASE_URL", str(tmp_path / "new.sqlite"))
    assert arena("players", "add", "Anna").code == 0
    assert arena("players", "link", "Anna").code == 0


@pytest.mark.medium
def test_what_the_person_alone_needs_goes_on(arena, local) -> None:
    assert arena("run", "daily", "--now").code == 0
    assert "You" in arena("players", "list").out
    assert arena("digest").code == 0


def test_the_doctor_says_what_the_database_is(arena, local) -> None:
    told = {each["subject"]: each for each in arena("doctor", "--json").data["findings"]}["local-arena"]
    assert (told["level"], told["code"]) == ("ok", None)
    assert "arena run daily --now" in told["text"]


def test_the_doctor_says_nothing_of_it_in_a_league(arena, league) -> None:
    assert "local-arena" not in arena("doctor", "--json").out


@pytest.mark.medium
@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "A film of the battle "),
        ("ru", "Видео боя "),
        ("es", "Un vídeo del combate "),
    ],
)
def test_a_digest_without_addresses_says_how_to_film_one_of_its_battles(arena, local, lang, title) -> None:
    assert arena("run", "daily", "--now").code == 0
    told = arena("--lang", lang, "digest").out
    (line,) = [line for line in told.splitlines() if line.startswith(title)]
    assert told.count("arena render battle") == 1
    which, command = line.removeprefix(title).split(": ", 1)
    assert command.endswith(f" --lang {lang}")
    typed = arena(*shlex.split(command)[1:], "--json").data
    with opened(local) as desk, desk.read() as (session, _):
        (row,) = session.exec(select(BattleRow).where(BattleRow.seed == int(typed["seed"]))).all()
        heroes = [session.get_one(HeroRow, id_).name for id_ in (row.hero_a, row.hero_b)]
    assert [typed[side]["name"] for side in ("a", "b")] == heroes
    assert which == " – ".join(heroes)
    assert (typed["winner"], typed["turns"]) == ({0: "a", 1: "b", -1: None}[row.winner], row.turns)
    for format_ in ("markdown", "html", "atom"):
        assert "arena render" not in arena("digest", "--format", format_).out


def test_a_digest_of_battles_that_only_the_league_can_fight_again_tells_of_no_film(arena, day) -> None:
    assert "arena render" not in arena("digest").out


def test_a_digest_with_addresses_tells_of_no_command(arena, local, monkeypatch) -> None:
    assert arena("run", "daily", "--now").code == 0
    monkeypatch.setenv("ARENA_PUBLIC_URL", "https://arena.example.org")
    assert "arena render" not in arena("digest").out


@pytest.mark.medium
def test_a_hidden_hero_of_the_roster_is_in_no_command(arena, local) -> None:
    assert arena("run", "daily", "--now").code == 0
    with opened(local) as desk:
        for hero in roster.samples().values():
            hide_hero(desk, hero.name, "rude", "en")
    assert "arena render" not in arena("digest").out


@pytest.mark.medium
@pytest.mark.parametrize("lang", ["en", "ru", "es"])
def test_the_one_person_reads_its_own_digest_without_a_key(arena, local, lang) -> None:
    with opened(local) as desk:
        save_hero(desk, settle(desk, YOU, "en").player_id, SAMPLE)
    assert arena("run", "daily", "--now").code == 0
    told = arena("--lang", lang, "digest", "--mine")
    assert (told.code, told.err) == (0, "")
    assert SAMPLE["name"] in told.lines[1]
    assert arena("digest", "--mine", "--json").data["hero"] == SAMPLE["name"]


def test_a_key_that_is_given_counts_there_too(arena, local, monkeypatch) -> None:
    monkeypatch.setenv("ARENA_KEY", make_key())
    assert arena("digest", "--mine", "--json").data["faults"][0]["code"] == "key-unknown"
