"""Answers about battles, digests and heroes say where these can be looked at, and there it is."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import anyio
import pytest
from mcp import Client
from starlette.testclient import TestClient

from arena.desk.digests import my_digest, read_digest, sights_of_mine
from arena.desk.heroes.hiding import hide_hero, show_hero
from arena.desk.players.forgetting import forget_player
from arena.hero.sample import SAMPLE
from arena.league.digest import html_page, tell_digest
from arena.league.digest.sights import Sights
from arena.store.tables import HeroRow
from mcp_server.caller import NO_PAGES, Site
from mcp_server.pictures.films import Films
from mcp_server.pictures.studio import Studio
from mcp_server.public_addresses import PublicAddresses
from mcp_server.server import make_server
from mcp_server.words import Words
from tests.mcp_server.doors import ADDRESS, answered
from tests.mcp_server.web.browsers import browser
from tests.mcp_server.weeks import LARGEST, Week, own_battles, size, speaking

LOCALES = ("ru", "en", "es")
FILM = re.compile(r"([^\"\s]+/battles/([0-9]+-[0-9]+)\.webp\?lang=[a-z]{2})")
PICTURE = re.compile(r"[^\"\s]+/looks/[0-9a-f]{24}\.png")
FRIDAY, MONDAY = "2026-04-24-friday", "2026-04-20"


@pytest.fixture
def visitor(week: Week) -> Iterator[TestClient]:
    """A browser that looks around in the large league."""
    with looking(week) as client:
        yield client


def looking(week: Week) -> TestClient:
    """A browser where films are made in no time."""

    async def made(order: bytes) -> bytes:
        return b"a film"

    return browser(week.desk, ADDRESS, studio=Studio(Films(make=made)))


def told(week: Week, tool: str, locale: str = "en", **arguments: object) -> dict[str, Any]:
    answer = answered(week.desk, speaking(week.anna, locale), tool, arguments)
    assert size(answer) < LARGEST
    return answer


def opens(visitor: TestClient, data: object) -> tuple[int, int]:
    """How many pictures and films an answer names, all of which are there."""
    text = json.dumps(data)
    pictures, films = PICTURE.findall(text), [found[0] for found in FILM.finditer(text)]
    for address in (*pictures, *films):
        assert address.startswith(ADDRESS)
        assert visitor.get(address).status_code == 200, address
    return len(pictures), len(films)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_battle_can_be_watched_and_its_fighters_looked_at(
    week: Week, visitor: TestClient, locale: str
) -> None:
    battle = own_battles(week, week.anna, week.annas)[0]
    answer = told(week, "get_battle", locale, battle=battle)
    assert answer["film"] == f"{ADDRESS}/battles/{battle}.webp?lang={locale}"
    assert all(fighter["picture"] for fighter in answer["fighters"])
    assert opens(visitor, answer) == (2, 1)


@pytest.mark.parametrize("hero", ["Pixel", "golem"])
def test_a_hero_can_be_looked_at(week: Week, visitor: TestClient, hero: str) -> None:
    assert opens(visitor, told(week, "get_hero", hero=hero)["picture"]) == (1, 0)


RED = SAMPLE | {"sprite": SAMPLE["sprite"] | {"palette": ["#ff0000", "#1c1b19", "#e9e6e2"]}}


@pytest.mark.parametrize("locale", LOCALES)
def test_who_saves_a_hero_is_told_where_the_new_look_is_and_finds_older_ones_by_their_versions(
    small: Week, locale: str
) -> None:
    def picture(answer: dict[str, Any]) -> str:
        (address,) = PICTURE.findall(answer["summary"])
        assert answer["summary"].endswith(f": {address}")
        return str(address)

    with looking(small) as visitor:
        before = told(small, "get_my_hero", locale)
        saved = told(small, "save_hero", locale, hero=RED)
        again = told(small, "save_hero", locale, hero=RED)
        now, old = told(small, "get_my_hero", locale), told(small, "get_my_hero", locale, version=1)
        assert picture(saved) == picture(again) == picture(now)
        assert picture(before) == picture(old) != picture(saved)
        assert [opens(visitor, each["summary"]) for each in (saved, old)] == [(1, 0), (1, 0)]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_owner_of_a_hidden_hero_is_told_that_it_has_no_picture_and_once_why(
    small: Week, locale: str
) -> None:
    before = small.desk.clock() - timedelta(minutes=1)
    hide_hero(replace(small.desk, clock=lambda: before), "Pixel", "rude", "en")
    words = Words(locale)
    answers = [told(small, "get_my_hero", locale), told(small, "save_hero", locale, hero=RED)]
    assert PICTURE.findall(json.dumps(answers)) == []
    assert all(each["summary"].endswith(words("own-picture-hidden")) for each in answers)
    assert [json.dumps(each).count("rude") for each in answers] == [1, 0]
    told(small, "save_hero", hero=SAMPLE)
    show_hero(small.desk, "Pixel", "en")
    barred = told(small, "get_my_hero", locale, version=2)
    assert "hidden" not in barred
    assert barred["summary"].endswith(words("own-picture-barred"))
    assert PICTURE.findall(told(small, "get_my_hero", locale)["summary"])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", [MONDAY, FRIDAY])
def test_a_digest_leads_to_the_battles_it_tells_and_to_who_is_ahead(
    week: Week, visitor: TestClient, key: str, locale: str
) -> None:
    links = told(week, "get_digest", locale, key=key)["links"]
    digest = read_digest(week.desk, key).digest
    part = digest.day or digest.tournament
    assert part is not None
    bouts = {f"{part.run_id}-{bout.number}" for bout in (part.upset, part.longest) if bout is not None}
    assert {found[2] for found in FILM.finditer(json.dumps(links))} == bouts
    assert opens(visitor, links) == (1, len(bouts))


def test_one_s_own_digest_leads_to_all_own_battles(week: Week, visitor: TestClient) -> None:
    assert opens(visitor, told(week, "get_digest", mine=True, key=MONDAY)["links"]) == (0, 3)


@pytest.mark.medium
@pytest.mark.parametrize("key", [MONDAY, FRIDAY])
def test_all_that_a_digest_in_a_letter_leads_to_is_there(week: Week, visitor: TestClient, key: str) -> None:
    addresses = PublicAddresses(ADDRESS)
    page = html_page(tell_digest(read_digest(week.desk, key, "es", addresses)))
    (pictures, films), leads = opens(visitor, unescape(page)), set(re.findall('href="([^"]+)"', page))
    assert len(leads) == len({*PICTURE.findall(page), *(found[0] for found in FILM.finditer(page))})
    assert pictures
    assert films
    mine = my_digest(week.desk, week.anna.id, key, "es")
    assert len(sights_of_mine(week.desk, mine, "es", addresses).films) == len(mine.battles)


def test_a_digest_in_a_letter_leads_to_nothing_that_is_hidden_or_cannot_be_fought_again(small: Week) -> None:
    def sights() -> Sights:
        return read_digest(small.desk, "latest", "en", PublicAddresses(ADDRESS)).sights

    before = sights()
    hide_hero(small.desk, "Pixel", "rude", "en")
    hidden = sights()
    assert hidden.pictures.keys() == before.pictures.keys() - {small.annas}
    assert hidden.films == before.films
    forget_player(small.desk, small.anna.id)
    forgotten = sights()
    assert forgotten.pictures == hidden.pictures
    assert forgotten.films.keys() < before.films.keys()


def test_what_is_hidden_is_not_led_to(small: Week) -> None:
    battle = own_battles(small, small.anna, small.annas)[0]
    hide_hero(small.desk, "Pixel", "rude", "en")
    with looking(small) as visitor:
        assert opens(visitor, told(small, "get_battle", battle=battle)) == (1, 1)
        assert opens(visitor, told(small, "get_hero", hero=f"#{small.annas}")) == (0, 0)


def test_battles_that_cannot_be_fought_again_lead_to_no_film(small: Week) -> None:
    battle = own_battles(small, small.anna, small.annas)[0]
    fighters = told(small, "get_battle", battle=battle)["fighters"]
    (other,) = [each["hero_id"] for each in fighters if not each["is_own"]]
    before = told(small, "get_digest", mine=True)["links"]
    with small.desk.read() as (session, _):
        owner = session.get_one(HeroRow, other).player_id
    forget_player(small.desk, owner)
    assert "film" not in told(small, "get_battle", battle=battle)
    after = told(small, "get_digest", mine=True)["links"]
    assert battle in json.dumps(before)
    assert battle not in json.dumps(after)
    assert after


def test_where_there_are_no_pages_agents_read_them_as_resources(week: Week) -> None:
    battle = own_battles(week, week.anna, week.annas)[0]

    async def once() -> tuple[str, set[str]]:
        site = Site(week.desk, NO_PAGES, lambda: week.anna.owner)
        async with Client(make_server(site)) as client:
            answer = (await client.call_tool("get_battle", {"battle": battle})).structured_content
            assert answer is not None
            kinds = set()
            for fighter in answer["fighters"]:
                contents = (await client.read_resource(fighter["picture"])).contents
                kinds |= {each.mime_type or "" for each in contents}
            return answer["film"], kinds

    async def own() -> str:
        site = Site(week.desk, NO_PAGES, lambda: week.anna.owner)
        async with Client(make_server(site)) as client:
            answer = (await client.call_tool("get_my_hero", {})).structured_content
            assert answer is not None
            address = answer["summary"].split()[-1]
            (content,) = (await client.read_resource(address)).contents
            return content.mime_type or ""

    assert anyio.run(own) == "image/png"
    assert anyio.run(once) == (f"arena://battles/{battle}.webp", {"image/png"})
