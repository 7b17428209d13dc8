"""The HTTP door: what is refused before any work, what is told then, and how requests end."""

import gc
import json
import socket
import tracemalloc
from collections.abc import Iterator
from urllib.parse import urlsplit

import anyio
import httpx2
import pytest
from sqlmodel import func, select
from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.desk.players.keys import make_key
from arena.errors import refuse
from arena.hero.sample import SAMPLE
from arena.store.tables import HeroRow, HeroVersion
from mcp_server.app import make_app
from mcp_server.http import identity
from mcp_server.http.bodies import LARGEST_BODY
from mcp_server.http.gate import Places
from mcp_server.server import make_server
from mcp_server.serving import Options
from mcp_server.workers import AT_A_TIME
from tests.mcp_server.doors import ADDRESS, MODES, get, join, post, served, site_of, sqlite_desk

LISTING = ("tools/list", {})

desk = sqlite_desk


@pytest.fixture
def address(desk: Desk) -> Iterator[str]:
    with served(desk) as address:
        yield address


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
def test_there_is_no_stream_to_get_and_no_session_to_delete(desk: Desk, address: str, method: str) -> None:
    anna = join(desk)
    for headers in ({}, {"Authorization": f"Bearer {anna.key}", "Accept": "text/event-stream"}):
        told = httpx2.request(method, f"{address}/mcp", headers=headers, timeout=5, trust_env=False)
        assert (told.status_code, told.headers["allow"]) == (405, "POST")
        assert told.json()["code"] == "method-unknown"


def test_a_slash_too_many_leads_to_the_right_address(desk: Desk, address: str) -> None:
    anna = join(desk)
    headers = {"Authorization": f"Bearer {anna.key}"}
    told = httpx2.post(f"{address}/mcp/", json={}, headers=headers, trust_env=False)
    assert (told.status_code, told.headers["location"]) == (307, f"{address}/mcp")


def test_an_unknown_address_tells_where_agents_and_people_begin(address: str) -> None:
    told = get(address, "/nothing/here")
    assert (told.status_code, told.json()["code"]) == (404, "address-unknown")
    assert "/mcp" in told.json()["hint"]


