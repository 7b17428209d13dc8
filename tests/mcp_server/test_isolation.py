"""Nobody reads another's secrets: every tool, resource, prompt and completion is walked over HTTP as each
kind of caller, and the bytes of all that came back are searched."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, MCPError
from mcp.types import PromptReference, ResourceTemplateReference

from arena.desk.players.keys import revoke_keys
from arena.desk.players.signing_in import exchange_link, issue_link
from arena.hero.sample import SAMPLE
from tests.mcp_server.doors import Participant, get, join, over_http, served
from tests.mcp_server.weeks import ANNAS_RULES, BORISS_RULES, STATS_OF_BORIS, Week, week_played

HEROES = 24
READS: dict[str, list[dict[str, Any]]] = {
    "get_rules": [{"topic": "all"}],
    "get_status": [{}],
    "check_hero": [{"hero": SAMPLE}],
    "preview_look": [{"hero": SAMPLE}],
    "train": [
        {"hero": SAMPLE, "opponent": "Voxel", "detail": "why"},
        {"hero": SAMPLE, "opponent": "golem", "detail": "why"},
    ],
    "save_hero": [{"hero": {**SAMPLE, "name": "Voxel"}, "expected_version": 99}],
    "get_my_hero": [{}, {"versions": True}],
    "withdraw_hero": [],
    "return_hero": [{}],
    "get_hero": [{"hero": "Voxel", "detail": "look"}, {"hero": "Pixel", "detail": "look"}],
    "list_heroes": [{"limit": 50}, {"search": "xel"}],
    "list_battles": [{"hero": "Voxel", "limit": 50}, {"limit": 50}],
    "get_battle": [],
    "get_standings": [{}, {"kind": "tournament"}, {"kind": "tournament", "why": "Voxel"}, {"why": "Voxel"}],
    "get_digest": [{}, {"mine": True}, {"key": "2026-04-23"}],
}
"""What each tool is asked; battles are those that it turns out there are. Nothing is withdrawn: the walkers
share a hero's league."""


@dataclass(frozen=True)
class Secrets:
    """What only Boris may read: `rules` as they are written, his stats, and what opens his account."""

    rules: tuple[str, ...]
    stats: str
    keys: tuple[str, ...]

    def found_in(self, text: str) -> list[str]:
        plain = text.replace("\\", "").replace(" ", "")
        wanted = (*self.rules, self.stats, *self.keys)
        return [each for each in wanted if each.replace(" ", "") in plain]


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Week, str, Secrets]]:
    folder: Path = tmp_path_factory.mktemp("isolation")
    with week_played(folder, HEROES) as week, served(week.desk) as address:
        link = issue_link(week.desk, week.boris.id).token
        session = exchange_link(week.desk, link).token
        stats = json.dumps(STATS_OF_BORIS, separators=(",", ":"))
        yield week, address, Secrets(tuple(BORISS_RULES), stats, (week.boris.key, link, session))


@pytest.fixture(scope="module")
def olga(week: tuple[Week, str, Secrets]) -> Participant:
    return join(week[0].desk, "Olga", organiser=True)


async def _answers(client: Client, hero: str) -> AsyncIterator[str]:
    """The bytes of all that this caller can ask for; refusals too."""
    for tool in (await client.list_tools()).tools:
        for arguments in READS[tool.name]:
            yield (await client.call_tool(tool.name, arguments)).model_dump_json(by_alias=True)
    listed = await client.call_tool("list_battles", {"hero": hero, "limit": 50})
    assert listed.structured_content is not None
    battles = [line["battle"] for line in listed.structured_content["items"]]
    assert battles
    for battle in battles:
        answer = await client.call_tool("get_battle", {"battle": battle, "detail": "why"})
        yield answer.model_dump_json(by_alias=True)
    for uri in await _resources(client, battles):
        try:
            yield (await client.read_resource(uri)).model_dump_json(by_alias=True)
        except MCPError as error:
            yield str(error)
    for prompt in (await client.list_prompts()).prompts:
        yield (await client.get_prompt(prompt.name, {})).model_dump_json(by_alias=True)
    for template in (await client.list_resource_templates()).resource_templates:
        reference = ResourceTemplateReference(uri=template.uri_template)
        name = template.uri_template.partition("{")[2].rstrip("}")
        for typed in ("", "Vo", "1"):
            completed = await client.complete(reference, {"name": name, "value": typed})
            yield completed.model_dump_json(by_alias=True)
    loss = await client.complete(PromptReference(name="explain_loss"), {"name": "battle", "value": ""})
    yield loss.model_dump_json(by_alias=True)


