"""The pages: what they say, in whose language, and what their headers forbid a browser."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.desk.players.register import NewPlayer, add_player
from arena.desk.players.signing_in import issue_link
from mcp_server.web import assets, rendering
from tests.mcp_server.web.browsers import PUBLIC, SESSION, browser, enter
from tests.texts import texts_of

TITLES = {"en": "Sign in", "ru": "Вход", "es": "Entrar"}


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def of(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.found if tag == name]


def test_the_first_page_tells_an_agent_where_to_come_in(visitor: TestClient) -> None:
    page = visitor.get("/")
    assert page.status_code == 200
    assert f"<code>{PUBLIC}/mcp</code>" in page.text
    assert "Authorization: Bearer YOUR_KEY" in page.text
    assert "organiser" in page.text


@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_a_visitor_reads_in_the_language_of_the_browser(visitor: TestClient, locale: str) -> None:
    page = visitor.get("/sign-in", headers={"Accept-Language": f"{locale}, fr;q=0.5"})
    assert page.headers["content-language"] == locale
    assert Tags(page.text).of("html") == [{"lang": locale}]
    assert f"<h1>{TITLES[locale]}</h1>" in page.text


def test_a_participant_reads_in_the_language_of_the_account(visitor: TestClient, link: str) -> None:
    enter(visitor, link)
    page = visitor.get("/", headers={"Accept-Language": "ru"})
    assert page.headers["content-language"] == "es"


def test_a_page_is_for_nobody_elses_cache_frame_or_script(visitor: TestClient) -> None:
    for path in ("/", "/sign-in"):
        headers = visitor.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert (policy["default-src"], policy["frame-ancestors"], policy["base-uri"]) == ("'none'",) * 3
        assert {policy[name] for name in ("script-src", "style-src", "form-action")} == {"'self'"}
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert set(headers["vary"].split(", ")) == {"Accept-Language", "Cookie"}


def test_no_page_has_a_script_or_a_style_in_its_text(visitor: TestClient, link: str) -> None:
    pages = [visitor.get("/"), visitor.get("/sign-in"), enter(visitor, "nothing"), visitor.post("/sign-out")]
    enter(visitor, link)
    pages += [visitor.get("/"), visitor.get("/sign-in")]
    for page in pages:
        tags = Tags(page.text)
        assert all("src" in script for script in tags.of("script"))
        assert not tags.of("style")
        names = {name for _, attributes in tags.found for name in attributes}
        assert not [name for name in names if name == "style" or name.startswith("on")]


def test_what_a_page_loads_is_there_and_may_be_kept_for_ever(visitor: TestClient) -> None:
    tags = Tags(visitor.get("/sign-in").text)
    paths = {tag["href"] for tag in tags.of("link")} | {tag["src"] for tag in tags.of("script")}
    assert len(paths) == 3
    for path in paths:
        found = visitor.get(str(path))
        assert found.status_code == 200
        assert found.headers["content-type"].split(";")[0] in assets.MEDIA_TYPES.values()
        assert "immutable" in found.headers["cache-control"]
        assert found.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in found.headers


def test_the_path_of_an_asset_changes_with_what_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = assets.asset_path("style.css")
    monkeypatch.setattr(assets, "_content", lambda name: b"other")
    assert assets.asset_path("style.css") != before


def test_nothing_else_of_the_folder_is_served(visitor: TestClient) -> None:
    folder = assets.asset_path("style.css").rpartition("/")[0]
    for path in (
        f"{folder}/../home.py",
        f"{folder}/%2e%2e/home.py",
        "/static/style.css",
        "/templates/home.html",
    ):
        assert visitor.get(path).status_code == 404


def test_under_a_path_of_a_proxy_links_begin_with_that_path(desk: Desk, link: str) -> None:
    with browser(desk, f"{PUBLIC}/games/", asked_at=PUBLIC) as client:
        page = client.get("/sign-in")
        tags = Tags(page.text)
        assert tags.of("form")[0]["action"] == "/games/sign-in"
        assert all(str(tag["href"]).startswith("/games/") for tag in tags.of("a"))
        assert enter(client, link).headers["location"] == "/games/"


def test_a_name_is_text_and_nothing_else(desk: Desk, visitor: TestClient) -> None:
    """A name takes few signs; a template must not rely on it."""
    page = rendering._environment().from_string("{{ name }}").render(name='<script>"&')
    assert page == "&lt;script&gt;&#34;&amp;"
    assert visitor.get("/", headers={"Accept-Language": "<script>"}).headers["content-language"] == "en"


def test_every_field_has_a_label_and_every_picture_a_text(visitor: TestClient) -> None:
    tags = Tags(visitor.get("/sign-in").text)
    labelled = {label["for"] for label in tags.of("label")}
    assert {field["id"] for field in tags.of("input")} == labelled
    assert all("alt" in picture for picture in tags.of("img"))
    assert len(tags.of("h1")) == len(tags.of("main")) == 1


def test_a_head_request_has_the_headers_of_the_page(visitor: TestClient) -> None:
    assert visitor.head("/").headers["content-language"] == visitor.get("/").headers["content-language"]
    assert visitor.head("/").text == ""


def test_every_text_that_templates_and_pages_ask_for_is_there() -> None:
    sources = [*rendering.TEMPLATES.glob("*.html"), *Path(rendering.__file__).parent.glob("*.py")]
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    keys = set(re.findall(r'"(page[a-z-]*\.[a-z-]+)"', text))
    keys |= {
        f"{code}.{part}"
        for code in re.findall(r'door_fault\("([a-z-]+)"', text)
        for part in ("message", "hint")
    }
    assert len(keys) > 25
    assert keys <= texts_of("mcp_server", "en").keys()


def test_a_browser_that_was_signed_out_elsewhere_reads_as_a_visitor(
    visitor: TestClient, ann: NewPlayer
) -> None:
    for sent in ("x" * 43, ann.key, "", "a b", "%00", "x" * 5000):
        page = visitor.get("/", headers={"Cookie": f"{SESSION}={sent}", "Accept-Language": "en"})
        assert page.status_code == 200
        assert "Sign in</a>" in page.text


def test_two_participants_are_two_visitors(desk: Desk, link: str) -> None:
    bob = add_player(desk, "Bob").player.id
    with browser(desk) as one, browser(desk) as other:
        enter(one, link)
        enter(other, issue_link(desk, bob).token)
        assert "<bdi>Ann</bdi>" in one.get("/").text
        assert "<bdi>Bob</bdi>" in other.get("/").text
