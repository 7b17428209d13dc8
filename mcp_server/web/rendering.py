"""Pages out of templates."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from arena.desk.players.keys import KeyOwner
from arena.errors import Fault
from mcp_server.web.assets import asset_path
from mcp_server.words import Words

TEMPLATES = Path(__file__).parent / "templates"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    # Other sites are told nothing. With "no-referrer" a browser would send our own forms from the origin
    # "null", which is anybody's.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",  # a page names who is signed in
    "Vary": "Accept-Language, Cookie",
}
"""Of every page."""


@dataclass(frozen=True)
class Reader:
    """To whom a page is shown: who is signed in with the browser, in which language, in a league that people
    reach at `public_url`."""

    owner: KeyOwner | None
    locale: str
    public_url: str

    @property
    def words(self) -> Words:
        return Words(self.locale)

    @property
    def base(self) -> str:
        """What the paths of pages begin with, where a proxy has put the league under a path of its own."""
        return urlsplit(self.public_url).path.rstrip("/")


def rendered(template: str, reader: Reader, status: int = 200, **values: object) -> HTMLResponse:
    """The page of a template, in the reader's language."""
    shared = {"words": reader.words, "owner": reader.owner, "base": reader.base, "asset": asset_path}
    text = _environment().get_template(template).render(shared, **values)
    return HTMLResponse(text, status, headers={"Content-Language": reader.locale})


def refused(reader: Reader, fault: Fault, status: int) -> HTMLResponse:
    """The page that tells why something was not done."""
    return rendered("refused.html", reader, status, fault=told(fault, reader.locale))


def told(fault: Fault, locale: str) -> tuple[str, str]:
    """What is wrong and what to do."""
    return fault.message(locale), fault.hint(locale)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
