"""Arguments and bodies that nobody sane sends: refused in few words, and the server goes on."""

import json
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from mcp.types import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, CallToolResult

from arena.desk.desk import Desk
from arena.hero import hero_schema
from arena.hero.sample import SAMPLE
from mcp_server.serving import Options
from tests.leagues import PutClock, populate
from tests.mcp_server.calls import CALLS, asked, listed, text_of
from tests.mcp_server.doors import Participant, allowing, join, post, served, sqlite_desk

LARGEST_ANSWER = 20_000
"""Bytes of a refusal."""
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
"""Heroes with one field in which something else stands."""


@pytest.mark.parametrize("tool", CALLS)
def test_hostile_arguments_are_refused_in_few_words_and_do_no_harm(
    league: tuple[Desk, Participant], tool: str, capfd: pytest.CaptureFixture[str]
) -> None:
    arguments = _arguments(tool)
    calls = [(argument, value) for argument in arguments for value in HOSTILE]
    asked_ = [(tool, {**CALLS[tool][0], argument: value}) for argument, value in calls]
    *results, last = asked(league, [*asked_, ("get_status", {})])
    for (argument, value), result in zip(calls, results, strict=True):
        told = text_of(result) if result.is_error else ""
        assert _is_refused(result) or _fits(value, arguments[argument]), (argument, value)
        assert "Traceback" not in told
        assert len(told) < LARGEST_ANSWER, (argument, value)
    assert not last.is_error
    logged = capfd.readouterr().err
    assert "tool_failed" not in logged, logged


def test_hostile_fields_of_a_hero_are_told_as_faults(league: tuple[Desk, Participant]) -> None:
    schema = hero_schema()
    results = asked(league, [("check_hero", {"hero": hero}) for hero in WHOLE])
    for hero, result in zip(WHOLE, results, strict=True):
        told = result.structured_content
        assert told is not None, "a hero is told to be none, not refused"
        assert _fits(hero, schema) or (not told["valid"] and told["faults"]), hero
        assert len(text_of(result)) < LARGEST_ANSWER


def _arguments(tool: str) -> dict[str, Any]:
    """The schemas of a tool's arguments."""
    (schema,) = [each["inputSchema"] for each in listed() if each["name"] == tool]
    arguments: dict[str, Any] = schema.get("properties", {})
    return arguments


def _is_refused(result: CallToolResult) -> bool:
    """Of a check the answer is that this is no hero."""
    return result.is_error or (result.structured_content or {}).get("valid") is False


def _fits(value: object, schema: dict[str, Any]) -> bool:
    """Null stands for an argument that was left out, where that has no other default."""
    is_left_out = value is None and "default" not in schema and schema.get("type") != "object"
    return is_left_out or Draft202012Validator(schema).is_valid(value)


JSON = {"Content-Type": "application/json"}


def call_of(arguments: str, tool: str = "check_hero") -> str:
    """A body with arguments as they are written, whatever they are."""
    return (
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call",'
        f' "params": {{"name": "{tool}", "arguments": {arguments}}}}}'
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


ODD = (
    "null", "true", "NaN", "-Infinity", "1e999", "-0.0", "0.5", "-1", "7", "1" + "0" * 400, "[]", "{}", '""',
    '"\\ud800"', '"\\udfff\\ud800"', '"\\u202e\\u200b\\u0000\\u001b[31m"', '"#1"', '"1-1"', '"golem"',
    '"latest"', '"{\\"a\\":1}"', '"self.hp < 35 -> heel"',
)  # fmt: skip
"""Values as JSON, of which Python's parser takes more than there is in the standard."""


def objects(names: st.SearchStrategy[str], values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """JSON of objects, in which a name may stand twice."""
    pairs = st.builds(lambda name, value: f"{json.dumps(name)}: {value}", names, values)
    return st.lists(pairs, max_size=6).map(lambda all_: f"{{{', '.join(all_)}}}")


PLAIN = st.sampled_from(ODD) | st.integers().map(str) | st.text(max_size=30).map(json.dumps)
DEEP = st.builds(
    lambda depth, pair, inner: pair[0] * depth + inner + pair[1] * depth,
    st.integers(10, 3_000), st.sampled_from(["[]", ('{"a":', "}"), ('{"rules":[', "]}")]), PLAIN,
)  # fmt: skip
LONG = st.builds(lambda value, times: f"[{', '.join([value] * times)}]", PLAIN, st.integers(50, 5_000))
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=6).map(lambda all_: f"[{', '.join(all_)}]")
        | objects(st.sampled_from(list(SAMPLE)) | st.text(max_size=10), inner)
    ),
    max_leaves=20,
)
ANY = VALUES | DEEP | LONG
NEARLY_HEROES = st.dictionaries(st.sampled_from(list(SAMPLE)), ANY, min_size=1, max_size=3).map(
    lambda changes: _object({field: json.dumps(value) for field, value in SAMPLE.items()} | changes)
)


def _object(fields: dict[str, str]) -> str:
    """JSON of an object whose values are JSON already."""
    return f"{{{', '.join(f'{json.dumps(name)}: {value}' for name, value in fields.items())}}}"


def arguments_of(tool: str) -> st.SearchStrategy[str]:
    """JSON of arguments: some of the tool's own with anything in them, and now and then others."""
    ordinary = {name: json.dumps(value) for name, value in CALLS[tool][-1].items()}
    own = {name: NEARLY_HEROES | ANY if name == "hero" else ANY for name in _arguments(tool)}
    called = st.fixed_dictionaries({}, optional=own).map(lambda changes: _object(ordinary | changes))
    return called | objects(st.sampled_from([*own, "x"]), ANY) | ANY


own_league = sqlite_desk


@pytest.mark.medium
@pytest.mark.parametrize("examples", [15, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("tool", CALLS)
def test_whatever_json_a_tool_is_called_with_it_answers_or_refuses_in_few_words(
    tool: str, examples: int, own_league: Desk, clock: PutClock, capfd: pytest.CaptureFixture[str]
) -> None:
    populate(own_league, 4)
    anna = join(own_league)
    unlimited = allowing(participant=10**9, address=10**9)
    headers = {"Authorization": f"Bearer {anna.key}", "Accept": "application/json, text/event-stream"}

    @settings(max_examples=examples, deadline=None, derandomize=True, database=None)
    @given(arguments_of(tool))
    def ask(arguments: str) -> None:
        clock.advance(days=1)  # whose checks and trainings are all there
        body = call_of(arguments, tool).encode("utf-8", "surrogatepass")
        told = client.post(f"{address}/mcp", content=body, headers=headers | JSON)
        assert "Traceback" not in told.text
        answer = json.loads(told.text, parse_constant=pytest.fail)
        if told.status_code == 413:
            assert answer["code"] == "body-too-large"
            return
        assert told.status_code in (200, 400), told.text
        if "error" in answer:
            assert answer["error"]["code"] in (INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR), told.text
        if "error" in answer or answer["result"].get("isError"):
            assert len(told.content) < LARGEST_ANSWER

    with (
        served(own_league, Options(port=0, scheduler=False, requests=unlimited)) as address,
        httpx2.Client(trust_env=False, timeout=30) as client,
    ):
        ask()
        assert (
            not client.post(f"{address}/mcp", content=call_of("{}", "get_status"), headers=headers | JSON)
            .json()["result"]
            .get("isError")
        )
    logged = capfd.readouterr().err
    assert "_failed" not in logged, logged
