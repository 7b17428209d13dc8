"""The tool that shows tables, and why a hero stands where it stands."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete

from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.standings.elo import elo_standings
from arena.desk.standings.tournament import tournament_standings
from arena.desk.standings.why import why_opponent
from arena.hero.sample import SAMPLE
from arena.store.tables import BattleRow
from tests.mcp_server.doors import MODES, answered, join, refused
from tests.mcp_server.weeks import (
    HEROES,
    LARGEST,
    Week,
    every_page,
    size,
    speaking,
    tells_nothing_hidden,
    week_played,
)

LOCALES = ("ru", "en", "es")
TOURNAMENT = {"kind": "tournament"}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Week]:
    """A league of seven, of whom one rests in each round, to be changed."""
    with week_played(tmp_path, 7) as week:
        yield week


@pytest.mark.parametrize("mode", MODES)
def test_the_rating_list_comes_in_small_pages_by_rating(week: Week, mode: str) -> None:
    told = answered(week.desk, week.anna, "get_standings", mode=mode)
    assert (told["kind"], len(told["items"])) == ("elo", 20)
    assert size(told) < LARGEST
    assert any("next_cursor" in step for step in told["next_steps"])
    tells_nothing_hidden(told)
    lines = elo_standings(week.desk, "en").rows
    assert [each["hero_id"] for each in told["items"]] == [line.hero_id for line in lines]
    assert [each["rating"] for each in told["items"]] == [line.rating / 100 for line in lines]


def test_all_pages_of_the_rating_list_hold_every_hero_once_in_its_place(week: Week) -> None:
    found = every_page(week, "get_standings", {"limit": 50})
    assert [each["place"] for each in found] == list(range(1, HEROES + 1))
    assert {each["hero_id"] for each in found} == set(range(1, HEROES + 1))
    assert [each["hero_id"] for each in found if each["is_own"]] == [week.annas]


@pytest.mark.parametrize("mode", MODES)
def test_the_table_of_a_tournament_has_points_and_tie_breaks_as_people_count_them(
    week: Week, mode: str
) -> None:
    told = answered(week.desk, week.anna, "get_standings", TOURNAMENT, mode)
    assert (told["friday"], told["heroes"], len(told["items"])) == ("2026-04-24", HEROES, 20)
    assert size(told) < LARGEST
    tells_nothing_hidden(told)
    table = tournament_standings(week.desk, None, "en").page.rows
    for item, line in zip(told["items"], table, strict=True):
        assert (item["place"], item["hero_id"], item["rating"]) == (
            line.place,
            line.hero_id,
            line.rating / 100,
        )
        assert (item["points"], item["buchholz_cut1"]) == (line.points2 / 2, line.buchholz_cut1 / 2)
        assert (item["buchholz"], item["sonneborn_berger"]) == (line.buchholz / 2, line.sonneborn_berger / 4)
        assert (item["wins"], item["decided_by"]) == (line.wins, line.decided_by)
    assert told["items"][0]["points"] == 5.0


def test_all_pages_of_a_table_hold_everybody_once(week: Week) -> None:
    found = every_page(week, "get_standings", {**TOURNAMENT, "friday": "2026-04-24", "limit": 50})
    assert [each["place"] for each in found] == list(range(1, HEROES + 1))
    assert sum(each["points"] for each in found) == HEROES // 2 * 5
    assert [each["hero_id"] for each in found if each["is_own"]] == [week.annas]


def test_a_bye_is_told_by_its_round(small: Week) -> None:
    found = answered(small.desk, small.anna, "get_standings", TOURNAMENT)["items"]
    assert sorted(round_ for each in found for round_ in each.get("byes", [])) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_place_in_a_tournament_is_explained_by_rounds_criteria_and_neighbours(
    week: Week, locale: str
) -> None:
    anna = speaking(week.anna, locale)
    place = next(
        each for each in every_page(week, "get_standings", {**TOURNAMENT, "limit": 50}) if each["is_own"]
    )
    told = answered(week.desk, anna, "get_standings", {**TOURNAMENT, "why": "pixel"})
    assert told["items"] == []
    assert told["summary"] == told["why"][0]
    assert f"{place['place']}" in told["summary"]
    assert "Pixel" in told["summary"]
    rounds, criteria = told["why"][1:6], told["why"][6:12]
    assert all(f" {number}:" in line for number, line in enumerate(rounds, start=1))
    numbers = [f"{place[name]:g}" for name in ("points", "buchholz_cut1", "buchholz", "sonneborn_berger")]
    for line, number in zip(criteria, numbers, strict=False):
        shown = number if locale == "en" else number.replace(".", ",")
        assert f": {shown} = " in line
    assert size(told) < LARGEST
    tells_nothing_hidden(told)


def test_a_bye_is_told_in_a_reason(small: Week) -> None:
    found = answered(small.desk, small.anna, "get_standings", TOURNAMENT)["items"]
    rested = next(each for each in found if each.get("byes"))
    told = answered(small.desk, small.anna, "get_standings", {**TOURNAMENT, "why": str(rested["hero_id"])})
    assert f"Round {rested['byes'][0]}: a bye, points: 1." in told["why"]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_round_is_explained_by_what_paired_it(week: Week, locale: str) -> None:
    anna = speaking(week.anna, locale)
    arguments = {**TOURNAMENT, "why": f"#{week.annas}", "round": 3}
    told = answered(week.desk, anna, "get_standings", arguments)
    assert tuple(told["why"]) == why_opponent(week.desk, None, None, 3, "Pixel", locale).told
    assert size(told) < LARGEST


@pytest.mark.parametrize("asked", [{}, {"round": 2}, {"friday": "2026-04-24"}])
def test_a_reason_says_of_which_tournament_it_is(week: Week, asked: dict[str, object]) -> None:
    told = answered(week.desk, week.anna, "get_standings", {**TOURNAMENT, "why": "Pixel", **asked})
    assert told["friday"] == "2026-04-24"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_place_by_rating_is_explained_by_neighbours_and_days(week: Week, locale: str) -> None:
    anna = speaking(week.anna, locale)
    told = answered(week.desk, anna, "get_standings", {"why": "Voxel"})
    lines = every_page(week, "get_standings", {"limit": 50})
    at = [each["hero_id"] for each in lines].index(week.boriss)
    text = "\n".join(told["why"])
    for each in lines[max(at - 1, 0) : at + 2]:
        assert f"#{each['hero_id']}" in text
        assert _fraction(f"{each['rating']:.2f}", locale) in text
    days = [line for line in told["why"] if line.startswith("2026-04-")]
    assert [line[:10] for line in days] == [f"2026-04-{day}" for day in range(24, 19, -1)]
    assert days[-1].startswith(f"2026-04-20: {_fraction('1000.00', locale)} → ")
    tells_nothing_hidden(told)


def _fraction(text: str, locale: str) -> str:
    """A number as the language writes it."""
    return text if locale == "en" else text.replace(".", ",")


def test_a_withdrawn_hero_is_explained_to_have_no_place(small: Week) -> None:
    withdraw_hero(small.desk, small.boris.id)
    told = answered(small.desk, small.anna, "get_standings", {"why": "Voxel"})
    assert "withdrawn" in told["summary"]
    assert small.boriss not in [
        each["hero_id"] for each in answered(small.desk, small.anna, "get_standings")["items"]
    ]


def test_hidden_heroes_have_pseudonyms_in_tables_and_reasons(small: Week) -> None:
    hide_hero(small.desk, "Voxel", "rude", "en")
    whys = [{"why": str(hero)} for hero in range(1, 8)]
    for arguments in ({}, TOURNAMENT, *whys, *({**TOURNAMENT, **why} for why in whys)):
        assert "Voxel" not in str(answered(small.desk, small.anna, "get_standings", arguments))
    assert "Voxel" not in refused(small.desk, small.anna, "get_standings", {"why": "Voxe"})


def test_an_empty_league_is_told_to_be_one_with_what_to_do(tmp_path: Path) -> None:
    with week_played(tmp_path, 2) as week:
        for participant in (week.anna, week.boris):
            withdraw_hero(week.desk, participant.id)
        told = answered(week.desk, week.clara, "get_standings")
        assert told["items"] == []
        assert "save_hero" in told["next_steps"][0]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ({"friday": "2026-04-24"}, "argument-alone", 'Add kind="tournament"'),
        ({"round": 2, "why": "Pixel"}, "argument-alone", 'Add kind="tournament"'),
        ({**TOURNAMENT, "round": 2}, "argument-alone", "Add why"),
        ({"why": "Pixel", "cursor": "1"}, "argument-alone", "cursor does nothing beside why"),
        ({**TOURNAMENT, "why": "Pixel", "limit": 5}, "argument-alone", "limit does nothing beside why"),
        ({**TOURNAMENT, "friday": "today"}, "argument-day", "2026-04-24"),
        ({**TOURNAMENT, "friday": "2026-04-23"}, "not-a-friday", "2026-04-24"),
        ({**TOURNAMENT, "friday": "2026-04-17"}, "tournament-not-played", ""),
        ({**TOURNAMENT, "friday": "2026-05-01"}, "tournament-not-visible", "15:00"),
        ({**TOURNAMENT, "why": "Pixal"}, "no-such-hero", "Pixel"),
        ({"why": "Pixal"}, "no-such-hero", "list_heroes"),
        ({**TOURNAMENT, "why": "Pixel", "round": 6}, "round-unknown", "5"),
        ({"round": 0}, "argument-range", "100"),
        ({"cursor": "x"}, "page-cursor", "next_cursor"),
        ({**TOURNAMENT, "cursor": "1_2"}, "page-cursor", "next_cursor"),
        ({"kind": "swiss"}, "argument-choice", "elo, tournament"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_what_can(
    week: Week, arguments: dict[str, object], code: str, told: str
) -> None:
    text = refused(week.desk, week.anna, "get_standings", arguments)
    assert f"[{code}]" in text
    assert told in text


def test_a_tournament_is_told_from_its_results_on(small: Week) -> None:
    small.clock.put(2026, 4, 24, 11, 59)
    arguments = {**TOURNAMENT, "friday": "2026-04-24", "why": "Pixel", "round": 1}
    assert "[tournament-not-visible]" in refused(small.desk, small.anna, "get_standings", arguments)
    assert "[no-tournament-yet]" in refused(small.desk, small.anna, "get_standings", TOURNAMENT)


def test_who_took_no_part_and_what_was_deleted_cannot_be_explained(small: Week) -> None:
    dora = join(small.desk, "Dora")
    save_hero(small.desk, dora.id, {**SAMPLE, "name": "Late"})
    late = refused(small.desk, small.anna, "get_standings", {**TOURNAMENT, "why": "Late"})
    assert "[not-in-tournament]" in late
    with small.desk.store.write() as session:
        session.execute(delete(BattleRow))
    gone = refused(small.desk, small.anna, "get_standings", {**TOURNAMENT, "why": "Pixel"})
    assert "[tournament-pruned]" in gone
    assert answered(small.desk, small.anna, "get_standings", TOURNAMENT)["items"]