def _raw(address: str, *lines: str, body: str = "") -> tuple[int, bytes]:
    """The status of what is answered to a request as it stands, and all of it until the connection ends."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", body]).encode("latin-1"))
        told = b""
        while piece := connection.recv(65536):
            told += piece
    return int(told.split(b" ", 2)[1]), told


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "both"), ("ru", "и Content-Length, и"), ("es", "a la vez")]
)
def test_a_length_told_twice_is_refused_and_the_connection_closed(address: str, lang: str, word: str) -> None:
    own = ("Content-Length: 5", "Transfer-Encoding: chunked", f"Accept-Language: {lang}")
    hidden = "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for path in ("/mcp", "/sign-in", "/healthz"):
        status, told = _raw(address, f"POST {path} HTTP/1.1", "Host: 127.0.0.1", *own, body=hidden)
        assert (status, told.count(b"HTTP/1.1")) == (400, 1)
        assert b'"code":"length-twice"' in told
        assert word in told.decode()


@pytest.mark.parametrize(
    "lines",
    [
        ("NO HTTP",),
        ("GET / HTTP/1.1", "Host: 127.0.0.1", "Host: 127.0.0.1"),
        ("GET / HTTP/1.1",),
        ("GET / HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 5", "Content-Length: 6"),
        ("HEAD / HTTP/1.1", "Host: 127.0.0.1", "Content-Length: x"),
    ],
)
def test_what_is_no_request_of_http_is_told_in_our_words(address: str, lines: tuple[str, ...]) -> None:
    status, told = _raw(address, *lines)
    assert status == 400
    assert b"http-broken" in told
    assert b"connection: close" in told.lower()


def test_a_chunk_that_is_broken_after_the_answer_has_begun_only_ends_the_connection(
    address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = ("POST /mcp HTTP/1.1", "Host: evil.example", "Transfer-Encoding: chunked")
    place = urlsplit(address)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        told = b""
        while not told.endswith(b"}"):
            piece = connection.recv(65536)
            assert piece, f"it ends before its end: {told!r}"
            told += piece
        assert told.startswith(b"HTTP/1.1 421")
        connection.sendall(b"no chunk\r\n")
        assert connection.recv(65536) == b""
    assert "Traceback" not in capfd.readouterr().err


def test_a_target_with_its_host_is_taken_and_that_host_is_meant(desk: Desk, address: str) -> None:
    anna = join(desk)
    own = urlsplit(address).netloc
    body = json.dumps(_request("ping"))
    more = (
        f"Authorization: Bearer {anna.key}",
        "Content-Type: application/json",
        "Accept: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    for target, host, status in (
        (f"http://{own}/mcp", own, 200),
        (f"HTTP://{own}/mcp?x=1", "evil.example", 200),
        ("http://evil.example/mcp", own, 421),
        (f"http://evil.example@{own}/mcp", own, 421),
        (f"http://{own}", own, 405),
        ("http:///mcp", own, 421),
    ):
        assert _raw(address, f"POST {target} HTTP/1.1", f"Host: {host}", *more, body=body)[0] == status, (
            target
        )


def test_about_the_server_as_a_whole_there_is_nothing_to_tell(address: str) -> None:
    assert _raw(address, "OPTIONS * HTTP/1.1", "Host: 127.0.0.1", "Connection: close")[0] == 204
    assert _raw(address, "OPTIONS * HTTP/1.1", "Host: evil.example", "Connection: close")[0] == 421


@pytest.mark.parametrize(
    "host", ["127.0.0.1:99999", "127.0.0.1:0", "localhost:65536", "[::1", "127.0.0.1:" + "9" * 5000]
)
@pytest.mark.parametrize("path", ["/mcp", "/sign-in", "/sign-out"])
def test_a_port_that_none_is_belongs_to_no_host_of_ours(address: str, host: str, path: str) -> None:
    lines = (f"Host: {host}", f"Origin: http://{host}", "Content-Length: 0", "Connection: close")
    assert _raw(address, f"POST {path} HTTP/1.1", *lines)[0] == 421


@pytest.mark.parametrize("host", ["[::1", "127.0.0.1:99999", "a b", "@"])
def test_a_probe_may_name_any_host(address: str, host: str) -> None:
    assert _raw(address, "GET /healthz HTTP/1.1", f"Host: {host}", "Connection: close")[0] == 200
    assert _raw(address, "PUT /healthz HTTP/1.1", f"Host: {host}", "Connection: close")[0] == 405


@pytest.mark.parametrize("origins", [("{own}", "https://evil.example"), ("https://evil.example", "{own}")])
@pytest.mark.parametrize("path", ["/mcp", "/sign-in", "/"])
def test_of_several_origins_none_may_be_foreign(address: str, path: str, origins: tuple[str, str]) -> None:
    sent = [f"Origin: {each.format(own=address)}" for each in origins]
    lines = (f"Host: {urlsplit(address).netloc}", *sent, "Content-Length: 0", "Connection: close")
    status, told = _raw(address, f"POST {path} HTTP/1.1", *lines)
    assert status == 403
    assert b"origin-unknown" in told


PUBLIC = "https://arena.example.org"


@pytest.mark.medium
@pytest.mark.parametrize("path", ["/mcp", "/", "/nothing"])
def test_requests_for_other_hosts_and_from_other_origins_are_refused_everywhere(
    desk: Desk, path: str
) -> None:
    hosts = {
        "arena.example.org": None,
        "ARENA.example.org:443": None,
        "arena.example.org:8443": None,
        "127.0.0.1:1": None,
        "localhost": None,
        "[::1]:8000": None,
        "evil.example": 421,
        "arena.example.org.evil.example": 421,
        "arena.example.org:x": 421,
        "127.0.0.1.evil.example:80": 421,
    }
    origins = {
        PUBLIC: None,
        "http://localhost:3000": None,
        "https://evil.example": 403,
        "http://arena.example.org": 403,
        "null": 403,
    }
    with served(desk, Options(port=0, scheduler=False, public_url=PUBLIC)) as address:
        for host, status in hosts.items():
            told = get(address, path, Host=host)
            assert (told.status_code == 421) == (status == 421), host
        for origin, status in origins.items():
            told = get(address, path, Origin=origin)
            assert (told.status_code == 403) == (status == 403), origin
            assert status is None or told.json()["code"] == "origin-unknown"
        assert get(address, "/healthz", Host="10.0.0.7:8000").status_code == 200


def test_a_host_that_the_server_listens_on_is_known_too() -> None:
    places = Places.of("https://arena.example.org", ["fd00::7", "192.168.1.5"])
    assert places.has_host("[fd00::7]:8000")
    assert places.has_origin("http://192.168.1.5:8000")
    assert not places.has_host("192.168.1.6:8000")


def test_a_port_that_its_scheme_has_anyway_is_none(desk: Desk) -> None:
    for url in ("https://Arena.example.org:443", "https://arena.example.org"):
        places = Places.of(url)
        assert places.has_origin("https://arena.example.org")
        assert places.has_host("arena.example.org")
        assert places.has_host("arena.example.org:443")
    assert Places.of("http://arena.example.org:80").has_origin("http://arena.example.org")
    assert Places.of("https://arena.example.org:8443").has_origin("https://arena.example.org:8443")
    assert not Places.of("https://arena.example.org:80").has_origin("https://arena.example.org")


def test_a_body_beyond_the_limit_is_refused_whatever_its_header_says(desk: Desk, address: str) -> None:
    anna = join(desk)
    headers = {"Authorization": f"Bearer {anna.key}", "Content-Type": "application/json"}

    def in_pieces() -> Iterator[bytes]:
        for _ in range(LARGEST_BODY // 1024 + 1):
            yield b" " * 1024

    for body in (b" " * (LARGEST_BODY + 1), in_pieces()):
        with httpx2.Client(trust_env=False) as client:
            told = client.post(f"{address}/mcp", content=body, headers=headers)
        assert (told.status_code, told.json()["code"]) == (413, "body-too-large")
    fits = post(address, anna.key, *LISTING, **{"X-Padding": "x" * 1000})
    assert fits.status_code == 200


def test_a_league_that_cannot_be_asked_is_told_as_such(
    desk: Desk, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise refuse("store-unreachable", database="secret", said="secret")

    monkeypatch.setattr(identity, "open_by", locked)
    told = post(address, make_key(), *LISTING)
    assert (told.status_code, told.json()["code"]) == (503, "league-unreachable")
    assert "secret" not in told.text


@pytest.mark.parametrize("code", ["store-full", "store-disk", "store-read-only", "store-damaged"])
def test_of_a_league_that_somebody_has_to_mend_nobody_is_told_to_try_again(
    desk: Desk, address: str, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    def full(*_: object) -> None:
        raise refuse(code, database="secret", said="secret")

    monkeypatch.setattr(identity, "open_by", full)
    told = post(address, make_key(), *LISTING)
    assert (told.status_code, told.json()["code"]) == (503, "league-unreachable")
    assert "will not mend it: tell the organiser" in told.json()["hint"]
    assert "some seconds" not in told.text
    assert "secret" not in told.text


def test_an_unexpected_error_is_told_by_its_id_alone(
    desk: Desk, address: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("secret detail")

    monkeypatch.setattr(identity, "open_by", broken)
    told = post(address, make_key(), *LISTING)
    assert (told.status_code, told.json()["code"]) == (500, "our-fault")
    assert "secret" not in told.text
    logged = [json.loads(line) for line in capfd.readouterr().err.splitlines() if '"request_failed"' in line]
    assert [each["id"] in told.json()["hint"] for each in logged] == [True]
    assert "secret detail" in logged[0]["traceback"]


def test_what_runs_beside_the_server_begins_once_however_many_requests_come(desk: Desk) -> None:
    anna, begun, ended = join(desk), [], []

    async def beside() -> None:
        begun.append(1)
        try:
            await anyio.sleep_forever()
        finally:
            ended.append(1)

    app = make_app(make_server(site_of(desk, anna)), ADDRESS, beside=[beside])
    modern = {**NEWEST, "Mcp-Method": "server/discover"}
    with TestClient(app, base_url=ADDRESS) as client:
        for _ in range(50):
            legacy = client.post("/mcp", json=_request("tools/list"), headers=ACCEPT)
            newest = client.post("/mcp", json=_request("server/discover", META), headers={**ACCEPT, **modern})
            assert (legacy.status_code, newest.status_code) == (200, 200), newest.text
        assert (len(begun), len(ended)) == (1, 0)
    assert (len(begun), len(ended)) == (1, 1)


ACCEPT = {"Accept": "application/json, text/event-stream"}
NEWEST = {"MCP-Protocol-Version": "2026-07-28"}
META: dict[str, object] = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
}


def _request(method: str, params: dict[str, object] | None = None) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}


@pytest.mark.medium
def test_refused_handshakes_leave_nothing_behind(desk: Desk) -> None:
    app = make_app(make_server(site_of(desk, join(desk))), ADDRESS)
    with TestClient(app, base_url=ADDRESS) as client:

        def refused_handshakes(count: int) -> None:
            for _ in range(count):
                told = client.post(
                    "/mcp", json=_request("initialize", {"protocolVersion": 1}), headers=ACCEPT
                )
                assert "error" in told.json()

        refused_handshakes(30)
        gc.collect()
        tracemalloc.start()
        refused_handshakes(300)
        gc.collect()
        left, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert left < 300_000


@pytest.mark.parametrize("mode", MODES)
def test_calls_that_are_given_up_half_way_save_all_or_nothing_and_leave_room_for_the_next(
    desk: Desk, address: str, mode: str
) -> None:
    anna = join(desk)
    assert (
        post(address, anna.key, *LISTING).status_code == 200
    )  # the key's use is noted: no more writing for it
    call: dict[str, object] = {"name": "save_hero", "arguments": {"hero": SAMPLE}}
    headers: dict[str, str] = {}
    if mode == "auto":
        call |= META
        headers = {**NEWEST, "Mcp-Method": "tools/call", "Mcp-Name": "save_hero"}
    with desk.write():  # the saves wait for this writer
        for _ in range(AT_A_TIME + 1):
            with pytest.raises(httpx2.ReadTimeout):
                _impatient_post(address, anna.key, _request("tools/call", call), headers)
    told = post(address, anna.key, "tools/call", call, **headers).json()["result"]
    assert not told.get("isError"), told
    assert told["structuredContent"]["version"] == 1
    with desk.read() as (session, _):
        assert session.exec(select(func.count()).select_from(HeroVersion)).one() == 1
        assert session.exec(select(func.count()).select_from(HeroRow)).one() == 1


def _impatient_post(address: str, key: str, body: dict[str, object], headers: dict[str, str]) -> None:
    sent = {**ACCEPT, **headers, "Authorization": f"Bearer {key}"}
    timeout = httpx2.Timeout(5, read=0.3)
    with httpx2.Client(timeout=timeout, trust_env=False) as client:
        client.post(f"{address}/mcp", json=body, headers=sent)
