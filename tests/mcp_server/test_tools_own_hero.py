"""The tools for one's own hero, as an agent calls them."""

import json
from typing import Any

import anyio
import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.heroes.own import my_hero
from arena.desk.heroes.saving import save_hero
from arena.hero.sample import SAMPLE
from arena.store.tables import HeroRow, HeroState, HeroVersion, Player
from tests.leagues import PutClock
from tests.mcp_server.doors import MODES, Participant, answered, call, in_memory, join, refused

LOCALES = ("ru", "en", "es")
EDITS = ("withdraw_hero", "return_hero")


def joined_with_versions(desk: Desk, versions: int = 1, lang: str = "en") -> Participant:
    """A participant whose hero's motto is the number of its version."""
    participant = join(desk, lang=lang)
    for number in range(1, versions + 1):
        save_hero(desk, participant.id, {**SAMPLE, "motto": str(number)})
    return participant


def largest_hero() -> dict[str, Any]:
    """A hero with as much in every field as it may hold."""
    grid = ["7" * 32] * 32
    return {
        "name": "Щ" * 24,
        "motto": "Щ" * 80,
        "sprite": {
            "palette": [f"#{number:06x}" for number in range(8)],
            "pixels": grid,
            "strike": grid,
            "rig": ["A" * 32] * 32,
            "strike_rig": ["L" * 32] * 32,
        },
        "stats": SAMPLE["stats"],
        "abilities": ["shield", "heavy", "counter", "poison"],
        "rules": [
            f"not enemy.knowledge >= {number} and not self.knowledge >= {number} -> counter"
            for number in range(81, 89)
        ],
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_current_version_comes_whole_with_rating_and_number(desk: Desk, locale: str, mode: str) -> None:
    participant = joined_with_versions(desk, 2, locale)
    told = answered(desk, participant, "get_my_hero", mode=mode)
    assert told["hero"] == {**SAMPLE, "motto": "2"}
    assert (told["version"], told["current_version"], told["ruleset"]) == (2, 2, "v1")
    assert (told["active"], told["rating"], told["rated_battles"]) == (True, 1000, 0)
    assert told["saved_at"] == "2026-04-20T09:00:00Z"
    assert "versions" not in told
    assert "expected_version 2" in told["next_steps"][-1]


@pytest.mark.parametrize("mode", MODES)
def test_an_older_version_says_which_one_is_current(desk: Desk, mode: str) -> None:
    told = answered(desk, joined_with_versions(desk, 3), "get_my_hero", {"version": 2}, mode)
    assert told["hero"]["motto"] == "2"
    assert (told["version"], told["current_version"]) == (2, 3)
    assert "expected_version 3" in told["next_steps"][0]


def test_what_is_read_can_be_saved_as_it_is(desk: Desk) -> None:
    participant = joined_with_versions(desk, 2)
    read = answered(desk, participant, "get_my_hero", {"version": 1})
    saved = answered(
        desk,
        participant,
        "save_hero",
        {"hero": read["hero"], "expected_version": read["current_version"]},
    )
    assert (saved["version"], saved["changed"]) == (3, True)


def test_the_versions_are_listed_on_request_in_pages(desk: Desk) -> None:
    participant = joined_with_versions(desk, 23)
    first = answered(desk, participant, "get_my_hero", {"versions": True})
    assert [line["version"] for line in first["versions"]] == list(range(23, 3, -1))
    assert "cursor" in first["next_steps"][-1]
    last = answered(desk, participant, "get_my_hero", {"cursor": first["next_cursor"]})
    assert [line["version"] for line in last["versions"]] == [3, 2, 1]
    assert "next_cursor" not in last
    assert "cursor" not in last["next_steps"][-1]


def test_a_hidden_hero_s_owner_reads_it_whole_and_why(desk: Desk) -> None:
    participant = joined_with_versions(desk)
    with desk.write() as (session, now):
        hero = session.exec(select(HeroRow)).one()
        hero.hidden_at, hero.hidden_reason = now, "A rude motto"
    told = answered(desk, participant, "get_my_hero")
    assert (told["hero"]["name"], told["hidden"]) == ("Pixel", "A rude motto")


def test_a_hero_of_older_rules_is_told_to_be_worth_another_check(desk: Desk) -> None:
    participant = joined_with_versions(desk)
    with desk.write() as (session, _):
        session.exec(select(HeroVersion)).one().ruleset = "v0"
    told = answered(desk, participant, "get_my_hero")
    assert told["ruleset"] == "v0"
    assert "get_status" in told["next_steps"][0]


def test_the_largest_hero_with_its_versions_is_a_small_answer(desk: Desk) -> None:
    participant = join(desk, lang="ru")
    with desk.write() as (session, _):
        player = session.get_one(Player, participant.id)
        player.xp = player.xp_peak = 1100
    hero = largest_hero()
    for number in range(21):
        save_hero(desk, participant.id, {**hero, "motto": f"{number:02}" + "Щ" * 78})
    result = call(desk, participant, "get_my_hero", {"versions": True})
    assert not result.is_error
    assert len(result.model_dump_json(by_alias=True, exclude_none=True).encode()) < 20_000


@pytest.mark.parametrize("tool", ["get_my_hero", *EDITS])
@pytest.mark.parametrize("locale", LOCALES)
def test_somebody_without_a_hero_is_told_how_to_begin(desk: Desk, tool: str, locale: str) -> None:
    text = refused(desk, join(desk, lang=locale), tool)
    assert "[no-hero]" in text
    assert "get_rules, check_hero, save_hero" in text


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"version": 3}, "hero-version-unknown"),
        ({"version": 10**30}, "hero-version-unknown"),
        ({"version": 0}, "argument-range"),
        ({"version": "last"}, "argument-type"),
        ({"cursor": "next"}, "page-cursor"),
        ({"cursor": '{"a": 1}'}, "page-cursor"),
        ({"versions": False, "cursor": "1"}, "argument-alone"),
        ({"versoin": 1}, "argument-unknown"),
    ],
)
def test_a_version_or_page_that_there_is_none_of_is_refused(
    desk: Desk, arguments: dict[str, Any], code: str
) -> None:
    assert f"[{code}]" in refused(desk, joined_with_versions(desk, 2), "get_my_hero", arguments)


