"""Participants: names that can be told apart, languages, addresses, and finding who is meant."""

import pytest

from arena.desk.desk import Desk
from arena.desk.players.addresses import check_address
from arena.desk.players.finding import find_player
from arena.desk.players.keys import authenticate
from arena.desk.players.register import add_player, check_name, list_players
from arena.errors import ArenaError
from arena.hero import name_key
from arena.store import insert_rows
from arena.store.tables import Player
from tests.growth import cost


def test_a_new_participant_has_a_key_that_works_and_begins_at_level_1(desk: Desk) -> None:
    added = add_player(desk, "  Анна Иванова ", organiser=True, lang="ru", address="anna@example.org")
    player = added.player
    assert (player.name, player.organiser, player.lang, player.has_address) == (
        "Анна Иванова",
        True,
        "ru",
        True,
    )
    assert (player.xp, player.level) == (0, 1)
    assert list_players(desk) == (player,)
    assert authenticate(desk, added.key).player_id == player.id


@pytest.mark.parametrize("name", ["dev_42", "Jean-Luc O'Neill", "王芳", "Ян", "И" * 40])
def test_people_may_be_called_as_they_are(name: str) -> None:
    assert check_name(f" {name} ") == name


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("", ["name-too-short"]),
        ("И" * 41, ["name-too-long"]),
        ("Ann #1", ["name-character"]),
        ("A\u202enn", ["character-bidi"]),
        ("A\x1bnn\u200b", ["character-control", "character-invisible"]),
        ("_--_", ["name-no-letter"]),
    ],
)
def test_a_name_is_to_be_read_by_people(name: str, codes: list[str]) -> None:
    with pytest.raises(ArenaError) as error:
        check_name(name)
    assert [fault.code for fault in error.value.faults] == codes


def test_a_name_that_looks_the_same_is_taken(desk: Desk) -> None:
    add_player(desk, "Anna")
    for again in ("Anna", "ANNA", "Аnnа", " anna "):
        with pytest.raises(ArenaError, match='the league has "Anna"') as error:
            add_player(desk, again)
        assert error.value.code == "player-name-taken"


def test_the_languages_are_those_of_the_arena(desk: Desk) -> None:
    with pytest.raises(ArenaError, match="ru, en, es"):
        add_player(desk, "Ann", lang="fr")
    assert list_players(desk) == ()


@pytest.mark.parametrize(
    "given", ["ann@example.org", "mailto://user:pass@example.org", "json://localhost/hook", " a@b.cd "]
)
def test_an_address_is_an_email_or_one_of_apprise(given: str) -> None:
    assert check_address(given, by_organiser=True) == given.strip()


@pytest.mark.parametrize(
    "given", ["", "ann", "ann@", "nonsense://secret", "a@b.c\nd", "a b@c.de", "json://" + "x" * 500]
)
def test_another_address_is_refused_without_repeating_it(given: str) -> None:
    with pytest.raises(ArenaError) as error:
        check_address(given, by_organiser=True)
    assert error.value.code == "players-address"
    assert "secret" not in error.value.text("en")


def test_an_address_is_kept_and_a_wrong_one_adds_nobody(desk: Desk) -> None:
    with pytest.raises(ArenaError, match="No message can be sent"):
        add_player(desk, "Ann", address="ann@")
    added = add_player(desk, "Ann", address="ann@example.org").player
    with desk.read() as (session, _):
        assert session.get_one(Player, added.id).address == "ann@example.org"


def test_a_participant_is_found_by_name_in_any_case_or_by_id(desk: Desk) -> None:
    add_player(desk, "Bob")
    ann = add_player(desk, "Анна Иванова").player
    assert find_player(desk, "АННА иванова") == find_player(desk, f"#{ann.id}") == ann.id


def test_who_is_not_there_may_be_somebody_like_it(desk: Desk) -> None:
    add_player(desk, "Anna")
    add_player(desk, "Мария Иванова")
    for given, told in [
        ("Anan", 'Perhaps "Anna"'),
        ("Иванова", 'Perhaps "Мария Иванова"'),
        ("Zoroaster", 'no participant "Zoroaster". The command arena players list'),
        ("#77", 'no participant "#77". The command arena players list'),
        ("", 'no participant "". The command arena players list'),
    ]:
        with pytest.raises(ArenaError, match=told) as error:
            find_player(desk, given)
        assert error.value.code == "player-unknown"


def test_a_mistyped_name_costs_no_more_a_name_among_very_many_than_among_many(desk: Desk) -> None:
    def add(names: list[str]) -> None:
        with desk.write() as (session, now):
            keys, count = [name_key(name) for name in names], len(names)
            made = {"name_key": keys, "created_at": [now] * count, "lang": ["ru"] * count}
            insert_rows(session, Player, {"name": names, **made})

    def find() -> None:
        with pytest.raises(ArenaError) as error:
            find_player(desk, "Витязь Гле")
        assert error.value.faults[0].params["nearest"] == "Витязь Глеб"

    add(["Витязь Глеб", *(f"Витязь {i}" for i in range(1, 2_000))])
    among_many = cost(find)
    add([f"Витязь {i}" for i in range(2_000, 20_000)])
    assert cost(find) < 3 * 10 * among_many
