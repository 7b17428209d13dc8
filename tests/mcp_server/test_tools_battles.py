"""The tool that lists battles."""

import pytest

from tests.mcp_server.doors import MODES, answered, refused
from tests.mcp_server.weeks import (
    FEW,
    LARGEST,
    Week,
    every_page,
    own_battles,
    size,
    speaking,
    tells_nothing_hidden,
)

LOCALES = ("ru", "en", "es")


@pytest.mark.parametrize("mode", MODES)
def test_without_arguments_the_last_run_is_listed(week: Week, mode: str) -> None:
    told = answered(week.desk, week.anna, "list_battles", mode=mode)
    assert len(told["items"]) == 20
    assert {(each["day"], each["job"], each["round"]) for each in told["items"]} == {
        ("2026-04-24", "daily", 1)
    }
    assert size(told) < LARGEST
    assert any("next_cursor" in step for step in told["next_steps"])
    tells_nothing_hidden(told)


def test_the_battles_of_a_hero_are_listed_by_its_name_or_number_through_all_pages(week: Week) -> None:
    found = every_page(week, "list_battles", {"hero": "pixel", "limit": 7})
    assert found == every_page(week, "list_battles", {"hero": f"#{week.annas}", "limit": 50})
    assert [each["battle"] for each in found] == own_battles(week, week.anna, week.annas)
    assert len(found) >= 5 * 3 + 4
    assert {each["job"] for each in found} == {"daily", "tournament"}
    for each in found:
        own = [fighter["is_own"] for fighter in each["fighters"]]
        assert sorted(own) == [False, True]
        assert each["fighters"][own.index(True)] == {"hero_id": week.annas, "name": "Pixel", "is_own": True}


def test_battles_are_listed_by_run_and_by_local_day(small: Week) -> None:
    monday = answered(small.desk, small.anna, "list_battles", {"hero": "Pixel", "day": "2026-04-20"})["items"]
    assert len(monday) == 3
    run = int(monday[0]["battle"].split("-")[0])
    told = answered(small.desk, small.anna, "list_battles", {"hero": "Pixel", "run": run})
    assert told["items"] == monday
    friday = every_page(small, "list_battles", {"day": "2026-04-24"})
    assert sum(each["job"] == "tournament" for each in friday) == FEW // 2 * 5
    assert {each["round"] for each in friday if each["job"] == "tournament"} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_tournament_before_its_results_is_told_to_open_at_15(small: Week, locale: str) -> None:
    clara, rows = speaking(small.clara, locale), every_page(small, "list_battles", {"day": "2026-04-24"})
    battle = next(each["battle"] for each in rows if each["job"] == "tournament")
    small.clock.put(2026, 4, 24, 11, 59)
    told = answered(small.desk, clara, "list_battles", {"run": int(battle.split("-")[0])})
    assert told["items"] == []
    assert "15:00" in told["summary"]
    told = answered(small.desk, clara, "list_battles", {"day": "2026-04-24"})
    assert "tournament" not in {each["job"] for each in told["items"]}
    assert "15:00" in told["summary"]
    hidden = refused(small.desk, clara, "get_battle", {"battle": battle})
    assert "[tournament-not-visible]" in hidden
    assert "15:00" in hidden


def test_where_no_battles_are_it_is_said_what_to_do(week: Week) -> None:
    for arguments in ({"day": "2026-01-01"}, {"run": 2**53}, {"hero": "Pixel", "day": "2026-04-19"}):
        told = answered(week.desk, week.anna, "list_battles", arguments)
        assert told["items"] == []
        assert "get_status" in told["next_steps"][0]
    told = answered(week.desk, week.anna, "list_battles", {"run": 1, "cursor": "1_99999"})
    assert (told["items"], "next_cursor" in told) == ([], False)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"hero": "Pixal"}, "no-such-hero"),
        ({"day": "yesterday"}, "argument-day"),
        ({"day": "2026-02-30"}, "argument-day"),
        ({"day": "0001-01-01"}, "argument-day"),
        ({"day": "9999-12-31"}, "argument-day"),
        ({"run": 0}, "argument-range"),
        ({"run": 10**30}, "argument-range"),
        ({"limit": 51}, "argument-range"),
        ({"cursor": "1"}, "page-cursor"),
    ],
)
def test_arguments_of_the_list_that_are_wrong_are_refused(
    week: Week, arguments: dict[str, object], code: str
) -> None:
    told = refused(week.desk, week.anna, "list_battles", arguments)
    assert f"[{code}]" in told
    assert "None" not in told
