"""Answers about battles, digests and heroes say where these can be looked at, and there it is."""

import re
from collections.abc import Iterator

import anyio
import pytest
from mcp import Client
from starlette.testclient import TestClient

from arena.desk.digests import read_digest
from arena.desk.heroes.hiding import hide_hero
from arena.desk.players.forgetting import forget_player
from arena.store.tables import HeroRow
from mcp_server.caller import NO_PAGES, Site
from mcp_server.pictures import films
from mcp_server.server import make_server
from tests.mcp_server.doors import ADDRESS, answered
from tests.mcp_server.web.browsers import browser
from tests.mcp_server.weeks import LARGEST, Week, own_battles, size, speaking

LOCALES = ("ru", "en", "es")
FILM = re.compile(r"(\S+)/battles/([0-9]+-[0-9]+)\.webp")
PICTURE = re.compile(r"\S+/looks/[0-9a-f]{24}\.png")
FRIDAY, MONDAY = "2026-04-24-friday", "2026-04-20"


@pytest.fixture
def films_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Films are made in no time."""

    async def made(order: bytes) -> bytes:
        return b"a film"

    monkeypatch.setattr(films, "_make", made)


@pytest.fixture
def visitor(week: Week, films_at_once: None) -> Iterator[TestClient]:
    """A browser that looks around in the large league."""
    with browser(week.desk, ADDRESS) as client:
        yield client


def steps(week: Week, tool: str, locale: str = "en", **arguments: object) -> str:
    told = answered(week.desk, speaking(week.anna, locale), tool, arguments)
    assert size(told) < LARGEST
    return "\n".join(told["next_steps"])


def opens(visitor: TestClient, text: str) -> tuple[int, int]:
    """How many pictures and films a text names, all of which are there."""
    pictures, shown = PICTURE.findall(text), [match[0] for match in FILM.finditer(text)]
    for address in (*pictures, *shown):
        assert address.startswith(ADDRESS)
        assert visitor.get(address).status_code == 200, address
    return len(pictures), len(shown)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_battle_can_be_watched_and_its_fighters_looked_at(
    week: Week, visitor: TestClient, locale: str
) -> None:
    battle = own_battles(week, week.anna, week.annas)[0]
    told = steps(week, "get_battle", locale, battle=battle)
    assert [found[1] for found in FILM.findall(told)] == [battle]
    assert opens(visitor, told) == (2, 1)
    assert "Pixel: " in told


@pytest.mark.parametrize("hero", ["Pixel", "golem"])
def test_a_hero_can_be_looked_at(week: Week, visitor: TestClient, hero: str) -> None:
    assert opens(visitor, steps(week, "get_hero", hero=hero)) == (1, 0)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", [MONDAY, FRIDAY])
def test_a_digest_leads_to_the_battles_it_tells_and_to_who_won(
    week: Week, visitor: TestClient, key: str, locale: str
) -> None:
    told = steps(week, "get_digest", locale, key=key)
    pictures, shown = opens(visitor, told)
    digest = read_digest(week.desk, key).digest
    part = digest.day or digest.tournament
    assert part is not None
    bouts = {bout.number for bout in (part.upset, part.longest) if bout is not None}
    assert {int(found[1].partition("-")[2]) for found in FILM.findall(told)} == bouts
    assert (pictures, shown) == (1, len(bouts))


def test_one_s_own_digest_leads_to_all_own_battles(week: Week, visitor: TestClient) -> None:
    told = steps(week, "get_digest", mine=True, key=MONDAY)
    assert opens(visitor, told) == (0, 3)


def test_what_is_hidden_is_not_led_to(small: Week, films_at_once: None) -> None:
    battle = own_battles(small, small.anna, small.annas)[0]
    hide_hero(small.desk, "Pixel", "rude", "en")
    with browser(small.desk, ADDRESS) as visitor:
        assert opens(visitor, steps(small, "get_battle", battle=battle)) == (1, 1)
        assert opens(visitor, steps(small, "get_hero", hero=f"#{small.annas}")) == (0, 0)


def test_a_battle_that_cannot_be_fought_again_leads_to_no_film(small: Week) -> None:
    battle = own_battles(small, small.anna, small.annas)[0]
    told = answered(small.desk, small.anna, "get_battle", {"battle": battle})
    (other,) = [each["hero_id"] for each in told["fighters"] if not each["is_own"]]
    with small.desk.read() as (session, _):
        owner = session.get_one(HeroRow, other).player_id
    forget_player(small.desk, owner)
    assert not FILM.findall(steps(small, "get_battle", battle=battle))


def test_where_there_are_no_pages_agents_read_them_as_resources(week: Week) -> None:
    battle = own_battles(week, week.anna, week.annas)[0]

    async def once() -> tuple[str, set[str]]:
        site = Site(week.desk, NO_PAGES, lambda: week.anna.owner)
        async with Client(make_server(site)) as client:
            told = await client.call_tool("get_battle", {"battle": battle})
            assert told.structured_content is not None
            text = "\n".join(told.structured_content["next_steps"])
            kinds = set()
            for uri in PICTURE.findall(text):
                kinds |= {each.mime_type or "" for each in (await client.read_resource(uri)).contents}
            return text, kinds

    text, kinds = anyio.run(once)
    assert f"arena://battles/{battle}.webp" in text
    assert kinds == {"image/png"}
