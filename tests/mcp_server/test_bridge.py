"""`arena mcp` as a bridge: what goes over it, and what is told when the other end does not answer."""

import json
import ssl
from collections.abc import Callable
from typing import Any

import anyio
import httpx2
import pytest
from mcp.types import JSONRPCMessage, jsonrpc_message_adapter

from arena.errors import ArenaError
from mcp_server.stdio.bridge import Relay
from mcp_server.stdio.remote import Remote, remote_of
from mcp_server.stdio.troubles import Troubles
from mcp_server.words import Words
from tests.mcp_server.hosts import REVISION, handshake, request

KEY = "arena_Key0Key0Key0Key0Key0Key0Key0Key0Key0Key0abc0wTLW2"
ARENA = "https://heroes.example"
ANSWER = {"jsonrpc": "2.0", "id": 7, "result": {"resultType": "complete"}}
OLDER = {"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": {"name": "get_rules"}}

Arena = Callable[[httpx2.Request], httpx2.Response]


def relayed(arena: Arena, *messages: dict[str, Any]) -> list[Any]:
    """What a host hears that says these, one after the other."""
    heard: list[Any] = []

    async def hear(message: JSONRPCMessage) -> None:
        heard.append(message.model_dump(mode="json", by_alias=True, exclude_unset=True))

    async def say() -> None:
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(arena)) as http:
            remote = Remote(ARENA, KEY)
            relay = Relay(remote.endpoint, http, hear, Troubles(remote, Words("en")))
            for message in messages:
                async with anyio.create_task_group() as group:
                    relay.take(jsonrpc_message_adapter.validate_python(message), group)

    anyio.run(say)
    return heard


def trouble(arena: Arena) -> str:
    """What a host is told when it asks."""
    ((told),) = relayed(arena, request(7, "tools/list"))
    assert told["id"] == 7
    assert KEY not in str(told)
    return str(told["error"]["message"])


def answering(status: int, **answer: Any) -> Arena:
    return lambda request: httpx2.Response(status, **answer)


def streaming(*events: str) -> Arena:
    return answering(200, headers={"content-type": "text/event-stream"}, text="".join(events))


def raising(error: Exception) -> Arena:
    def arena(request: httpx2.Request) -> httpx2.Response:
        raise error

    return arena


@pytest.mark.parametrize(
    ("asked", "headers"),
    [
        (
            request(7, "tools/call", name="get_hero", arguments={"hero": "Ёж"}),
            {"mcp-protocol-version": REVISION, "mcp-method": "tools/call", "mcp-name": "get_hero"},
        ),
        (
            request(7, "resources/read", uri="arena://heroes/ё"),
            {"mcp-method": "resources/read", "mcp-name": "=?base64?YXJlbmE6Ly9oZXJvZXMv0ZE=?="},
        ),
        (request(7, "tools/list", name="no tool"), {"mcp-method": "tools/list", "mcp-name": None}),
        (request(7, "odd\nmethod"), {"mcp-method": "=?base64?b2RkCm1ldGhvZA==?="}),
        ({**OLDER, "id": 7}, {"mcp-protocol-version": None, "mcp-method": None, "mcp-name": None}),
    ],
)
def test_a_request_has_the_headers_of_its_revision(
    asked: dict[str, Any], headers: dict[str, str | None]
) -> None:
    seen = []

    def arena(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return httpx2.Response(200, json=ANSWER)

    assert relayed(arena, asked) == [ANSWER]
    (posted,) = seen
    assert str(posted.url) == "https://heroes.example/mcp"
    assert jsonrpc_message_adapter.validate_json(posted.content) == jsonrpc_message_adapter.validate_python(
        asked
    )
    assert {name: posted.headers.get(name) for name in headers} == headers


def test_an_older_host_s_requests_go_by_the_revision_that_was_agreed_on() -> None:
    seen = []

    def arena(request: httpx2.Request) -> httpx2.Response:
        seen.append(request.headers.get("mcp-protocol-version"))
        return httpx2.Response(200, json={**ANSWER, "result": {"protocolVersion": "2025-06-18"}})

    relayed(arena, handshake(), OLDER, handshake(), OLDER)
    assert seen == [None, "2025-06-18", None, "2025-06-18"]


def test_a_stream_is_handed_on_up_to_its_answer() -> None:
    news = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}
    events = [
        ": still here\n\n",
        *(f"event: message\ndata: {json.dumps(each)}\n\n" for each in (news, ANSWER)),
    ]
    answer = answering(200, headers={"content-type": "text/event-stream"}, text="".join(events))
    assert relayed(answer, request(7, "subscriptions/listen")) == [news, ANSWER]


