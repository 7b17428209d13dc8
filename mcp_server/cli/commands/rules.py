"""`arena rules`: the whole game on one page."""

from typing import Annotated

import typer
from rich.markdown import Markdown

from arena.hero import hero_schema
from arena.league.calendar import Calendar
from arena.rulesets import CURRENT_ID, load_ruleset
from arena.settings import load_settings
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.screen import page, page_width, print_json
from mcp_server.rulebook import Book, rulebook, rulebook_data
from mcp_server.words import Words

app = typer.Typer(add_completion=False)


@app.command("rules", cls=ArenaCommand)
def rules(
    ctx: typer.Context,
    ruleset: Annotated[
        str, typer.Option("--ruleset", metavar="ID", help="rules.ruleset-option")
    ] = CURRENT_ID,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Show the rules: laid out on a terminal, Markdown elsewhere.

    JSON: `ruleset`, `previous`, `schema` (of a hero), `stats`, `numbers`, `actions`, `language`, `levels`,
    `dummies`, `changes` (against `previous`), `league` (ratings in 1/100).
    """
    words: Words = ctx.obj
    book = Book(load_ruleset(ruleset), words, Calendar.of(load_settings().tz).zone.key)
    console = page()
    if as_json:
        print_json({**rulebook_data(book), "schema": hero_schema()})
    elif console.is_terminal:
        console.print(Markdown(rulebook(book)), width=page_width(console))
    else:
        console.print(rulebook(book).rstrip("\n"), soft_wrap=True)
    return DONE
