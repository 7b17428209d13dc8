"""Signing in with a browser: by a link and a form of ours, and by nothing else."""

import logging
import threading
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.desk.players.register import NewPlayer
from arena.desk.players.sessions import session_owner
from arena.desk.players.signing_in import issue_link
from arena.logs import set_up_logs
from mcp_server import tools
from tests.leagues import PutClock
from tests.mcp_server.web.browsers import PUBLIC, SESSION, browser, enter, from_page
from tests.waiting import LONGEST, join_all

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def is_signed_in(client: TestClient) -> bool:
    return "<bdi>Ann</bdi>" in client.get("/").text


def test_a_link_signs_the_browser_in_and_leads_to_the_first_page(visitor: TestClient, link: str) -> None:
    answer = enter(visitor, link)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert is_signed_in(visitor)


def test_the_cookie_is_for_this_host_alone_and_no_script_reads_it(visitor: TestClient, link: str) -> None:
    name_and_value, *attributes = enter(visitor, link).headers["set-cookie"].split("; ")
    name, _, value = name_and_value.partition("=")
    assert name == SESSION
    assert value != link
    assert {each.lower() for each in attributes} == {
        "httponly",
        "max-age=7776000",
        "path=/",
        "samesite=lax",
        "secure",
    }


def test_opening_a_link_uses_nothing_up(visitor: TestClient, link: str) -> None:
    """Programs that look at links before people do send no form."""
    for path in ("/sign-in", f"/sign-in?code={link}", f"/sign-in?{link}"):
        page = visitor.get(path)
        assert "set-cookie" not in page.headers
        assert link not in page.text
    assert enter(visitor, link).status_code == 303


def test_a_whole_link_may_be_pasted(visitor: TestClient, link: str) -> None:
    assert enter(visitor, f" {PUBLIC}/sign-in#{link}\n").status_code == 303


def test_a_link_is_refused_with_what_to_do(
    desk: Desk, visitor: TestClient, ann: NewPlayer, link: str, clock: PutClock
) -> None:
    enter(visitor, link)
    late = issue_link(desk, ann.player.id).token
    clock.advance(minutes=15)
    with browser(desk) as other:
        other.headers["Accept-Language"] = "en"
        for code, words in (
            (link, "used already"),
            (late, "does not open any more"),
            ("x" * 43, "no such sign-in code"),
            (ann.key, "a key signs nobody in"),
        ):
            page = enter(other, code)
            assert page.status_code == 403
            assert words in page.text
            assert 'role="alert"' in page.text
            assert code not in page.text
            assert "set-cookie" not in page.headers


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"code=",
        b"code=%00",
        b"code=" + b"x" * 200_000,
        b"code=%ff%fe",
        b"\xff\xfe",
        b"a=1&" * 100 + b"code=x",
        b'{"code": "x"}',
        "code=ж".encode(),
        b"code=%ED%A0%80",
    ],
)
def test_a_form_with_nonsense_is_refused_as_a_code_that_nobody_made(visitor: TestClient, body: bytes) -> None:
    page = visitor.post("/sign-in", content=body, headers={**FORM, **from_page()})
    assert page.status_code == 403
    assert "no such sign-in code" in page.text


def test_a_body_that_is_too_large_is_not_read(visitor: TestClient) -> None:
    body = b"code=" + b"x" * 300_000
    assert visitor.post("/sign-in", content=body, headers={**FORM, **from_page()}).status_code == 413


def test_methods_that_a_page_does_not_have_are_refused(visitor: TestClient) -> None:
    for method, path in (("PUT", "/sign-in"), ("DELETE", "/"), ("POST", "/"), ("GET", "/sign-out")):
        answer = visitor.request(method, path, headers=from_page())
        assert answer.status_code == 405
        assert method not in answer.headers["allow"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        from_page(site="cross-site"),
        from_page(site="same-site"),
        from_page("https://evil.example.org"),
        from_page("https://evil.example.org", site=None),
        from_page("http://arena.example.org"),
        from_page("https://arena.example.org.evil.example"),
        from_page("http://127.0.0.1:9999"),
        from_page("null"),
        from_page("null", site=None),
        from_page(""),
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "SAME-ORIGIN"},
        {"Referer": f"{PUBLIC}/sign-in"},
    ],
)
def test_a_form_that_no_page_of_ours_sent_does_nothing(
    visitor: TestClient, link: str, headers: dict[str, str]
) -> None:
    refused = visitor.post("/sign-in", data={"code": link}, headers=headers)
    assert refused.status_code == 403
    assert "set-cookie" not in refused.headers
    enter(visitor, link)
    assert visitor.post("/sign-out", headers=headers).status_code == 403
    assert is_signed_in(visitor)


