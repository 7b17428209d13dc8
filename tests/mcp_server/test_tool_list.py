"""The tool list: what an agent reads before its first call, and what hosts can take."""

import re
from collections.abc import Iterator
from datetime import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.shared.inbound import X_MCP_HEADER_KEY

from arena.hero.limits import GRID
from arena.league.settings import league
from arena.rulesets import load_ruleset
from arena.settings import TOKEN_LENGTH
from dsl.catalogue import LOCALES
from mcp_server.cli.benches.mcp_speed import ROUNDS
from mcp_server.cli.benches.render import RenderCommand
from mcp_server.cli.commands.config import NUMBERS
from mcp_server.cli.commands.render.battle import BattleCommand
from mcp_server.cli.commands.render.hero import HeroCommand
from mcp_server.server import INSTRUCTIONS
from mcp_server.serving import PORT
from tests.leagues import opened
from tests.mcp_server.doors import MODES
from tests.mcp_server.tool_list import SNAPSHOT, compact, listed_tools, snapshot_text
from tests.texts import ROOT, texts_of

RENEW = "python -m tests.mcp_server.tool_list"
LARGEST_LIST = 28_000
"""Bytes of the whole list as compact JSON."""
MOST_TOOLS = 16
NAME = re.compile(r"[a-z]+(_[a-z]+)*")
LONGEST_NAME = 40
"""Hosts put the server's name before it and take 64 characters."""
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
PICTURES = {"preview_look"}
"""Tools that answer a picture: some hosts drop it where there is a structure too."""

FILLED = (
    ("arena", "lost-to.strike.hint", "armour", 1),
    ("arena", "energy-wasted.hint", "each", load_ruleset().formulas.energy.foc),
    ("arena", "settings-metrics-token.hint", "least", TOKEN_LENGTH[0]),
    ("mcp_server", "page-home.week", "battles", league().daily.battles),
    ("mcp_server", "demo.help", None, league().daily.battles),
    ("mcp_server", "demo.port-option", None, PORT),
    ("mcp_server", "bench.mcp-header", "rounds", ROUNDS),
    ("mcp_server", "xp.points", None, league().experience.library_point),
    ("mcp_server", "config.backup-dir", "days", NUMBERS["days"]),
    ("mcp_server", "config.backup-dir", "weeks", NUMBERS["weeks"]),
    ("mcp_server", "config.films-dir", "gigabytes", NUMBERS["gigabytes"]),
    ("mcp_server", "render.size-option", "picture", HeroCommand.fillings["picture"]),
    ("mcp_server", "render.size-option", "turntable", HeroCommand.fillings["turntable"]),
    ("mcp_server", "render.yaw-option", "yaw", HeroCommand.fillings["yaw"]),
    ("mcp_server", "render-battle.help", "seconds", BattleCommand.fillings["seconds"]),
    *(("mcp_server", "bench-render.help", name, number) for name, number in RenderCommand.fillings.items()),
)
"""Texts about numbers that stand elsewhere: room, key, placeholder, number."""
SPELT = {
    1: ("one", "одно", "одну", "uno"),
    2: ("two", "twice", "два", "вдвое", "dos", "doble"),
    3: ("three", "три", "трёх", "tres"),
    4: ("four", "четыре", "четырёх", "cuatro"),
    7: ("seven", "семь", "семи", "siete"),
    10: ("ten", "десять", "diez"),
    30: ("half a minute", "полминуты", "medio minuto"),
}
"""Numbers as people may write them."""


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    with opened(str(tmp_path_factory.mktemp("tools") / "league.sqlite")) as desk:
        return {tool["name"]: tool for tool in anyio.run(listed_tools, desk)}


def test_no_tool_asks_for_an_argument_in_a_header(tools: dict[str, dict[str, Any]]) -> None:
    """So that the server may leave out to look for such headers, `server._skip_headers`."""
    assert X_MCP_HEADER_KEY not in compact(list(tools.values()))


