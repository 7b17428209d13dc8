"""What an agent is told in a local arena: how its person plays a day at once, and of no pages where there are
none."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.local_arena import DAY_NOW, settle
from arena.desk.players.keys import KeyOwner
from arena.hero.sample import SAMPLE
from arena.league.calendar import Job
from arena.settings import default_database
from mcp_server.caller import NO_PAGES, Site
from mcp_server.server import make_server
from scheduler.orders import run_now
from scheduler.work import Tools
from tests.leagues import opened
from tests.mcp_server.doors import ADDRESS, MODES, answered, join, refused

LOCALES = ("ru", "en", "es")
YOU = dict.fromkeys(LOCALES, "Anna")


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Desk]:
    with opened(str(tmp_path / "my arena.sqlite"), local=True) as desk:
        yield desk


def told(desk: Desk, owner: KeyOwner, tool: str, has_vote_page: bool = False, **arguments: Any) -> Any:
    """What a tool tells the person of an arena: the structure, or the text of a refusal."""

    async def once() -> Any:
        site = Site(desk, ADDRESS if has_vote_page else NO_PAGES, lambda: owner, has_vote_page)
        async with Client(make_server(site)) as client:
            result = await client.call_tool(tool, arguments)
            return result.content[0].text if result.is_error else result.structured_content  # type: ignore[union-attr]

    return anyio.run(once)


def command_in(text: str) -> str:
    """The command at the end of a text."""
    found: str = text.split(": ")[-1]
    return found


@pytest.mark.parametrize("locale", LOCALES)
def test_every_answer_that_points_to_the_next_battles_says_how_to_have_them_now(
    arena: Desk, tmp_path: Path, locale: str
) -> None:
    owner = settle(arena, YOU, locale)
    command = f"ARENA_DATABASE_URL={shlex.quote(str(tmp_path / 'my arena.sqlite'))} arena {DAY_NOW}"
    for tool in ("get_status", "list_battles"):
        assert command_in(told(arena, owner, tool)["next_steps"][-1]) == command, tool
    for mine in (False, True):
        assert command in told(arena, owner, "get_digest", mine=mine)
    assert command_in(told(arena, owner, "save_hero", hero=SAMPLE)["next_steps"][-1]) == command
    withdraw_hero(arena, owner.player_id)
    assert DAY_NOW not in str(told(arena, owner, "save_hero", hero={**SAMPLE, "motto": "Again"}))
    assert command_in(told(arena, owner, "return_hero")["next_steps"][-1]) == command
    assert command_in(told(arena, owner, "get_status")["next_steps"][-1]) == command


def test_once_a_day_was_played_lists_and_digests_speak_of_that(arena: Desk) -> None:
    owner = settle(arena, YOU, "en")
    run_now(arena, Job.DAILY, Tools())
    assert DAY_NOW not in str(told(arena, owner, "list_battles"))
    assert told(arena, owner, "get_digest")["digests"]


def test_the_file_is_left_out_where_the_command_finds_it_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Path(default_database()).parent.mkdir(parents=True)
    with opened(default_database(), local=True) as desk:
        steps = told(desk, settle(desk, YOU, "en"), "get_status")["next_steps"]
    assert command_in(steps[-1]) == f"arena {DAY_NOW}"


@pytest.mark.parametrize("mode", MODES)
def test_a_league_has_its_calendar_and_nothing_else_is_proposed(desk: Desk, mode: str) -> None:
    anna = join(desk)
    save_hero(desk, anna.id, SAMPLE)
    answers = [answered(desk, anna, tool, mode=mode) for tool in ("get_status", "list_battles")]
    answers.append(answered(desk, anna, "save_hero", {"hero": SAMPLE}, mode))
    assert "--now" not in str(answers) + refused(desk, anna, "get_digest", mode=mode)


@pytest.mark.parametrize("locale", LOCALES)
def test_nobody_is_sent_to_a_vote_where_there_is_no_page_for_it(arena: Desk, locale: str) -> None:
    owner = settle(arena, YOU, locale)
    without, beside = (told(arena, owner, "get_status", has_page) for has_page in (False, True))
    assert "votes_given" not in without
    assert beside["votes_given"] == 0
    assert len(without["next_steps"]) == len(beside["next_steps"]) - 1
    assert {each["event"] for each in beside["next_events"]} - {
        each["event"] for each in without["next_events"]
    } == {"vote-closes"}
    results = [
        each["what"]
        for found in (without, beside)
        for each in found["next_events"]
        if each["event"] == "results"
    ]
    assert results[1].startswith(f"{results[0]};")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_speak_of_voting_where_there_is_a_page_for_it(arena: Desk, locale: str) -> None:
    owner = settle(arena, YOU, locale)
    texts = [told(arena, owner, "get_rules", has_page, topic="league")["text"] for has_page in (False, True)]
    chapters = [re.findall("^### .*", text, re.MULTILINE) for text in texts]
    assert len(chapters[0]) == len(chapters[1]) - 1
    assert len(texts[0]) < len(texts[1])


def test_a_league_over_http_has_no_page_to_vote_on_yet(desk: Desk) -> None:
    anna = join(desk)
    site = Site(desk, ADDRESS, lambda: anna.owner)
    assert site.has_pages
    assert not site.has_vote_page


@pytest.mark.parametrize("mode", MODES)
def test_the_server_names_an_address_only_where_it_has_pages(arena: Desk, mode: str) -> None:
    owner = settle(arena, YOU, "en")

    async def names(address: str) -> str | None:
        async with Client(make_server(Site(arena, address, lambda: owner)), mode=mode) as client:  # type: ignore[arg-type]
            assert client.server_info is not None
            return client.server_info.website_url

    assert anyio.run(names, ADDRESS) == ADDRESS
    assert anyio.run(names, NO_PAGES) is None
