"""Ordinary calls of all tools, and how to ask several in a row."""

import json
from typing import Any

import anyio
from mcp.types import CallToolResult, TextContent

from arena.desk.desk import Desk
from arena.hero.sample import SAMPLE
from tests.mcp_server.doors import Participant, in_memory
from tests.mcp_server.tool_list import SNAPSHOT

CALLS: dict[str, list[dict[str, Any]]] = {
    "get_rules": [{}, {"topic": "language"}],
    "get_status": [{}],
    "check_hero": [{"hero": SAMPLE}, {"hero": {"stats": {"hp": 500}, "rules": ["self.hp < 35 -> heel"]}}],
    "preview_look": [{"hero": SAMPLE}],
    "train": [{"opponent": "golem"}, {"opponent": "golem", "hero": SAMPLE, "battles": 0, "detail": "why"}],
    "save_hero": [{"hero": SAMPLE}],
    "get_my_hero": [{}, {"versions": True}],
    "withdraw_hero": [{}],
    "return_hero": [{}],
    "get_hero": [{"hero": "#1"}, {"hero": "Hero 2"}],
    "list_heroes": [{}, {"limit": 50}, {"search": "nobody has this"}],
    "list_battles": [{}, {"hero": "#1", "limit": 50}],
    "get_battle": [{"battle": "1-1"}, {"battle": "1-1", "detail": "why"}],
    "get_standings": [{}, {"kind": "tournament"}, {"why": "#1"}],
    "get_digest": [{}, {"mine": True}],
}
"""Ordinary calls of each tool, in an order in which all can succeed."""


def listed() -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
    return tools


def asked(
    league: tuple[Desk, Participant], calls: list[tuple[str, dict[str, Any]]], mode: str = "auto"
) -> list[CallToolResult]:
    """What a client gets, which itself compares structures with the schemas that it was told."""

    async def ask() -> list[CallToolResult]:
        async with in_memory(*league, mode) as client:
            await client.list_tools()
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return anyio.run(ask)


def text_of(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text
