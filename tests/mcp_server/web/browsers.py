"""Browsers for tests: what they send along with a form, and where they ask."""

from functools import partial

from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.desk.players.keys import KeyOwner
from mcp_server.app import make_app
from mcp_server.caller import Site
from mcp_server.http.identity import KeyVerifier
from mcp_server.pictures.studio import Studio
from mcp_server.server import make_server
from mcp_server.web.pages import page_routes
from mcp_server.web.visits import owner_of

PUBLIC = "https://arena.example.org"
SESSION = "__Host-arena_session"


def browser(
    desk: Desk, public_url: str = PUBLIC, asked_at: str | None = None, studio: Studio | None = None
) -> TestClient:
    """A browser before a site that people reach at `public_url`; it asks there, or at another address."""
    site = Site(desk, public_url, nobody, studio=studio or Studio())
    app = make_app(
        make_server(site),
        public_url,
        page_routes(site),
        verifier=KeyVerifier(desk),
        signed_in=partial(owner_of, site),
    )
    return TestClient(app, base_url=asked_at or public_url, follow_redirects=False)


def nobody() -> KeyOwner:
    raise AssertionError("a page asked whose key it was given")


def from_page(origin: str = PUBLIC, site: str | None = "same-origin") -> dict[str, str]:
    """The headers of a form that a page of this origin sends."""
    return {"Origin": origin} | ({} if site is None else {"Sec-Fetch-Site": site})


def enter(client: TestClient, code: str, **headers: str):
    """Send the sign-in form."""
    return client.post("/sign-in", data={"code": code}, headers=headers or from_page())
