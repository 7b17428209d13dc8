"""The rating list, and the heroes as everybody sees them."""

from dataclasses import fields

import pytest

from arena.desk.heroes.gallery import PublicHero, get_hero, list_heroes
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.players.forgetting import forget_player
from arena.desk.standings.elo import elo_standings
from arena.errors import ArenaError
from arena.store.tables import HeroRow
from tests.arena.desk.played_runs import add_hero
from tests.leagues import populate


def _rate(desk, *ratings):
    with desk.store.write() as session:
        for id_, rating in enumerate(ratings, start=1):
            session.get_one(HeroRow, id_).rating = rating


def _refused(call, *arguments, **named):
    with pytest.raises(ArenaError) as caught:
        call(*arguments, **named)
    return caught.value


def test_the_list_is_by_rating_then_by_id_with_places(desk):
    populate(desk, 4)
    _rate(desk, 100_000, 120_000, 100_000, 90_000)
    lines = elo_standings(desk, "en").rows
    assert [(line.place, line.hero_id, line.rating) for line in lines] == [
        (1, 2, 120_000), (2, 1, 100_000), (3, 3, 100_000), (4, 4, 90_000),
    ]  # fmt: skip


def test_pages_go_on_where_the_last_one_ended_with_the_right_places(desk):
    populate(desk, 7)
    _rate(desk, *[100_000] * 5, 90_000, 110_000)
    seen, cursor = [], None
    while True:
        page = elo_standings(desk, "en", limit=2, cursor=cursor)
        seen += [(line.place, line.hero_id) for line in page.rows]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == list(enumerate([7, 1, 2, 3, 4, 5, 6], start=1))


def test_withdrawn_heroes_stand_apart_and_have_no_place(desk):
    populate(desk, 3)
    withdraw_hero(desk, 2)
    assert [line.hero_id for line in elo_standings(desk, "en").rows] == [1, 3]
    apart = elo_standings(desk, "en", withdrawn=True).rows
    assert [(line.place, line.hero_id) for line in apart] == [(None, 2)]


def test_a_league_without_heroes_has_an_empty_list(desk):
    page = elo_standings(desk, "en")
    assert (page.rows, page.next_cursor) == ((), None)
    assert elo_standings(desk, "en", cursor=f"-{'9' * 18}_1").rows == ()


def test_hidden_and_forgotten_heroes_have_pseudonyms_in_every_list(desk, hero_data):
    (owner, pixel), (_, voxel) = add_hero(desk, hero_data()), add_hero(desk, hero_data({"/name": "Voxel"}))
    hide_hero(desk, "Voxel", "rude", "en")
    forget_player(desk, owner)
    names = {pixel: f"Forgotten hero {pixel}", voxel: f"Hidden hero {voxel}"}
    lines = [*elo_standings(desk, "en").rows, *elo_standings(desk, "en", withdrawn=True).rows]
    assert {line.hero_id: line.name for line in lines} == names
    assert {line.hero_id: line.name for line in list_heroes(desk, "en").rows} == names


def test_everybody_sees_name_motto_look_abilities_rating_place_and_level_of_a_hero(desk, hero_data):
    owner, id_ = add_hero(desk, hero_data(), xp_peak=250)
    hero = get_hero(desk, None, "pixel", "en")
    assert (hero.hero_id, hero.name, hero.motto) == (id_, "Pixel", "One grid, one plan")
    assert hero.look.pixels == tuple(hero_data()["sprite"]["pixels"])
    assert set(hero.abilities) == {"shield", "heavy"}
    assert (hero.level, hero.place, hero.active, hero.is_own) == (3, 1, True, False)
    assert get_hero(desk, owner, "Pixel", "en").is_own


def test_a_public_hero_has_no_field_for_stats_or_rules():
    assert {field.name for field in fields(PublicHero)} == {
        "hero_id", "name", "motto", "look", "abilities", "level", "rating", "rated_battles", "place",
        "active", "is_own",
    }  # fmt: skip


def test_the_current_version_is_what_is_shown(desk, clock, hero_data):
    player, id_ = add_hero(desk, hero_data())
    clock.advance(hours=1)
    save_hero(
        desk, player, hero_data({"/name": "Voxel", "/motto": "New", "/abilities": ["heavy"], "/rules": []})
    )
    hero = get_hero(desk, None, f"#{id_}", "en")
    assert (hero.name, hero.motto, hero.abilities) == ("Voxel", "New", ("heavy",))


@pytest.mark.parametrize("given", ["PIXEL", "Рixel", "1", "#1", " #1 "])
def test_a_hero_is_found_by_its_name_look_alikes_included_or_its_number(desk, hero_data, given):
    add_hero(desk, hero_data())
    assert get_hero(desk, None, given, "en").name == "Pixel"


def test_a_name_of_digits_comes_before_the_number(desk, hero_data):
    add_hero(desk, hero_data())
    add_hero(desk, hero_data({"/name": "Nr 2"}))
    add_hero(desk, hero_data({"/name": "02"}))
    assert get_hero(desk, None, "02", "en").hero_id == 3
    assert get_hero(desk, None, "#02", "en").hero_id == 2


@pytest.mark.parametrize(
    ("given", "nearest"), [("Pixle", "Pixel"), ("xyzzy", None), ("#77", None), ("9" * 30, None), ("", None)]
)
def test_an_unknown_name_is_refused_with_the_one_that_was_probably_meant(desk, hero_data, given, nearest):
    add_hero(desk, hero_data())
    error = _refused(get_hero, desk, None, given, "en")
    assert (error.code, error.faults[0].params.get("nearest")) == ("no-such-hero", nearest)


def test_a_hidden_name_finds_nobody_except_for_the_owner(desk, hero_data):
    owner, id_ = add_hero(desk, hero_data())
    hide_hero(desk, "Pixel", "rude", "en")
    error = _refused(get_hero, desk, None, "Pixel", "en")
    assert "Pixel" not in str(error.faults[0].params.get("nearest"))
    assert _refused(get_hero, desk, None, "Pixe", "en").faults[0].params.get("nearest") is None
    assert get_hero(desk, owner, "Pixel", "en").hero_id == id_
    hero = get_hero(desk, None, str(id_), "en")
    assert (hero.name, hero.motto, hero.look) == (f"Hidden hero {id_}", "", None)


def test_the_list_of_heroes_is_searched_by_a_part_of_the_name(desk, hero_data):
    for name in ("Pixel", "Voxel", "100% pure!!", "Под_ушка".replace("_", " ")):
        add_hero(desk, hero_data({"/name": name.replace("%", " ")}))
    assert [line.name for line in list_heroes(desk, "en", query="XEL").rows] == ["Pixel", "Voxel"]
    assert [line.name for line in list_heroes(desk, "en", query="под").rows] == ["Под ушка"]
    assert not list_heroes(desk, "en", query="%").rows
    hide_hero(desk, "Voxel", "rude", "en")
    assert [line.name for line in list_heroes(desk, "en", query="xel").rows] == ["Pixel"]


def test_the_list_of_heroes_is_paged(desk):
    populate(desk, 5)
    first = list_heroes(desk, "en", limit=3)
    assert [line.hero_id for line in first.rows] == [1, 2, 3]
    assert [line.hero_id for line in list_heroes(desk, "en", 3, first.next_cursor).rows] == [4, 5]
