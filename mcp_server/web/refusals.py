"""What a browser is shown where there is no page, or none now."""

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse

from arena.desk.players.keys import KeyOwner
from arena.errors import Fault
from mcp_server.http.problems import language_of
from mcp_server.web.rendering import HEADERS, Reader, refused

PAGE = "text/html"

SignedIn = Callable[[Request], KeyOwner | None]
"""Tells who is signed in with a browser; it waits for the database, and raises what that does."""


def wants_page(request: Request) -> bool:
    """Whether this is a person's browser: programs do not ask for pages."""
    accepted = request.headers.get("accept", "").split(",")
    return any(each.partition(";")[0].strip().lower() == PAGE for each in accepted)


def nobody(request: Request) -> None:
    """Where the league is not asked who is signed in."""


def refusal_page(
    request: Request,
    fault: Fault,
    status: int,
    public_url: str,
    headers: Mapping[str, str],
    signed_in: SignedIn,
) -> HTMLResponse:
    """The page that tells why there is nothing, and where to go, in the language of who is signed in."""
    try:
        owner = signed_in(request)
    except Exception:  # it may be just what is wrong
        owner = None
    page = refused(Reader(owner, owner.lang if owner else language_of(request), public_url), fault, status)
    page.headers.update({**HEADERS, **headers})
    return page
