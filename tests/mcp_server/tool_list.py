"""The tool list as clients get it, kept in `tool_list.json` so that a change of it is seen and meant.

After a change that is meant: `python -m tests.mcp_server.tool_list`, from the top of the checkout.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
from mcp import Client

from arena.desk.desk import Desk
from mcp_server.caller import Site
from mcp_server.server import make_server
from tests.leagues import opened

SNAPSHOT = Path(__file__).with_name("tool_list.json")


async def listed_tools(desk: Desk, mode: str = "auto") -> list[dict[str, Any]]:
    """All tools as plain JSON data, as a client of either era gets them."""
    site = Site(desk, "https://arena.example", _nobody)
    async with Client(make_server(site), mode=mode) as client:
        tools = (await client.list_tools()).tools
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]


def compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def snapshot_text(tools: list[dict[str, Any]]) -> str:
    """A line a tool: a change shows which tool it is about."""
    return "[\n" + ",\n".join(map(compact, tools)) + "\n]\n"


def _nobody() -> Any:
    raise AssertionError("a list is the same for everybody")


if __name__ == "__main__":
    with TemporaryDirectory() as folder, opened(f"{folder}/league.sqlite") as desk:
        SNAPSHOT.write_text(snapshot_text(anyio.run(listed_tools, desk)), encoding="utf-8")
