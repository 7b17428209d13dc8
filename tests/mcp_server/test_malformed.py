"""Requests that are not what they should be: told in our words, with none of Python's, never at length."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from mcp.server.context import ServerRequestContext
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR

from arena.desk.desk import Desk
from mcp_server import serving
from tests.leagues import opened
from tests.mcp_server.doors import Participant, join, post, served, sqlite_desk

LARGEST_ANSWER = 4_000
"""Bytes of a refusal, however long what it refuses."""

own_desk = sqlite_desk
"""For a server that is unlike the one that all other tests ask."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with opened(str(tmp_path_factory.mktemp("malformed") / "league.sqlite")) as desk:
        yield desk


@pytest.fixture(scope="module")
def anna(desk: Desk) -> Participant:
    return join(desk)


@pytest.fixture(scope="module")
def ines(desk: Desk) -> Participant:
    return join(desk, "Ines", "es")


@pytest.fixture(scope="module")
def address(desk: Desk) -> Iterator[str]:
    with served(desk) as address:
        yield address


@pytest.mark.parametrize("method", ["prompts/get", "tools/call"])
@pytest.mark.parametrize(
    "arguments", [[5], 5, "abc", [{"a": 1}], [], 0, "", False, True, [["battle", "1-1"]]]
)
def test_arguments_that_are_no_object_are_refused_without_python_s_words(
    address: str, anna: Participant, method: str, arguments: object
) -> None:
    name = "design_hero" if method == "prompts/get" else "get_status"
    told = post(address, anna.key, method, {"name": name, "arguments": arguments})
    error = told.json()["error"]
    assert (told.status_code, error["code"]) == (200, INVALID_PARAMS)
    for word in ("subscriptable", "object", "attribute", "'int'", "pydantic"):
        assert word not in error["message"]


@pytest.mark.parametrize("method", ["ping", "tools/list", "prompts/get", "completion/complete", "made/up"])
def test_an_unexpected_error_of_any_method_is_told_by_its_id_alone(
    own_desk: Desk,
    method: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object) -> object:
        async def fail(ctx: ServerRequestContext[Any, Any], call_next: object) -> None:
            raise KeyError("secret detail")

        return fail

    monkeypatch.setattr(serving, "limiting_participants", broken)
    with served(own_desk) as address:
        error = post(address, join(own_desk).key, method).json()["error"]
    assert error["code"] == INTERNAL_ERROR
    assert "secret" not in str(error)
    (line,) = [each for each in capfd.readouterr().err.splitlines() if "request_failed" in each]
    assert "secret detail" in line
    assert any(f'"id": "{word.strip(".,:;")}"' in line for word in error["message"].split())


META: dict[str, Any] = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
}
BOTH = pytest.mark.parametrize("newest", [False, True])


def _send(
    address: str,
    key: str,
    body: object,
    newest: bool,
    media_type: str = "application/json",
    name: str = "",
    accept: str = "application/json, text/event-stream",
    revision: str | None = None,
) -> httpx2.Response:
    """A body as it stands, or as JSON, in either era of the protocol."""
    method = body.get("method") if isinstance(body, dict) else "tools/list"
    era = (
        {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": str(method), "Mcp-Name": name} if newest else {}
    )
    headers = {
        "Authorization": f"Bearer {key}",
        "Accept": accept,
        "Content-Type": media_type,
        **era,
        **({} if revision is None else {"MCP-Protocol-Version": revision}),
    }
    content = body if isinstance(body, str) else json.dumps(body)
    return httpx2.post(f"{address}/mcp", content=content, headers=headers, timeout=20, trust_env=False)


def _request(id_: object, newest: bool, method: str = "tools/list", **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": {**params, **(META if newest else {})}}


@BOTH
@pytest.mark.parametrize("id_", [None, 1.5, [1], {"a": 1}, True, float("nan"), "i" * 200_000, 10**30])
def test_an_id_by_which_no_answer_can_be_known_is_refused(
    address: str, ines: Participant, id_: object, newest: bool
) -> None:
    told = _send(address, ines.key, _request(id_, newest), newest)
    assert (told.status_code, told.json()["error"]["code"]) == (400, INVALID_REQUEST)
    assert told.json()["error"]["data"] == {"code": "request-id"}
    assert "Da un número entero" in told.json()["error"]["message"]
    assert len(told.content) < LARGEST_ANSWER


@BOTH
@pytest.mark.parametrize("id_", [0, -1, 2**53, "", "i" * 200, "идентификатор"])
def test_whole_numbers_and_short_texts_are_ids(
    address: str, anna: Participant, id_: object, newest: bool
) -> None:
    told = _send(address, anna.key, _request(id_, newest), newest)
    assert (told.status_code, told.json()["id"]) == (200, id_)


@BOTH
@pytest.mark.parametrize(
    ("body", "code", "number"),
    [
        ("", "json-broken", PARSE_ERROR),
        ("{", "json-broken", PARSE_ERROR),
        ("[" * 100_000, "json-broken", PARSE_ERROR),
        ("[]", "no-single-request", INVALID_REQUEST),
        ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', "no-single-request", INVALID_REQUEST),
        ("5", "no-single-request", INVALID_REQUEST),
        ("null", "no-single-request", INVALID_REQUEST),
        ('"text"', "no-single-request", INVALID_REQUEST),
        ('{"jsonrpc": "2.0"}', "no-single-request", INVALID_REQUEST),
        ('{"id": 1, "method": "ping"}', "no-single-request", INVALID_REQUEST),
        ('{"jsonrpc": "2.0", "id": 1, "method": 5}', "no-single-request", INVALID_REQUEST),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', "params-no-object", INVALID_REQUEST),
        ('{"jsonrpc": "2.0", "id": 1, "result": 5}', "no-single-request", INVALID_REQUEST),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"code": "x"}}', "no-single-request", INVALID_REQUEST),
        ('{"jsonrpc": "1.0", "id": 1, "result": {}}', "no-single-request", INVALID_REQUEST),
        ('{"jsonrpc": "2.0", "result": {}}', "no-single-request", INVALID_REQUEST),
    ],
)
def test_a_body_that_is_no_single_request_is_told_as_such(
    address: str, anna: Participant, body: str, code: str, number: int, newest: bool
) -> None:
    told = _send(address, anna.key, body, newest)
    error = told.json()["error"]
    assert (told.status_code, error["code"], error["data"]) == (400, number, {"code": code})
    assert "pydantic" not in told.text


