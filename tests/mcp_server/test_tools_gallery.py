"""The tools that show heroes as everybody may see them."""

import pytest

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.gallery import get_hero
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.peopling import people
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.players.forgetting import forget_player
from arena.hero.sample import SAMPLE
from tests.leagues import populate
from tests.mcp_server.calls import asked
from tests.mcp_server.doors import MODES, answered, call, join, refused, structure
from tests.mcp_server.weeks import LARGEST, Week, every_page, size, tells_nothing_hidden

LOCALES = ("ru", "en", "es")


@pytest.mark.parametrize("mode", MODES)
def test_a_hero_is_found_by_its_name_and_by_its_number(week: Week, mode: str) -> None:
    found = [
        answered(week.desk, week.anna, "get_hero", {"hero": given}, mode)
        for given in ("Voxel", " vOXel ", f"{week.boriss}", f"#{week.boriss}")
    ]
    assert found == [found[0]] * 4
    hero = get_hero(week.desk, week.anna.id, "Voxel", "en")
    told = found[0]
    assert (told["hero_id"], told["name"], told["motto"]) == (week.boriss, "Voxel", SAMPLE["motto"])
    assert (told["abilities"], told["level"], told["place"]) == (list(hero.abilities), 1, hero.place)
    assert (told["rating"], told["rated_battles"]) == (round(hero.rating / 100, 2), hero.rated_battles)
    assert (told["active"], told["is_own"]) == (True, False)
    assert f"place {hero.place}" in told["summary"]


def test_of_another_s_hero_nothing_hidden_is_told(week: Week) -> None:
    for detail in ("summary", "look"):
        tells_nothing_hidden(answered(week.desk, week.anna, "get_hero", {"hero": "Voxel", "detail": detail}))
    tells_nothing_hidden(answered(week.desk, week.anna, "list_heroes"))


def test_one_s_own_hero_is_marked_and_leads_to_all_of_it(week: Week) -> None:
    told = answered(week.desk, week.anna, "get_hero", {"hero": "Pixel"})
    assert told["is_own"]
    assert "get_my_hero" in told["next_steps"][0]
    tells_nothing_hidden(told)


def test_the_look_comes_on_request_as_a_sprite_that_can_be_sent_back(week: Week) -> None:
    assert "look" not in answered(week.desk, week.anna, "get_hero", {"hero": "Voxel"})
    told = answered(week.desk, week.anna, "get_hero", {"hero": "Voxel", "detail": "look"})
    sprite = get_hero(week.desk, None, "Voxel", "en").look
    assert sprite is not None
    assert told["look"] == sprite.model_dump(mode="json", exclude_none=True)


def test_the_largest_look_and_the_longest_names_make_a_small_answer(desk: Desk) -> None:
    anna, grid = join(desk, lang="ru"), ["7" * 32] * 32
    sprite = {"palette": [f"#{number:06x}" for number in range(8)], "pixels": grid, "strike": grid,
              "rig": ["A" * 32] * 32, "strike_rig": ["A" * 32] * 32}  # fmt: skip
    save_hero(desk, anna.id, {**SAMPLE, "name": "Щ" * 24, "motto": "Щ" * 80, "sprite": sprite})
    told = answered(desk, anna, "get_hero", {"hero": "1", "detail": "look"})
    assert told["look"]["pixels"] == grid
    assert size(told) < LARGEST


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_heroes_of_the_roster_are_shown_in_full_by_id_and_by_name(desk: Desk, locale: str, mode: str) -> None:
    designs = {id_: roster.load(id_) for id_ in roster.names()}
    calls = [
        ("get_hero", arguments)
        for id_, design in designs.items()
        for arguments in ({"hero": id_.upper()}, {"hero": design.name}, {"hero": id_, "detail": "look"})
    ]
    answers = iter(asked((desk, join(desk, lang=locale)), calls, mode))
    for id_, design in designs.items():
        told, by_name, look = (structure(next(answers)) for _ in range(3))
        assert told == by_name
        assert (told["name"], told["motto"], told["level"]) == (design.name, design.motto, roster.level(id_))
        assert (told["stats"], told["rules"]) == (design.stats.by_name, list(design.rules))
        assert told["roster"] == ("dummy" if id_ in roster.DUMMY_IDS else "sample")
        assert not {"hero_id", "rating", "place", "look"} & set(told)
        assert f'"{id_}"' in told["next_steps"][0]
        assert size(look) < LARGEST


def test_a_sample_that_fights_in_the_league_has_a_place_a_level_for_its_slots_and_its_design(
    desk: Desk,
) -> None:
    anna, design = join(desk), roster.load("dragon")
    with desk.write() as (session, now):
        (hero,) = people(session, now, [design.name], [design])
    told = answered(desk, anna, "get_hero", {"hero": design.name})
    assert told == answered(desk, anna, "get_hero", {"hero": "dragon"})
    assert told == answered(desk, anna, "get_hero", {"hero": f"#{hero}"})
    assert (told["hero_id"], told["place"], told["level"]) == (hero, 1, roster.level("dragon"))
    assert told["level"] > 1
    assert (told["roster"], told["rules"]) == ("sample", list(design.rules))


def test_an_id_of_the_roster_that_is_nearly_one_is_refused_with_that_one(desk: Desk) -> None:
    assert '"golem"' in refused(desk, join(desk), "get_hero", {"hero": "golm"})