def parts(schema: object) -> Iterator[dict[str, Any]]:
    """Every object in a schema, the whole one first."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(part)


def test_the_tool_list_is_the_one_in_the_snapshot(tools: dict[str, dict[str, Any]]) -> None:
    kept, now = SNAPSHOT.read_text(encoding="utf-8"), snapshot_text(list(tools.values()))
    changed = set(kept.splitlines()) ^ set(now.splitlines())
    assert kept == now, f"lines of the tool list that changed: {len(changed)}; if that is meant: {RENEW}"


@pytest.mark.parametrize("mode", MODES)
def test_both_eras_are_told_the_same_tools(
    tools: dict[str, dict[str, Any]], tmp_path: Path, mode: str
) -> None:
    with opened(str(tmp_path / "league.sqlite")) as desk:
        assert anyio.run(listed_tools, desk, mode) == list(tools.values())


def test_the_whole_list_is_small_enough_to_be_read_at_every_start(tools: dict[str, dict[str, Any]]) -> None:
    sizes = {name: len(compact(tool).encode()) for name, tool in tools.items()}
    whole = len(compact(list(tools.values())).encode())
    told = "\n".join(f"{size:6} {name}" for name, size in sorted(sizes.items(), key=lambda each: -each[1]))
    print(f"{told}\n{whole:6} in all")
    assert whole <= LARGEST_LIST, told


def test_no_hour_and_no_size_of_the_game_is_typed_where_texts_are_not_filled_in(
    tools: dict[str, dict[str, Any]],
) -> None:
    """They stand in league.toml and the ruleset; get_status tells when things are in the league's zone."""
    hours = _hours()
    assert len(hours) > 3
    descriptions = [tool["description"] for tool in tools.values()]
    manifest = (ROOT / "mcp_server" / "deploy" / "mcpb" / "manifest.json").read_text(encoding="utf-8")
    for text in (compact(list(tools.values())), INSTRUCTIONS, manifest):
        assert not [hour for hour in hours if hour in text]
    sizes = (f"{GRID} rows", f"{GRID}×{GRID}", f"{load_ruleset().stats.total} points")
    for text in (*descriptions, INSTRUCTIONS, manifest):
        assert not [size for size in sizes if size in text]


@pytest.mark.parametrize("room", ["mcp_server", "arena"])
@pytest.mark.parametrize("locale", LOCALES)
def test_no_hour_of_the_league_is_typed_in_a_text(room: str, locale: str) -> None:
    hour = re.compile(rf"(?<![\d:])({'|'.join(_hours())})(?![\d:])")
    assert {key: text for key, text in texts_of(room, locale).items() if hour.search(text)} == {}


@pytest.mark.parametrize(("room", "key", "placeholder", "number"), FILLED)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_number_of_the_game_is_filled_into_its_texts(
    room: str, key: str, placeholder: str | None, number: float, locale: str
) -> None:
    """`placeholder` is None where a text is not filled in: it does without the number."""
    text = texts_of(room, locale)[key]
    assert placeholder is None or f"{{{placeholder}}}" in text
    words = "|".join((f"{number:g}", *SPELT.get(number, ())))
    assert not re.search(rf"(?<![\w:.-])({words})(?![\w:])", text, re.IGNORECASE)


def _hours() -> set[str]:
    return {f"{hour:%H:%M}" for _, hour in league().calendar if isinstance(hour, time)}


def test_there_are_at_most_sixteen_tools_with_plain_short_names(tools: dict[str, dict[str, Any]]) -> None:
    assert len(tools) <= MOST_TOOLS
    assert [name for name in tools if not NAME.fullmatch(name) or len(name) > LONGEST_NAME] == []


def test_each_tool_has_a_title_and_says_what_it_does_to_the_league(tools: dict[str, dict[str, Any]]) -> None:
    assert [name for name, tool in tools.items() if not tool.get("title")] == []
    hints = {name: tool.get("annotations", {}) for name, tool in tools.items()}
    assert [
        name for name, told in hints.items() if any(type(told.get(hint)) is not bool for hint in HINTS)
    ] == []
    assert [name for name, told in hints.items() if told["readOnlyHint"] and told["destructiveHint"]] == []


def test_each_tool_tells_when_to_use_it_and_shows_a_call(tools: dict[str, dict[str, Any]]) -> None:
    descriptions = {name: " ".join(tool["description"].split()) for name, tool in tools.items()}
    assert [name for name, told in descriptions.items() if "Use this when" not in told] == []
    assert [name for name, told in descriptions.items() if not re.search(r"Examples?: \{", told)] == []


def test_every_tool_but_those_with_pictures_publishes_what_it_answers(
    tools: dict[str, dict[str, Any]],
) -> None:
    assert {name for name, tool in tools.items() if "outputSchema" not in tool} == PICTURES
    answers = [tool["outputSchema"] for name, tool in tools.items() if name not in PICTURES]
    assert all({"summary", "next_steps"} <= set(schema["properties"]) for schema in answers)


def test_schemas_are_such_as_every_host_takes(tools: dict[str, dict[str, Any]]) -> None:
    """Some hosts follow no `$ref`, and some models' interfaces refuse a choice at the top."""
    schemas = [
        tool[side] for tool in tools.values() for side in ("inputSchema", "outputSchema") if side in tool
    ]
    assert all(schema["type"] == "object" for schema in schemas)
    assert not any({"oneOf", "anyOf", "allOf"} & set(schema) for schema in schemas)
    assert not any("$ref" in part or "$defs" in part for schema in schemas for part in parts(schema))


def test_every_rule_s_place_is_said_to_count_from_0(tools: dict[str, dict[str, Any]]) -> None:
    answers = [tool["outputSchema"] for tool in tools.values() if "outputSchema" in tool]
    found = [part["rule_index"] for part in parts(answers) if "rule_index" in part]
    assert len(found) == 5
    assert {each.get("description") for each in found} == {"From 0"}
