"""What a browser is shown where there is no page, or none now."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse

from arena.errors import Fault
from mcp_server.web.pages import HEADERS
from mcp_server.web.rendering import filled
from mcp_server.words import Words

PAGE = "text/html"


def wants_page(request: Request) -> bool:
    """Whether this is a person's browser: programs do not ask for pages."""
    accepted = request.headers.get("accept", "").split(",")
    return any(each.partition(";")[0].strip().lower() == PAGE for each in accepted)


def refusal_page(
    fault: Fault, status: int, locale: str, public_url: str, headers: Mapping[str, str]
) -> HTMLResponse:
    """The page that tells why there is nothing, and where to go. It asks the league nothing, which may be
    what is wrong: who is signed in it does not say."""
    told = (fault.message(locale), fault.hint(locale))
    base = urlsplit(public_url).path.rstrip("/")
    text = filled("refused.html", words=Words(locale), owner=None, base=base, fault=told)
    return HTMLResponse(text, status, headers={**HEADERS, "Content-Language": locale, **headers})