WRONG_PARAMS: list[tuple[str, dict[str, Any], str, str]] = [
    ("tools/call", {"name": "get_status", "arguments": [1]}, "param-type", "arguments"),
    ("tools/call", {"name": "get_status", "arguments": "{}"}, "param-type", "without quotes around"),
    ("tools/call", {"name": "get_status", "arguments": '{"a": 1'}, "param-type", "{…}"),
    ("tools/call", {}, "param-missing", "name"),
    ("tools/call", {"name": "get_status", "inputResponses": 5}, "param-type", "inputResponses"),
    ("prompts/get", {"name": "design_hero", "arguments": {"theme": 5}}, "param-type", "arguments.theme"),
    ("prompts/get", {}, "param-missing", "name"),
    ("completion/complete", {"argument": {"name": "id", "value": ""}}, "param-ref", "ref/resource"),
    (
        "completion/complete",
        {"ref": {"type": "ref/x"}, "argument": {"name": "id", "value": ""}},
        "param-ref",
        "ref/prompt",
    ),
    (
        "completion/complete",
        {"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "id"}},
        "param-missing",
        "argument.value",
    ),
    ("resources/read", {}, "param-missing", "uri"),
    ("tools/list", {"cursor": 5}, "param-type", "cursor"),
    ("tools/list", {"cursor": "x" * 5 + "\u202e", "_meta": 5}, "param-type", "_meta"),
    ("tools/list", {"_meta": {"progressToken": {"a": 1}}}, "param-type", "string | integer"),
    ("initialize", {"protocolVersion": 1, "capabilities": {}}, "param-missing", "clientInfo"),
    ("logging/setLevel", {"level": "x"}, "param-choice", "'alert'"),
]


@pytest.mark.parametrize(("method", "params", "code", "word"), WRONG_PARAMS)
def test_params_of_the_wrong_form_are_told_by_name_with_what_to_write(
    address: str, anna: Participant, method: str, params: dict[str, Any], code: str, word: str
) -> None:
    error = _send(address, anna.key, _request(1, False, method, **params), False).json()["error"]
    assert (error["code"], error["data"]) == (INVALID_PARAMS, {"code": code})
    assert f"[{code}]" in error["message"]
    assert word in error["message"]


@pytest.mark.parametrize(
    ("method", "params", "code", "word"),
    [each for each in WRONG_PARAMS if "_meta" not in each[1] and not each[0].startswith(("init", "logg"))],
)
def test_and_so_they_are_in_the_newest_revision(
    address: str, anna: Participant, method: str, params: dict[str, Any], code: str, word: str
) -> None:
    name = str(params.get("name", ""))
    told = _send(address, anna.key, _request(1, True, method, **params), True, name=name)
    assert (told.status_code, told.json()["error"]["data"]) == (400, {"code": code})
    assert word in told.json()["error"]["message"]


def test_they_are_told_in_the_account_s_language(address: str, ines: Participant) -> None:
    call = _request(1, False, "tools/call", name="get_status", arguments="{}")
    told = _send(address, ines.key, call, False).json()["error"]["message"]
    assert "Escribe el objeto mismo" in told


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", {"name": 5}),
        ("tools/call", {"name": "get_statu"}),
        ("prompts/get", {"name": "nothing"}),
        ("resources/read", {"uri": "arena://nothing"}),
        ("made/up", {}),
        ("notifications/cancelled", {"requestId": {}}),
    ],
)
def test_a_notification_that_is_wrong_is_no_fault_of_ours(
    address: str, anna: Participant, method: str, params: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    body = {"jsonrpc": "2.0", "method": method, "params": params}
    assert _send(address, anna.key, body, False).status_code == 202
    assert "Traceback" not in capfd.readouterr().err


@BOTH
@pytest.mark.parametrize("accept", ["text/html", "", "text/event-stream", "application/jsonp"])
def test_whoever_does_not_accept_json_is_told_what_to_send(
    address: str, anna: Participant, accept: str, newest: bool
) -> None:
    told = _send(address, anna.key, _request(1, newest), newest, accept=accept)
    assert (told.status_code, told.json()["error"]["data"]) == (406, {"code": "not-acceptable"})
    assert "Accept: application/json, text/event-stream" in told.json()["error"]["message"]


def test_whoever_listens_and_does_not_accept_a_stream_is_told_so(address: str, anna: Participant) -> None:
    asked = _request(1, True, "subscriptions/listen", notifications={})
    told = _send(address, anna.key, asked, True, accept="application/json")
    assert (told.status_code, told.json()["error"]["data"]) == (406, {"code": "not-acceptable"})


@BOTH
def test_a_revision_that_is_none_comes_back_cut(address: str, anna: Participant, newest: bool) -> None:
    body = _request(1, newest)
    if newest:
        body["params"] = {"_meta": {**META["_meta"], "io.modelcontextprotocol/protocolVersion": "x" * 5000}}
    told = _send(address, anna.key, body, newest, revision="x" * 5000)
    assert told.status_code == 400
    assert told.json()["error"]["data"]["supported"] == ["2026-07-28"]
    assert len(told.content) < 300


@BOTH
@pytest.mark.parametrize("media_type", ["text/plain", "", "application/jsonp", "application/json2"])
def test_another_media_type_is_told_as_such(
    address: str, anna: Participant, media_type: str, newest: bool
) -> None:
    told = _send(address, anna.key, _request(1, newest), newest, media_type)
    assert (told.status_code, told.json()["error"]["data"]) == (415, {"code": "not-json"})


@BOTH
@pytest.mark.parametrize("media_type", ["Application/JSON", "APPLICATION/json; charset=UTF-8"])
def test_media_types_ignore_case(address: str, anna: Participant, media_type: str, newest: bool) -> None:
    assert _send(address, anna.key, _request(1, newest), newest, media_type).status_code == 200


def test_a_notification_and_an_answer_need_no_answer(address: str, anna: Participant) -> None:
    for body in (
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
    ):
        assert _send(address, anna.key, body, False).status_code == 202


@BOTH
@pytest.mark.parametrize(("lang", "told"), [("en", "Did you mean get_status?"), ("es", "¿Quizá get_status?")])
def test_an_unknown_tool_is_told_in_the_account_s_language_with_the_nearest(
    address: str, anna: Participant, ines: Participant, lang: str, told: str, newest: bool
) -> None:
    me = ines if lang == "es" else anna
    call = _request(1, newest, "tools/call", name="get_statu", arguments={})
    result = _send(address, me.key, call, newest, name="get_statu").json()["result"]
    assert result["isError"]
    assert "[tool-unknown]" in result["content"][0]["text"]
    assert told in result["content"][0]["text"]


@BOTH
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", {"name": "n" * 60_000, "arguments": {}}),
        ("resources/read", {"uri": "u" * 60_000}),
        ("resources/read", {"uri": "arena://heroes/" + "u" * 60_000}),
        ("prompts/get", {"name": "n" * 60_000}),
        ("m" * 60_000, {}),
        ("m" * 90, {}),
    ],
)
def test_nothing_comes_back_at_length(
    address: str, anna: Participant, method: str, params: dict[str, object], newest: bool
) -> None:
    name = str(params.get("name", params.get("uri", "")))
    told = _send(address, anna.key, _request(1, newest, method, **params), newest, name=name)
    assert len(told.content) < LARGEST_ANSWER
