"""What a browser is shown where there is no page, or none now: a page in its language, programs get JSON."""

import pytest
from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.errors import refuse
from dsl.catalogue import LOCALES
from mcp_server.web import pages
from mcp_server.web.visits import Visit
from tests.mcp_server.web.browsers import PUBLIC, browser, enter

LOCKED = refuse("store-locked", database="x", said="y")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nothing", 404), ("PUT", "/sign-in", 405)])
def test_a_browser_is_shown_a_page_and_a_program_is_told_by_code(
    visitor: TestClient, method: str, path: str, status: int, locale: str
) -> None:
    headers = {"Accept": BROWSER, "Accept-Language": locale}
    page = visitor.request(method, path, headers=headers)
    assert (page.status_code, page.headers["content-language"]) == (status, locale)
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-security-policy"] == pages.HEADERS["Content-Security-Policy"]
    assert f'<html lang="{locale}">' in page.text
    assert 'href="/"' in page.text
    told = visitor.request(method, path, headers={"Accept": "*/*", "Accept-Language": locale})
    assert told.json()["error_description"] in page.text.replace("&#39;", "'").replace("&#34;", '"')
    assert page.headers.get("allow") == told.headers.get("allow")


@pytest.mark.parametrize(
    ("error", "status"), [(refuse("store-locked", database="x", said="y"), 503), (KeyError("secret"), 500)]
)
def test_what_goes_wrong_is_shown_as_a_page_too(
    desk: Desk, error: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(visit: Visit) -> None:
        raise error

    monkeypatch.setitem(pages.PAGES, "/", {"GET": broken})
    with browser(desk, PUBLIC) as client:
        client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
        page = client.get("/", headers={"Accept": BROWSER, "Accept-Language": "es"})
        told = client.get("/")
    assert (page.status_code, told.status_code) == (status, status)
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers.get("retry-after") == told.headers.get("retry-after")
    assert told.headers["content-type"] == "application/json"
    assert "secret" not in page.text


@pytest.mark.parametrize(("error", "is_known"), [(None, True), (KeyError("x"), True), (LOCKED, False)])
def test_whoever_is_signed_in_is_so_on_the_page_too_unless_the_league_cannot_be_asked(
    desk: Desk, link: str, error: Exception | None, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(visit: Visit) -> None:
        raise error or AssertionError

    with browser(desk, PUBLIC) as client:
        client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
        enter(client, link)
        monkeypatch.setitem(pages.PAGES["/"], "GET", broken)
        page = client.get("/" if error else "/nothing", headers={"Accept": BROWSER, "Accept-Language": "ru"})
    assert page.headers["content-language"] == ("es" if is_known else "ru")
    assert ("<bdi>Ann</bdi>" in page.text) is is_known
    assert ("/sign-out" in page.text) is is_known


def test_a_page_is_shown_where_it_cannot_be_asked_who_is_signed_in(
    desk: Desk, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser(desk, PUBLIC) as client:
        enter(client, link)
        monkeypatch.setattr("mcp_server.web.visits.session_owner", None)
        page = client.get("/nothing", headers={"Accept": BROWSER, "Accept-Language": "ru"})
    assert (page.status_code, page.headers["content-language"]) == (404, "ru")


def test_under_a_path_of_its_own_the_page_leads_there(desk: Desk) -> None:
    with browser(desk, f"{PUBLIC}/arena", PUBLIC) as client:
        assert 'href="/arena/"' in client.get("/nothing", headers={"Accept": BROWSER}).text
