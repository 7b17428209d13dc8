"""A request for a page, as far as pages need to know it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from starlette.requests import Request

from arena.desk.players.keys import KeyOwner
from arena.desk.players.sessions import session_owner
from mcp_server.caller import Site
from mcp_server.http.problems import language_of
from mcp_server.http.rate import Rates, TooManyRequests
from mcp_server.web.cookies import SESSION
from mcp_server.web.origins import has_private_cookies
from mcp_server.web.rendering import Reader

MOST_FIELDS = 20


@dataclass(frozen=True)
class Visit(Reader):
    """A reader who asks for a page of a site, and what was filled in.

    `session` is the token of the browser's session, or what it sent in its place; `has_private_cookies`:
    whether the browser would keep one; `failed` counts an attempt to sign in, and tells of one too many.
    """

    site: Site
    has_private_cookies: bool
    failed: Callable[[], TooManyRequests | None] = field(repr=False)
    session: str = field(repr=False)
    form: Mapping[str, str] = field(repr=False)


def owner_of(site: Site, request: Request) -> KeyOwner | None:
    """Who is signed in with the browser of a request. Raises what `session_owner` raises."""
    return session_owner(site.desk, request.cookies.get(SESSION, ""))


def visit_of(site: Site, request: Request, body: bytes, rates: Rates | None) -> Visit:
    """The visit that a request is. A participant reads in the language of the account, others in the one
    that they ask for. Raises what `session_owner` raises."""
    owner = owner_of(site, request)
    return Visit(
        owner,
        owner.lang if owner else language_of(request),
        site.public_url,
        site,
        has_private_cookies(request.headers, site.public_url),
        lambda: None if rates is None else rates.of_failure(request.client and request.client.host),
        request.cookies.get(SESSION, ""),
        _fields(body),
    )


def _fields(body: bytes) -> dict[str, str]:
    """What a form holds, of each field the last; nothing if it is no form."""
    try:
        found = parse_qs(body.decode(), max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    return {name: values[-1] for name, values in found.items()}