def test_a_name_that_is_nearly_one_is_refused_with_that_one(week: Week) -> None:
    told = refused(week.desk, week.anna, "get_hero", {"hero": "Voxal"})
    assert "[no-such-hero]" in told
    assert '"Voxel"' in told
    assert "list_heroes" in told


@pytest.mark.parametrize("given", ["", "no such thing at all", "#9999999", "9" * 18, "9" * 19])
def test_a_hero_that_is_not_there_is_refused_with_where_the_heroes_are(week: Week, given: str) -> None:
    told = refused(week.desk, week.anna, "get_hero", {"hero": given})
    assert "[no-such-hero]" in told
    assert "list_heroes" in told


def test_a_name_longer_than_any_is_refused_before_it_is_looked_for(week: Week) -> None:
    assert "[argument-length]" in refused(week.desk, week.anna, "get_hero", {"hero": "x" * 101})


@pytest.mark.parametrize("locale", LOCALES)
def test_a_hidden_hero_has_a_pseudonym_and_nothing_of_its_own(desk: Desk, locale: str) -> None:
    anna, boris = join(desk, lang=locale), join(desk, "Boris")
    save_hero(desk, boris.id, {**SAMPLE, "name": "Rudename", "motto": "Rudemotto"})
    hide_hero(desk, "Rudename", "rude", "en")
    told = call(desk, anna, "get_hero", {"hero": "1", "detail": "look"})
    assert told.structured_content is not None
    assert "look" not in told.structured_content
    assert told.structured_content["motto"] == ""
    assert "Rude" not in told.model_dump_json()
    assert "Rudename" not in refused(desk, anna, "get_hero", {"hero": "Rudenam"})
    assert answered(desk, anna, "list_heroes", {"search": "rude"})["items"] == []
    (line,) = answered(desk, anna, "list_heroes")["items"]
    assert line["name"] == told.structured_content["name"]


def test_a_forgotten_hero_is_a_number_and_a_pseudonym(desk: Desk) -> None:
    anna, boris = join(desk), join(desk, "Boris")
    save_hero(desk, boris.id, {**SAMPLE, "name": "Voxel"})
    forget_player(desk, boris.id)
    told = answered(desk, anna, "get_hero", {"hero": "#1", "detail": "look"})
    assert (told["name"], told["motto"], told["active"]) == ("Forgotten hero 1", "", False)
    assert not {"look", "place"} & set(told)
    refused(desk, anna, "get_hero", {"hero": "Voxel"})


@pytest.mark.parametrize("locale", LOCALES)
def test_a_withdrawn_hero_has_no_place(desk: Desk, locale: str) -> None:
    anna = join(desk, lang=locale)
    save_hero(desk, anna.id, SAMPLE)
    withdraw_hero(desk, anna.id)
    told = answered(desk, anna, "get_hero", {"hero": SAMPLE["name"]})
    assert "place" not in told
    assert told["active"] is False


def test_the_list_of_a_large_league_is_small_and_goes_through_all_of_it(week: Week) -> None:
    told = answered(week.desk, week.anna, "list_heroes")
    assert len(told["items"]) == 20
    assert size(told) < LARGEST
    assert any("next_cursor" in step for step in told["next_steps"])
    found = every_page(week, "list_heroes", {"limit": 50})
    assert [each["hero_id"] for each in found] == list(range(1, 301))
    assert found[week.annas - 1]["name"] == "Pixel"
    assert found[week.annas - 1]["rating"] == get_hero(week.desk, None, "Pixel", "en").rating / 100


def test_a_search_finds_a_part_of_a_name_in_any_case(week: Week) -> None:
    told = answered(week.desk, week.anna, "list_heroes", {"search": "XEL"})
    assert [each["name"] for each in told["items"]] == ["Pixel", "Voxel"]
    assert "next_cursor" not in told


@pytest.mark.parametrize("locale", LOCALES)
def test_an_empty_list_says_what_to_do(desk: Desk, locale: str) -> None:
    anna = join(desk, lang=locale)
    told = answered(desk, anna, "list_heroes")
    assert told["items"] == []
    assert "save_hero" in told["next_steps"][0]
    told = answered(desk, anna, "list_heroes", {"search": "zzz\u202e"})
    assert "zzz\\u202e" in told["summary"]
    assert "get_hero" in told["next_steps"][0]


def test_after_the_last_page_the_list_is_said_to_be_over(desk: Desk) -> None:
    populate(desk, 2)
    told = answered(desk, join(desk), "list_heroes", {"cursor": "2"})
    assert told["items"] == []
    assert "cursor" in told["next_steps"][0]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"cursor": "1_2"}, "page-cursor"),
        ({"cursor": "x" * 1000}, "page-cursor"),
        ({"limit": 0}, "argument-range"),
        ({"limit": 51}, "argument-range"),
        ({"limit": "many"}, "argument-type"),
        ({"search": "x" * 101}, "argument-length"),
        ({"serch": "x"}, "argument-unknown"),
    ],
)
def test_arguments_of_the_list_that_are_wrong_are_refused(
    week: Week, arguments: dict[str, object], code: str
) -> None:
    assert f"[{code}]" in refused(week.desk, week.anna, "list_heroes", arguments)