def test_the_refusal_of_a_version_says_which_there_are(desk: Desk) -> None:
    assert "from 1 to 2" in refused(desk, joined_with_versions(desk, 2), "get_my_hero", {"version": 3})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_hero_is_withdrawn_and_comes_back_with_everything(desk: Desk, locale: str, mode: str) -> None:
    participant = joined_with_versions(desk, 2, locale)
    gone = answered(desk, participant, "withdraw_hero", mode=mode)
    assert (gone["name"], gone["active"], gone["since"]) == ("Pixel", False, "2026-04-20T09:00:00Z")
    assert "return_hero" in gone["next_steps"][0]
    assert my_hero(desk, participant.id).active is False
    back = answered(desk, participant, "return_hero", mode=mode)
    assert back["active"] is True
    assert "get_status" in back["next_steps"][0]
    assert (my_hero(desk, participant.id).active, my_hero(desk, participant.id).version) == (True, 2)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_same_call_again_changes_nothing_and_says_so(
    desk: Desk, clock: PutClock, locale: str, mode: str
) -> None:
    participant = joined_with_versions(desk, lang=locale)
    for tool, active in (("return_hero", True), ("withdraw_hero", False), ("return_hero", True)):
        first = answered(desk, participant, tool, mode=mode)
        clock.advance(hours=1)
        again = answered(desk, participant, tool, mode=mode)
        assert (again["changed"], again["active"], again["since"]) == (False, active, first["since"])
        assert again["next_steps"] == first["next_steps"]
        if first["changed"]:
            assert again["summary"] != first["summary"]
    with desk.read() as (session, _):
        assert len(session.exec(select(HeroState)).all()) == 3


@pytest.mark.parametrize("tool", ["get_my_hero", *EDITS])
def test_only_train_speaks_of_a_draft_where_there_is_no_hero(desk: Desk, tool: str) -> None:
    assert "draft" not in refused(desk, join(desk), tool)
    told = refused(desk, join(desk, "Boris"), "train", {"opponent": "golem"})
    assert "[no-hero]" in told
    assert "draft" in told


@pytest.mark.parametrize("tool", EDITS)
def test_in_the_freeze_it_is_refused_until_when_and_nothing_changes(
    desk: Desk, clock: PutClock, tool: str
) -> None:
    participant = joined_with_versions(desk)
    if tool == "return_hero":
        answered(desk, participant, "withdraw_hero")
    before = my_hero(desk, participant.id).active
    clock.put(2026, 4, 23, 21)
    text = refused(desk, participant, tool)
    assert "[edits-frozen]" in text
    assert "2026-04-24 14:00, Europe/Moscow (2026-04-24T11:00:00Z)" in text
    assert my_hero(desk, participant.id).active is before


@pytest.mark.parametrize("tool", EDITS)
def test_what_cannot_be_told_is_not_done(desk: Desk, tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    participant = joined_with_versions(desk)
    if tool == "return_hero":
        answered(desk, participant, "withdraw_hero")
    before = my_hero(desk, participant.id).active

    def fail(*_: object) -> str:
        raise KeyError("private detail")

    monkeypatch.setattr("mcp_server.tools.own_hero._taking_part", fail)
    assert "private detail" not in refused(desk, participant, tool)
    assert my_hero(desk, participant.id).active is before


def test_hosts_are_told_which_tools_change_something(desk: Desk) -> None:
    async def hints() -> dict[str, tuple[bool, bool, bool]]:
        async with in_memory(desk, join(desk)) as client:
            told = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
        return {
            name: (each.read_only_hint, each.destructive_hint, each.idempotent_hint)
            for name, each in told.items()
            if each is not None
        }

    told = anyio.run(hints)
    assert told["get_rules"][0] is told["get_status"][0] is told["get_my_hero"][0] is True
    assert told["withdraw_hero"] == (False, True, True)
    assert told["return_hero"] == (False, False, True)


def test_a_hero_of_somebody_else_is_never_read(desk: Desk) -> None:
    participant, other = joined_with_versions(desk), join(desk, "Boris")
    save_hero(desk, other.id, {**SAMPLE, "name": "Secret", "motto": "Not yours"})
    told = answered(desk, participant, "get_my_hero", {"versions": True})
    assert "Not yours" not in json.dumps(told)


def test_a_number_with_a_lower_bound_alone_is_told_that_one(desk: Desk) -> None:
    told = refused(desk, join(desk), "save_hero", {"hero": SAMPLE, "expected_version": -1})
    assert "Write a whole number, 0 or more." in told