@pytest.mark.parametrize(
    "headers",
    [
        from_page(),
        from_page(site=None),
        from_page(site="none"),
        {"Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_form_of_ours_is_taken_from_any_browser(
    visitor: TestClient, link: str, headers: dict[str, str]
) -> None:
    assert visitor.post("/sign-in", data={"code": link}, headers=headers).status_code == 303


@pytest.mark.parametrize("url", ["https://arena.example.org:443", "https://ARENA.example.org"])
def test_a_form_is_taken_however_the_public_address_is_written(desk: Desk, link: str, url: str) -> None:
    with browser(desk, url, PUBLIC) as client:
        assert enter(client, link).status_code == 303


def test_another_host_is_not_answered(visitor: TestClient, link: str) -> None:
    for host in ("evil.example.org", "arena.example.org.evil.example", "", "127.0.0.1.evil.example"):
        assert visitor.get("/", headers={"Host": host}).status_code == 421
        answer = visitor.post(
            "/sign-in", data={"code": link}, headers={**from_page(f"https://{host}"), "Host": host}
        )
        assert answer.status_code in (403, 421)
    assert enter(visitor, link).status_code == 303


@pytest.mark.parametrize("place", ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000"])
def test_on_loopback_one_signs_in_without_https(desk: Desk, link: str, place: str) -> None:
    with browser(desk, "http://127.0.0.1:8000", asked_at=place) as client:
        assert client.get("/sign-in").status_code == 200
        assert enter(client, link, **from_page(place)).status_code == 303


def test_without_https_a_link_is_not_used_up(desk: Desk, link: str) -> None:
    address = "http://arena.example.org"
    with browser(desk, address) as client:
        for page in (client.get("/sign-in"), enter(client, link, **from_page(address, site=None))):
            assert page.status_code == 403
            assert "ARENA_PUBLIC_URL" in page.text
    with browser(desk) as safe:
        assert enter(safe, link).status_code == 303


def test_of_browsers_that_use_a_link_at_once_one_gets_in(desk: Desk, link: str) -> None:
    statuses: list[int] = []
    together = threading.Barrier(3, timeout=LONGEST)

    def use() -> None:
        with browser(desk) as client:
            together.wait()
            statuses.append(enter(client, link).status_code)

    threads = [threading.Thread(target=use, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    join_all(*threads)
    assert sorted(statuses) == [303, 403, 403]


def test_signing_out_ends_the_session_not_only_the_cookie(desk: Desk, visitor: TestClient, link: str) -> None:
    enter(visitor, link)
    token = visitor.cookies[SESSION]
    answer = visitor.post("/sign-out", headers=from_page())
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    dropped = answer.headers["set-cookie"].lower()
    assert all(each in dropped for each in (f"{SESSION.lower()}=", "max-age=0", "path=/", "secure"))
    assert not is_signed_in(visitor)
    assert session_owner(desk, token) is None


def test_whoever_is_not_signed_in_may_sign_out_all_the_same(visitor: TestClient) -> None:
    assert visitor.post("/sign-out", headers=from_page()).status_code == 303


def test_signing_in_again_ends_the_session_before(desk: Desk, visitor: TestClient, ann: NewPlayer) -> None:
    enter(visitor, issue_link(desk, ann.player.id).token)
    first = visitor.cookies[SESSION]
    enter(visitor, issue_link(desk, ann.player.id).token)
    assert session_owner(desk, first) is None
    assert is_signed_in(visitor)


def test_a_refused_link_leaves_the_session_as_it_was(visitor: TestClient, link: str) -> None:
    enter(visitor, link)
    assert enter(visitor, link).status_code == 403
    assert is_signed_in(visitor)


def test_a_session_that_somebody_plants_is_not_taken_over(desk: Desk, visitor: TestClient, link: str) -> None:
    planted = "x" * 43
    visitor.cookies.set(SESSION, planted, domain="arena.example.org")
    answer = enter(visitor, link)
    assert planted not in answer.headers["set-cookie"]
    assert session_owner(desk, planted) is None


def test_no_key_opens_a_session(desk: Desk, visitor: TestClient, ann: NewPlayer) -> None:
    authorization = {"Authorization": f"Bearer {ann.key}"}
    assert "<bdi>" not in visitor.get("/", headers=authorization).text
    assert "<bdi>" not in visitor.get("/", headers={"Cookie": f"{SESSION}={ann.key}"}).text
    for form in ({"code": ann.key}, {"key": ann.key}, {"code": ""}):
        answer = visitor.post("/sign-in", data=form, headers={**from_page(), **authorization})
        assert (answer.status_code, answer.headers.get("set-cookie")) == (403, None)


def test_no_session_and_no_link_opens_what_a_key_opens(visitor: TestClient, link: str) -> None:
    token = issue_and_enter(visitor, link)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for sent in (token, link):
        headers = {"Authorization": f"Bearer {sent}", "Accept": "application/json, text/event-stream"}
        assert visitor.post("/mcp", json=message, headers=headers).status_code == 401


def test_no_tool_gives_a_link() -> None:
    offered = {offer.do.__name__ for offer in tools.OFFERS}
    assert not [name for name in offered if "link" in name or "sign" in name or "session" in name]
    modules = {offer.do.__module__ for offer in tools.OFFERS}
    names = {name for module in modules for name in vars(__import__(module, fromlist=["_"]))}
    assert not names & {"issue_link", "exchange_link", "begin_session", "sign_in_link"}


def test_no_log_has_a_token(
    desk: Desk,
    visitor: TestClient,
    link: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    set_up_logs("debug")
    caplog.set_level(logging.DEBUG)
    token = issue_and_enter(visitor, link)
    enter(visitor, link)
    visitor.get(f"/sign-in?code={quote(link)}")
    visitor.post("/sign-out", headers=from_page())
    visitor.post("/sign-in", data={"code": link})
    written = "".join(capfd.readouterr())
    ours = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    written += "".join(record.getMessage() for record in ours)  # the others are the test's own client
    assert token not in written
    assert link not in written


def issue_and_enter(client: TestClient, link: str) -> str:
    """Sign in; the session's token."""
    enter(client, link)
    return str(client.cookies[SESSION])
