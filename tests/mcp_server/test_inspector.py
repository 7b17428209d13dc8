"""The MCP Inspector's command against the real server: over HTTP with a key, and over stdio, in both eras."""

import json
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from arena.hero.sample import SAMPLE
from tests.leagues import opened, populate
from tests.mcp_server.doors import join, served
from tests.mcp_server.hosts import program
from tests.mcp_server.node import NEEDS_NODE, run_tool

pytestmark = [pytest.mark.medium, NEEDS_NODE]

ERAS = ("legacy", "modern")
SLOW_LEGACY = [pytest.param("legacy", marks=pytest.mark.slow), "modern"]
"""For what is the same in both once a request got through: the Inspector takes long to start."""
PATIENCE = ("--connect-timeout", "60000")
"""Milliseconds for the server to start in, beside other tests."""
FAILED_CALL = 5
"""The Inspector's exit code for a tool's error."""


@dataclass(frozen=True)
class Door:
    """A server as the Inspector finds it: its address, or the program to start, and options."""

    target: tuple[str, ...]
    options: tuple[str, ...]
    folder: Path

    def ask(self, method: str, *more: str, code: int = 0) -> str:
        """What the Inspector writes for one request."""
        arguments = ("--cli", *self.target, *self.options, *PATIENCE, "--method", method, *more)
        done = run_tool("mcp-inspector", *arguments, folder=self.folder)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def told(self, method: str, *more: str, code: int = 0) -> dict[str, Any]:
        """The result of one request."""
        told: dict[str, Any] = json.loads(self.ask(method, *more, "--format", "json", code=code))["result"]
        return told


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a server, and a key to it."""
    folder = tmp_path_factory.mktemp("inspected")
    with opened(str(folder / "league.sqlite")) as desk:
        populate(desk, 4)
        key = join(desk, "Inspector").key
        with served(desk) as address:
            yield f"{address}/mcp", key


@pytest.fixture(params=ERAS)
def http(request: pytest.FixtureRequest, league: tuple[str, str], tmp_path: Path) -> Door:
    url, key = league
    options = ("--transport", "http", "--protocol-era", request.param, "--stored-auth-only")
    return Door((url,), (*options, "--header", f"Authorization: Bearer {key}"), tmp_path)


@pytest.fixture(params=ERAS)
def stdio(request: pytest.FixtureRequest, tmp_path: Path) -> Door:
    database = tmp_path / "league.sqlite"
    options = ("--protocol-era", request.param, "-e", f"ARENA_DATABASE_URL={database}", "-e", "ARENA_LANG=en")
    return Door((program(), "mcp"), options, tmp_path)


def test_the_schemas_of_all_tools_are_portable(http: Door) -> None:
    """With `--strict` a schema that some host cannot take is an error."""
    tools = http.told("tools/list", "--strict")["tools"]
    assert {"check_hero", "save_hero"} <= {tool["name"] for tool in tools}


def test_a_hero_is_checked_and_a_broken_one_told_its_faults(http: Door) -> None:
    good = http.told(
        "tools/call", "--tool-name", "check_hero", "--tool-args-json", json.dumps({"hero": SAMPLE})
    )
    assert good["structuredContent"]["valid"]
    broken = json.dumps({"hero": {**SAMPLE, "rules": ["self.hp < 35 -> heel"]}})
    told = http.told("tools/call", "--tool-name", "check_hero", "--tool-args-json", broken)
    assert {fault["path"] for fault in told["structuredContent"]["faults"]} == {"/rules/0"}


@pytest.mark.parametrize("http", SLOW_LEGACY, indirect=True)
def test_a_call_that_is_refused_ends_in_the_code_for_a_tools_error(http: Door) -> None:
    wrong = json.dumps({"heroo": SAMPLE})
    told = http.ask("tools/call", "--tool-name", "check_hero", "--tool-args-json", wrong, code=FAILED_CALL)
    assert "heroo" in told


@pytest.mark.parametrize("http", SLOW_LEGACY, indirect=True)
def test_resources_their_templates_and_prompts_are_read(http: Door) -> None:
    rules = http.told("resources/read", "--uri", "arena://rules/en")["contents"][0]
    assert len(rules["text"]) > 1000
    templates = {each["uriTemplate"] for each in http.told("resources/templates/list")["resourceTemplates"]}
    assert "arena://battles/{id}" in templates
    prompt = http.told("prompts/get", "--prompt-name", "design_hero")
    assert "check_hero" in prompt["messages"][0]["content"]["text"]


@pytest.mark.parametrize("http", SLOW_LEGACY, indirect=True)
def test_a_picture_arrives_whole(http: Door) -> None:
    call = ("--tool-name", "preview_look", "--tool-args-json", json.dumps({"hero": SAMPLE}))
    answer = http.told("tools/call", *call)
    assert "structuredContent" not in answer
    (data,) = [block["data"] for block in answer["content"] if block["type"] == "image"]
    with Image.open(BytesIO(b64decode(data))) as picture:
        assert picture.format == "PNG"
        assert picture.width >= 128


@pytest.mark.parametrize("stdio", ["legacy", pytest.param("modern", marks=pytest.mark.slow)], indirect=True)
def test_an_arena_of_ones_own_lists_its_tools_over_stdio(stdio: Door) -> None:
    assert stdio.told("tools/list", "--strict")["tools"]


@pytest.mark.parametrize("stdio", SLOW_LEGACY, indirect=True)
def test_an_arena_of_ones_own_answers_over_stdio(stdio: Door) -> None:
    call = ("--tool-name", "check_hero", "--tool-args-json", json.dumps({"hero": SAMPLE}))
    assert stdio.told("tools/call", *call)["structuredContent"]["valid"]
