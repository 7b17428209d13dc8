"""Pages out of templates."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from arena.errors import Fault
from mcp_server.web.assets import asset_path
from mcp_server.web.visits import Visit

TEMPLATES = Path(__file__).parent / "templates"


def rendered(template: str, visit: Visit, status: int = 200, **values: object) -> HTMLResponse:
    """The page of a template, in the language of the visit."""
    shared = {"words": visit.words, "owner": visit.owner, "base": visit.base}
    text = filled(template, **shared, **values)
    return HTMLResponse(text, status, headers={"Content-Language": visit.locale})


def filled(template: str, **values: object) -> str:
    """The text of a template, which takes its `words`, the `owner` of the session and the `base` of paths."""
    return _environment().get_template(template).render(values, asset=asset_path)


def refused(visit: Visit, fault: Fault, status: int) -> HTMLResponse:
    """The page that tells why something was not done."""
    return rendered("refused.html", visit, status, fault=told(fault, visit))


def told(fault: Fault, visit: Visit) -> tuple[str, str]:
    """What is wrong and what to do, in the language of the visit."""
    return fault.message(visit.locale), fault.hint(visit.locale)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