def test_an_error_of_the_arena_is_handed_on_as_it_is() -> None:
    error = {"code": -32602, "message": "Unknown topic", "data": {"known": ["all"]}}
    answer = answering(400, json={"jsonrpc": "2.0", "id": None, "error": error})
    assert relayed(answer, request(7, "tools/list")) == [{"jsonrpc": "2.0", "id": 7, "error": error}]


PROBLEM = {"error": "invalid_token", "error_description": "This league has no such key.", "hint": "Ask Anna."}
SLOW = {"error": "too-many-requests", "error_description": "Too many requests.", "hint": "Wait for 9 s."}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (answering(401, json=PROBLEM), ["This league has no such key. Ask Anna.", "ARENA_KEY"]),
        (answering(401, json=["no", "such"]), ["does not take your key", "ARENA_KEY"]),
        (answering(429, json=SLOW), ["Too many requests. Wait for 9 s.", "(429)"]),
        (answering(429, headers={"retry-after": "17"}), ["Try again in 17 s"]),
        (answering(429, headers={"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT"}), ["Try again in 60 s"]),
        (answering(413, json={"error_description": "Larger than 256 KiB."}), ["(413). Larger than 256 KiB."]),
        (answering(502, text="<h1>Bad Gateway</h1>" * 9999), ["502", "Try again in a minute"]),
        (answering(404, text="Not Found"), ["(404), but not as an arena", "ARENA_URL"]),
        (answering(405, html="<p>no</p>"), ["(405), but not as an arena", "ARENA_URL"]),
        (answering(200, html="<h1>Welcome</h1>"), ["(200), but not as an arena", "ARENA_URL"]),
        (answering(200, json={"hello": "world"}), ["(200), but not as an arena", "ARENA_URL"]),
        (answering(202), ["(202), but not as an arena", "ARENA_URL"]),
        (
            answering(307, headers={"location": "http://me:pass@other.example/x?t=1"}),
            ["http://other.example/x"],
        ),
        (
            answering(200, headers={"content-type": "text/event-stream"}, text=": hi\n\n"),
            ["may have been done"],
        ),
        (
            answering(200, headers={"content-type": "text/event-stream"}, text="data: {}\n\n"),
            ["not as an arena"],
        ),
        (raising(httpx2.ConnectError("All connection attempts failed")), ["does not answer", "ARENA_URL"]),
        (raising(httpx2.ConnectTimeout("")), ["ConnectTimeout", "ARENA_URL"]),
        (raising(httpx2.ReadTimeout("")), ["may have been done", "get_my_hero"]),
        (raising(httpx2.RemoteProtocolError("Server disconnected")), ["Server disconnected", "get_my_hero"]),
    ],
)
def test_trouble_at_the_other_end_is_told_with_what_to_do(answer: Arena, told: list[str]) -> None:
    message = trouble(answer)
    assert message.count(ARENA) == 1
    assert [part for part in told if part not in message] == []
    assert "pass" not in message
    assert "  " not in message


def test_what_the_other_end_says_is_cut_and_shown_as_it_can_be_seen() -> None:
    message = trouble(answering(401, json={"error_description": "\u202e\x1b[2J" + "x" * 9999}))
    assert "\\u202e\\u001b[2J" in message
    assert len(message) < 700


