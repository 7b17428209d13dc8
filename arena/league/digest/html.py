"""A digest as HTML for e-mail: tables and inline styles, nothing loaded from elsewhere, light and dark."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from arena.league.digest.page import Code, Link, Name, Page


def html_page(page: Page) -> str:
    """The page as a document of its own, an e-mail."""
    return _templates().get_template("page.html.jinja").render(page=page)


def html_fragment(page: Page) -> str:
    """The page as a part of another, without styles."""
    return _templates().get_template("fragment.html.jinja").render(page=page)


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.tests["name"] = lambda part: isinstance(part, Name)
    environment.tests["link"] = lambda part: isinstance(part, Link)
    environment.tests["code"] = lambda part: isinstance(part, Code)
    return environment
