"""`arena heroes`: an organiser's view of the league's heroes, and hiding an offensive one."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from arena.desk.heroes.hiding import KnownHero, hide_hero, known_heroes, show_hero
from arena.desk.pages import DEFAULT_ROWS, MOST_ROWS
from arena.league.calendar import Calendar
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand, command_group
from mcp_server.cli.league import league_desk
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.screen import page, page_width, print_json, print_text
from mcp_server.ratings import whole_rating
from mcp_server.words import Words

app = command_group()

HeroName = Annotated[str, typer.Argument(metavar="NAME", help="heroes.hero")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.command("hide", cls=ArenaCommand)
def hide(
    ctx: typer.Context,
    hero: HeroName,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="heroes.reason-option")],
    as_json: AsJson = False,
) -> int:
    """Hide a hero's name, motto and look, and tell its owner why. JSON: the hero, as `list` has it."""
    words: Words = ctx.obj
    with league_desk() as desk:
        known = hide_hero(desk, hero, reason, words.locale)
    return _tell("heroes.hidden", known, words, as_json)


@app.command("show", cls=ArenaCommand)
def show(ctx: typer.Context, hero: HeroName, as_json: AsJson = False) -> int:
    """Show a hidden hero again. JSON: the hero, as `list` has it."""
    words: Words = ctx.obj
    with league_desk() as desk:
        known = show_hero(desk, hero, words.locale)
    return _tell("heroes.shown", known, words, as_json)


@app.command("list", cls=ArenaCommand)
def list_(
    ctx: typer.Context,
    only_hidden: Annotated[bool, typer.Option("--hidden", help="heroes.hidden-option")] = False,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=MOST_ROWS, help="heroes.limit-option")
    ] = DEFAULT_ROWS,
    cursor: Annotated[
        str | None, typer.Option("--cursor", metavar="CURSOR", help="heroes.cursor-option")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """List heroes, the oldest first.

    JSON: `heroes`, a list of `hero_id`, `name`, `owner`, `rating` (in 1/100), `active`, `hidden_at`,
    `hidden_reason` and `hidden_by` (`name` and `id`, null for a command on the league's machine), these three
    null unless it is hidden; and `next_cursor`, null on the last page.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        found = known_heroes(desk, words.locale, limit, cursor, only_hidden=only_hidden)
        calendar = desk.calendar
    if as_json:
        print_json({"heroes": [_data(each) for each in found.rows], "next_cursor": found.next_cursor})
        return DONE
    console = page()
    if not found.rows:
        print_text(console, words("heroes.none-hidden") if only_hidden else words("heroes.none"))
        return DONE
    console.print(_table(found.rows, calendar, words), width=page_width(console))
    if found.next_cursor:
        print_text(console, words("heroes.more", cursor=found.next_cursor))
    return DONE


def _tell(key: str, hero: KnownHero, words: Words, as_json: bool) -> int:
    """What was done with a hero."""
    if as_json:
        print_json(_data(hero))
    else:
        print_text(page(), words(key, name=hero.name, id=hero.hero_id, owner=hero.owner))
    return DONE


def _table(rows: tuple[KnownHero, ...], calendar: Calendar, words: Words) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    table.add_column(words("heroes.head-id"), justify="right")
    for key in ("name", "owner"):
        table.add_column(words(f"heroes.head-{key}"))
    table.add_column(words("heroes.head-rating"), justify="right", no_wrap=True)
    table.add_column(words("heroes.head-state"))
    for each in rows:
        rating = whole_rating(each.rating, words.locale)
        table.add_row(f"#{each.hero_id}", each.name, each.owner, rating, _state(each, calendar, words))
    return table


def _state(hero: KnownHero, calendar: Calendar, words: Words) -> str:
    told = words("heroes.active") if hero.active else words("heroes.withdrawn")
    if hero.hidden_at is None:
        return told
    since, by = local_minute(hero.hidden_at, calendar), hero.hidden_by
    if by is None:
        return f"{told}; {words('heroes.hidden-since', since=since, reason=hero.hidden_reason)}"
    return f"{told}; {words('heroes.hidden-by', since=since, by=by.name, reason=hero.hidden_reason)}"


def _data(hero: KnownHero) -> dict[str, object]:
    return {**asdict(hero), "hidden_at": instant(hero.hidden_at)}
