"""An agent that has never heard of the game, played by a script: it knows the names of tools, and follows
what they say."""

import copy
import re
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from arena.hero.sample import SAMPLE
from scheduler.tick import tick
from tests.e2e.mending import mended
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import MODES, join, over_http, served

ROUNDS = 5
"""Of mending: a hint that leads nowhere shows as a hero that is never valid."""


def broken_hero() -> dict[str, Any]:
    """A draft with a fault of nearly every kind."""
    hero: dict[str, Any] = copy.deepcopy(SAMPLE)
    hero["name"], hero["moto"] = "P", hero.pop("motto")
    sprite = hero["sprite"]
    sprite["palette"][1] = "red"
    sprite["pixels"][3] = "..."
    sprite["pixels"][7] = sprite["pixels"][7].replace("2", "9")
    del sprite["pixels"][30:]
    hero["stats"] = {"hp": 50, "atk": 26, "def": "16", "spd": 18, "focus": 12}
    hero["abilities"] = ["shield", "hevy", "strike"]
    hero["rules"] = [
        "self.hp < 35 -> shield",
        "self.energy => 30 -> heavy",
        "enemy.has(heavy) and self.hp < 50% or turn < 3 -> heavy",
        "self.mana > 3 -> heavy",
        "self.hp < 40% -> heal",
    ]
    return hero


async def answer(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    text: str = result.content[0].text  # type: ignore[union-attr]
    return text


async def mend_until_valid(client: Client, hero: dict[str, Any]) -> dict[str, Any]:
    for _ in range(ROUNDS):
        checked = await answer(client, "check_hero", hero=hero)
        if checked["valid"]:
            return hero
        hero = mended(hero, checked["faults"])
    raise AssertionError(checked["faults"])


@pytest.mark.parametrize("mode", MODES)
def test_an_agent_makes_a_hero_from_the_servers_words_and_sees_it_fight(tmp_path: Path, mode: str) -> None:
    clock = PutClock()
    with opened(str(tmp_path / "league.sqlite"), clock) as desk:
        populate(desk, 7)
        agent = join(desk, "Agent")

        async def designs(address: str) -> dict[str, Any]:
            async with over_http(address, agent.key, mode) as client:
                rules = await answer(client, "get_rules")
                assert all(tool in rules["text"] for tool in ("check_hero", "train", "save_hero"))
                assert (await answer(client, "get_status")).get("hero") is None
                hero = await mend_until_valid(client, broken_hero())
                trained = await answer(client, "train", hero=hero, opponent="golem")
                assert trained["opponent"]["kind"] == "dummy"
                assert trained["log"]
                assert len(trained["rules"]) == len(hero["rules"])
                assert (await answer(client, "save_hero", hero=hero, expected_version=0))["version"] == 1
                conflict = await refusal(
                    client, "save_hero", hero={**hero, "motto": "New"}, expected_version=0
                )
                assert "version-conflict" in conflict
                assert "get_my_hero" in conflict
                return hero

        async def is_frozen(address: str, hero: dict[str, Any]) -> None:
            async with over_http(address, agent.key, mode) as client:
                told = await refusal(client, "save_hero", hero={**hero, "motto": "New"})
                assert "edits-frozen" in told
                assert re.search(r"14:00", told)  # says when to come again
                assert (await answer(client, "check_hero", hero={**hero, "motto": "New"}))["valid"]
                assert (await answer(client, "get_my_hero"))["hero"] == hero

        async def reads(address: str) -> None:
            async with over_http(address, agent.key, mode) as client:
                battles = await answer(client, "list_battles", hero="Px")
                assert len(battles["items"]) == 3
                battle = await answer(client, "get_battle", battle=battles["items"][0]["battle"])
                assert "Px" in battle["summary"]
                own = await answer(client, "get_digest", mine=True)
                assert "Px" in own["text"]

        with served(desk) as address:
            hero = anyio.run(designs, address)
            clock.put(2026, 4, 20, 18, 1)
            tick(desk)
            anyio.run(reads, address)
            clock.put(2026, 4, 23, 22, 0)  # Friday 01:00 in Moscow
            tick(desk)
            anyio.run(is_frozen, address, hero)