def test_a_certificate_that_proves_nothing_is_told_apart() -> None:
    error = httpx2.ConnectError("certificate verify failed")
    error.__cause__ = ssl.SSLCertVerificationError("self-signed certificate")
    assert "SSL_CERT_FILE" in trouble(raising(error))


def test_a_request_that_is_cancelled_ends_without_an_answer_and_others_do_not() -> None:
    heard: list[Any] = []
    ended = []

    async def hear(message: JSONRPCMessage) -> None:
        heard.append(message)

    async def arena(request: httpx2.Request) -> httpx2.Response:
        if b"listen" not in request.content:
            return httpx2.Response(200, json=ANSWER)
        try:
            await anyio.sleep_forever()
        finally:
            ended.append(request)

    async def say(*messages: dict[str, Any]) -> None:
        async with (
            httpx2.AsyncClient(transport=httpx2.MockTransport(arena)) as http,
            anyio.create_task_group() as group,
        ):
            relay = Relay(ARENA, http, hear, Troubles(Remote(ARENA, KEY), Words("en")))
            for message in messages:
                relay.take(jsonrpc_message_adapter.validate_python(message), group)
                await anyio.wait_all_tasks_blocked()

    def cancel(id_: object) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}}

    with_id = request("listen-1", "subscriptions/listen")
    anyio.run(
        say, cancel("listen-1"), with_id, cancel(1), cancel([]), request(7, "tools/list"), cancel("listen-1")
    )
    assert [message.id for message in heard] == [7]
    assert len(ended) == 1


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("https://heroes.example", ARENA),
        (" https://heroes.example/mcp ", ARENA),
        ("https://heroes.example/mcp/", ARENA),
        ("https://heroes.example:8443/a/mcp", "https://heroes.example:8443/a"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
        ("http://[::1]:8000/mcp", "http://[::1]:8000"),
    ],
)
def test_an_address_is_taken_with_or_without_its_end(given: str, address: str) -> None:
    remote = remote_of({"ARENA_URL": given, "ARENA_KEY": f" {KEY}\n"})
    assert remote == Remote(address, KEY)
    assert remote.endpoint == f"{address}/mcp"
    assert KEY not in repr(remote)


@pytest.mark.parametrize(
    ("url", "key", "code"),
    [
        ("", KEY, "mcp-url-missing"),
        (ARENA, " ", "mcp-key-missing"),
        ("http://heroes.example", KEY, "mcp-url-plain"),
        ("http://192.168.0.7:8000", KEY, "mcp-url-plain"),
        ("http://127.0.0.1.evil.example", KEY, "mcp-url-plain"),
        ("heroes.example", KEY, "mcp-url"),
        ("ftp://heroes.example", KEY, "mcp-url"),
        ("https://", KEY, "mcp-url"),
        ("https://heroes.example:port", KEY, "mcp-url"),
        ("https://[::1", KEY, "mcp-url"),
        ("https://-é-.example", KEY, "mcp-url"),
        ("https://arena example", KEY, "mcp-url"),
        ("https://anna:secret@heroes.example", KEY, "mcp-url"),
        ("https://heroes.example/mcp?key=secret", KEY, "mcp-url"),
        (ARENA, "arena_secret", "key-malformed"),
        (ARENA, f"{KEY}\u200b", "key-malformed"),
    ],
)
@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_half_an_arena_or_an_unsafe_one_is_refused_and_nothing_repeated(
    url: str, key: str, code: str, locale: str
) -> None:
    with pytest.raises(ArenaError) as caught:
        remote_of({"ARENA_URL": url, "ARENA_KEY": key})
    assert caught.value.code == code
    told = caught.value.text(locale)
    assert KEY not in told
    assert "secret" not in told


def test_without_either_there_is_no_bridge() -> None:
    assert remote_of({"ARENA_URL": "", "ARENA_KEY": " "}) is None
