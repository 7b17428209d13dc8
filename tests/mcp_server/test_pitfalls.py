"""What must hold for every tool, whatever it does: asked one after another, before anything was fought and
after a day of battles."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import jsonschema
import pytest
from mcp.types import CallToolResult, ImageContent, TextContent
from sqlmodel import func, select

from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero
from arena.hero.sample import SAMPLE
from arena.store.tables import HeroVersion
from mcp_server.server import make_server
from mcp_server.tools import saving
from scheduler.tick import tick
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import MODES, Participant, in_memory, join, post, served, site_of
from tests.mcp_server.tool_list import SNAPSHOT, listed_tools

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
LARGEST_ANSWER, LARGEST_ON_REQUEST, LARGEST_PICTURE = 20_000, 60_000, 60_000
"""Bytes on the wire: by default, with more detail, with a picture."""


def test_every_tool_is_asked() -> None:
    assert set(CALLS) == {tool["name"] for tool in listed()}


def listed() -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
    return tools


@pytest.fixture(params=["before a battle", "after a day"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Desk, Participant]]:
    """A league, and a participant whose hero stands in it."""
    clock = PutClock()
    with opened(str(tmp_path / "league.sqlite"), clock) as desk:
        populate(desk, 7)
        anna = join(desk)
        save_hero(desk, anna.id, SAMPLE)
        if request.param == "after a day":
            clock.put(2026, 4, 20, 18, 1)
            tick(desk)
        yield desk, anna


@pytest.fixture
def league(tmp_path: Path) -> Iterator[tuple[Desk, Participant]]:
    """A league of few, in which the participant has no hero yet."""
    with opened(str(tmp_path / "league.sqlite")) as desk:
        populate(desk, 2)
        yield desk, join(desk)


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


@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_small_finite_and_as_its_tool_promised(
    played: tuple[Desk, Participant], mode: str
) -> None:
    promised = {tool["name"]: tool.get("outputSchema") for tool in anyio.run(listed_tools, played[0])}
    calls = [(name, arguments) for name, each in CALLS.items() for arguments in each]
    for (name, arguments), result in zip(calls, asked(played, calls, mode), strict=True):
        size = len(result.model_dump_json(by_alias=True, exclude_none=True).encode())
        if promised[name] is None:
            assert any(isinstance(block, ImageContent) for block in result.content)
            assert result.structured_content is None, "some hosts then drop the picture"
            assert size < LARGEST_PICTURE, name
            continue
        assert size < (LARGEST_ON_REQUEST if "detail" in arguments else LARGEST_ANSWER), (name, size)
        if result.is_error:
            assert result.structured_content is None, (name, "an error is told by its text alone")
            continue
        json.dumps(result.structured_content, allow_nan=False)
        jsonschema.validate(result.structured_content, promised[name])
        assert json.loads(text_of(result)) == result.structured_content, "hosts show one or the other"


def test_what_cannot_be_asked_yet_is_refused_with_what_to_do(league: tuple[Desk, Participant]) -> None:
    """A league in which nothing was fought, and a participant without a hero."""
    calls = [
        ("get_my_hero", {}),
        ("withdraw_hero", {}),
        ("get_battle", {"battle": "1-1"}),
        ("get_digest", {}),
    ]
    for result in asked(league, calls):
        assert result.is_error
        assert "[" in text_of(result).splitlines()[1], "the code stands before what is wrong"
        assert len(text_of(result).splitlines()) >= 3, "the last line is what to do next"


@pytest.mark.parametrize("tool", CALLS)
def test_a_misspelt_argument_is_refused_by_name(league: tuple[Desk, Participant], tool: str) -> None:
    """The SDK by itself drops it, and does what was not asked."""
    (result,) = asked(league, [(tool, {**CALLS[tool][0], "overwite": True})])
    assert result.is_error
    assert "overwite" in text_of(result)


TEXTS = [
    (tool["name"], argument)
    for tool in listed()
    for argument, schema in tool["inputSchema"].get("properties", {}).items()
    if schema.get("type") == "string" and "enum" not in schema
]


@pytest.mark.parametrize(("tool", "argument"), TEXTS)
def test_a_text_that_looks_like_json_stays_a_text(
    league: tuple[Desk, Participant], tool: str, argument: str
) -> None:
    """The SDK reads a text as JSON where it may be something else than a text."""
    calls = [(tool, {**CALLS[tool][0], argument: text}) for text in ('{"a":1}', "[1]", "null", "17")]
    assert not any("argument-type" in text_of(result) for result in asked(league, calls))


def test_an_answer_that_cannot_be_made_leaves_nothing_saved_and_tells_only_an_id(
    league: tuple[Desk, Participant], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise KeyError("secret detail")

    monkeypatch.setattr(saving, "SavedHero", broken)
    (result,) = asked(league, [("save_hero", {"hero": SAMPLE})])
    assert result.is_error
    assert "secret" not in text_of(result)
    assert "Traceback" not in text_of(result)
    (logged,) = [line for line in capfd.readouterr().err.splitlines() if "tool_failed" in line]
    assert "secret detail" in logged
    assert json.loads(logged)["id"] in text_of(result)
    with league[0].read() as (session, _):
        assert session.exec(select(func.count()).select_from(HeroVersion)).one() == 2  # of those before


HOSTILE: list[Any] = [
    None,
    True,
    -1,
    10**400,
    0.5,
    "",
    "\x00\x1b[31m\u202e\u200b",
    "x" * 100_000,
    [],
    [[]],
    {},
    {"": {"__proto__": [None]}},
    json.loads("[" * 200 + "]" * 200),
]
WHOLE = [{**SAMPLE, field: value} for field in SAMPLE for value in HOSTILE]
"""Heroes with one field that is none."""


@pytest.mark.parametrize("tool", CALLS)
def test_hostile_arguments_are_refused_in_few_words_and_do_no_harm(
    league: tuple[Desk, Participant], tool: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (schema,) = [each["inputSchema"] for each in listed() if each["name"] == tool]
    calls = [
        (tool, {**CALLS[tool][0], argument: value})
        for argument in schema.get("properties", {})
        for value in (*HOSTILE, *(WHOLE if argument == "hero" and tool == "check_hero" else ()))
    ]
    results = asked(league, [*calls, ("get_status", {})])
    for (_, arguments), result in zip(calls, results, strict=False):
        told = text_of(result) if result.is_error else ""
        assert "Traceback" not in told
        assert len(told) < LARGEST_ANSWER, arguments
    assert not results[-1].is_error
    logged = capfd.readouterr().err
    assert "tool_failed" not in logged, logged


def call_of(arguments: str) -> str:
    """A body with arguments as they are written, whatever they are."""
    return (
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call",'
        f' "params": {{"name": "check_hero", "arguments": {arguments}}}}}'
    )


@pytest.mark.parametrize(
    "body",
    [
        "",
        "\x00",
        "[]",
        "[" * 100_000,
        call_of('{"hero": ' + '{"a":' * 900 + "1" + "}" * 900 + "}"),
        call_of('{"hero": ' + "[" * 100_000 + "]" * 100_000 + "}"),
        call_of('{"hero": {"stats": {"hp": NaN, "atk": Infinity, "def": -Infinity}}}'),
        call_of('{"hero": {"stats": {"hp": 1' + "0" * 5000 + "}}}"),
        call_of('{"hero": {"name": "\\ud800", "motto": "\\udfff\\ud800"}}'),
        call_of('{"hero": {"rules": [' + ",".join(['"x"'] * 10_000) + "]}}"),
        call_of('{"hero": {"name": "a", "name": "b"}}'),
        call_of('["hero"]'),
        call_of("null"),
    ],
    ids=range(13),
)
def test_a_body_that_is_no_sane_json_is_refused_and_the_server_goes_on(
    league: tuple[Desk, Participant], body: str, capfd: pytest.CaptureFixture[str]
) -> None:
    desk, anna = league
    headers = {
        "Authorization": f"Bearer {anna.key}",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
    }
    with served(desk) as address:
        told = httpx2.post(f"{address}/mcp", content=body, headers=headers, trust_env=False, timeout=30)
        assert told.status_code in (200, 400)
        answer = told.json()
        assert (
            "error" in answer
            or answer["result"]["isError"]
            or not answer["result"]["structuredContent"]["valid"]
        )
        assert "Traceback" not in told.text
        assert post(address, anna.key, "tools/list", {}).status_code == 200
    assert "Traceback" not in capfd.readouterr().err


def test_importing_the_server_warns_of_nothing_and_writes_nothing(tmp_path: Path) -> None:
    """Warnings are what the SDK's next version will not take; over stdio a line on stdout is a message."""
    code = "import mcp_server.serving, mcp_server.stdio.local"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.filterwarnings("error")
def test_making_a_server_warns_of_nothing(league: tuple[Desk, Participant]) -> None:
    assert make_server(site_of(*league)).name == "hero-arena"