async def _resources(client: Client, battles: list[str]) -> list[str]:
    static = [str(each.uri) for each in (await client.list_resources()).resources]
    heroes = ["arena://heroes/Voxel", "arena://heroes/1", "arena://heroes/2"]
    others = [f"arena://battles/{battle}" for battle in battles] + ["arena://digests/2026-04-23"]
    return [*static, *heroes, *others, "arena://rulesets/v1"]


def _walked(address: str, caller: Participant, hero: str) -> list[str]:
    async def walk() -> list[str]:
        async with over_http(address, caller.key) as client:
            return [each async for each in _answers(client, hero)]

    return anyio.run(walk)


def test_every_tool_is_walked(week: tuple[Week, str, Secrets]) -> None:
    async def names() -> set[str]:
        async with over_http(week[1], week[0].anna.key) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert anyio.run(names) == set(READS)


@pytest.mark.parametrize("who", ["opponent", "other participant", "organiser"])
def test_nobody_reads_the_rules_the_stats_or_the_keys_of_another(
    week: tuple[Week, str, Secrets], olga: Participant, who: str
) -> None:
    league, address, secrets = week
    callers = {"opponent": league.anna, "other participant": league.clara, "organiser": olga}
    answers = _walked(address, callers[who], "Voxel")
    assert len(answers) > 40
    found = [(secret, answer[:200]) for answer in answers for secret in secrets.found_in(answer)]
    assert found == []


def test_the_walk_finds_what_is_there_in_what_the_owner_reads(week: tuple[Week, str, Secrets]) -> None:
    league, address, secrets = week
    found = {each for answer in _walked(address, league.boris, "Voxel") for each in secrets.found_in(answer)}
    assert {*secrets.rules, secrets.stats} <= found
    assert not found & set(secrets.keys), "not even the owner is told a key again"
    annas = Secrets(tuple(ANNAS_RULES), "{}", ())
    assert not [each for answer in _walked(address, league.boris, "Voxel") for each in annas.found_in(answer)]


@pytest.mark.parametrize(
    "method", ["tools/list", "tools/call", "resources/read", "prompts/get", "initialize"]
)
def test_without_a_key_that_opens_nothing_is_read_at_all(
    week: tuple[Week, str, Secrets], method: str
) -> None:
    league, address, secrets = week
    gone = join(league.desk, f"Gone {method.replace('/', ' ')}")
    revoke_keys(league.desk, gone.id)
    params = {"name": "get_my_hero", "uri": "arena://heroes/Voxel", "arguments": {}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    for headers in ({}, {"Authorization": f"Bearer {gone.key}"}):
        answer: httpx2.Response = httpx2.post(f"{address}/mcp", json=asked, headers=headers, trust_env=False)
        assert answer.status_code == 401
        assert set(answer.json()) >= {"error", "code", "hint"}
        assert secrets.found_in(answer.text) == []
        assert gone.key not in answer.text


@pytest.mark.parametrize("path", ["/", "/sign-in", "/healthz", "/readyz", "/metrics", "/robots.txt"])
def test_pages_tell_a_stranger_no_secret(week: tuple[Week, str, Secrets], path: str) -> None:
    _, address, secrets = week
    assert secrets.found_in(get(address, path).text) == []
