"""What people install it with: the README's snippets for hosts, and the entry of the MCP registry."""

import json
import re
import tomllib
from typing import Any

import pytest

from arena.settings import PREFIX, Settings, variable
from mcp_server.addresses import MCP_PATH
from mcp_server.server import NAME
from mcp_server.stdio.remote import KEY, URL
from tests.mcp_server.deploy import DEPLOY, README, project
from tests.mcp_server.tool_list import SNAPSHOT

LEAGUE = f"https://arena.example{MCP_PATH}"
PROGRAM = "/path/to/.venv/bin/arena"


def entry() -> dict[str, Any]:
    told: dict[str, Any] = json.loads((DEPLOY / "server.json").read_text(encoding="utf-8"))
    return told


def snippets(host: str) -> list[tuple[str, str]]:
    """The languages and texts of a host's snippets in the README."""
    (section,) = re.findall(rf"<summary><b>{host}</b></summary>(.*?)</details>", README, re.DOTALL)
    return re.findall(r"^```(\w+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


def settings_of(host: str) -> list[dict[str, Any]]:
    """What a host's snippets say about the server, each in the host's own terms."""
    read = [
        tomllib.loads(text) if language == "toml" else json.loads(text) for language, text in snippets(host)
    ]
    tables = [next(iter(each[key] for key in each if key != "inputs")) for each in read]
    assert [list(table) for table in tables] == [[NAME]] * len(tables)
    return [table[NAME] for table in tables]


@pytest.mark.parametrize(
    ("host", "reference"), [("Cursor", "${env:ARENA_KEY}"), ("VS Code", "${input:arena-key}")]
)
def test_a_host_with_headers_is_led_to_a_league_and_starts_ones_own_arena(host: str, reference: str) -> None:
    league, own = settings_of(host)
    assert (league["url"], league["headers"]) == (LEAGUE, {"Authorization": f"Bearer {reference}"})
    assert (own["command"], own["args"]) == (PROGRAM, ["mcp"])


def test_codex_takes_the_key_from_the_environment() -> None:
    league, own = settings_of("Codex")
    assert league == {"url": LEAGUE, "bearer_token_env_var": KEY}
    assert own == {"command": PROGRAM, "args": ["mcp"]}


def test_claude_desktop_goes_over_the_bridge() -> None:
    (bridge,) = settings_of("Claude Desktop")
    assert (bridge["command"], bridge["args"]) == (PROGRAM, ["mcp"])
    assert f"{bridge['env'][URL]}{MCP_PATH}" == LEAGUE
    assert set(bridge["env"]) == {URL, KEY}


def test_claude_code_is_told_both_ways_and_a_file_without_a_key() -> None:
    (shell, commands), (_, file) = snippets("Claude Code")
    assert shell == "bash"
    assert f"claude mcp add {NAME} -- {PROGRAM} mcp\n" in commands
    assert f"--transport http {NAME} {LEAGUE} --header" in commands
    league = json.loads(file)["mcpServers"][NAME]
    assert (league["type"], league["url"]) == ("http", LEAGUE)
    assert league["headers"] == {"Authorization": f"Bearer ${{{KEY}}}"}


def test_the_table_of_tools_is_the_tool_list() -> None:
    tools = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (yes|) ?\|$", README, re.MULTILINE)
    changing = {name: changes == "yes" for name, _, changes in rows}
    assert changing == {tool["name"]: not tool["annotations"]["readOnlyHint"] for tool in tools}


def test_the_variables_of_the_settings_file_are_settings() -> None:
    known = {variable(field) for field in Settings.model_fields}
    named = set(re.findall(rf"^({PREFIX}\w+)='", README, re.MULTILINE))
    assert named
    assert named <= known


def test_the_entry_is_of_this_version_and_the_readme_proves_whose_it_is() -> None:
    told, (package,) = entry(), entry()["packages"]
    assert told["version"] == package["version"] == project()["version"]
    assert package["identifier"] == project()["name"]
    assert f"<!-- mcp-name: {told['name']} -->" in README


def test_the_entry_keeps_the_registrys_bounds() -> None:
    told = entry()
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", told["name"])
    assert 1 <= len(told["description"]) <= 100
    assert 1 <= len(told["title"]) <= 100


def test_the_package_starts_the_bridge_with_what_it_reads() -> None:
    (package,) = entry()["packages"]
    assert [each["value"] for each in package["packageArguments"]] == ["mcp"]
    assert [each["name"] for each in package["environmentVariables"]] == [URL, KEY]
    secret = {each["name"] for each in package["environmentVariables"] if each.get("isSecret")}
    assert secret == {KEY}
    assert package["identifier"] in project()["scripts"], "uvx starts the command of that name"


def test_the_remote_is_the_address_with_a_key_in_its_header() -> None:
    (remote,) = entry()["remotes"]
    assert remote["url"].endswith("}" + MCP_PATH)
    (header,) = remote["headers"]
    assert (header["name"], header["value"]) == ("Authorization", "Bearer {key}")
    assert header["variables"]["key"]["isSecret"]
