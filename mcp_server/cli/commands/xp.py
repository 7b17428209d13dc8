"""`arena xp`: experience from outside, library points from a file or one by one, and corrections."""

from typing import Annotated

import typer

from arena.desk.experience.ledger import MOST_CORRECTED, Added, add_library_points, correct_experience
from arena.desk.experience.library import LibraryImport, import_library
from arena.desk.experience.library_file import LONGEST_FILE, MOST_POINTS
from arena.desk.players.finding import find_player
from arena.league.settings import league
from mcp_server.cli.days import day_given
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.files import about_file, read_file
from mcp_server.cli.help_page import ArenaCommand, command_group
from mcp_server.cli.league import league_desk
from mcp_server.cli.numbers import count
from mcp_server.cli.pages.findings import findings_data
from mcp_server.cli.screen import page, page_width, print_json, print_text
from mcp_server.words import Words

MOST_SHOWN = 100
"""Lines left out that people are shown."""

app = command_group()

AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.command("import", cls=ArenaCommand)
def import_(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE.csv", help="xp.file")],
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="xp.skip-bad-option")] = False,
    as_json: AsJson = False,
) -> int:
    """Import library points from a file: all of it, or with `--skip-bad` its good lines.

    JSON: `imported`, a list of `line`, `player_id`, `player`, `points`, `xp`, `lapsed` (above
    the week's most); `skipped`, a list of faults as `arena check --json` has them, with the line as `path`.
    """
    words: Words = ctx.obj
    with about_file(file):
        content = read_file(file, LONGEST_FILE, "table")
    with league_desk() as desk, about_file(file):
        done = import_library(desk, content, skip_bad)
    if as_json:
        rows = [
            {"line": row.line, "player_id": row.player_id, "player": row.player, "points": row.points}
            | {"xp": row.xp, "lapsed": row.lapsed}
            for row in done.rows
        ]
        print_json({"imported": rows, "skipped": findings_data(done.faults, None, words.locale)})
    else:
        _print(done, words)
    return DONE


@app.command("add", cls=ArenaCommand)
def add(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="players.name")],
    key: Annotated[str, typer.Option("--key", metavar="KEY", help="xp.key-option")],
    points: Annotated[
        int | None, typer.Argument(metavar="POINTS", min=0, max=MOST_POINTS, help="xp.points")
    ] = None,
    correction: Annotated[
        int | None,
        typer.Option(
            "--correction", metavar="XP", min=-MOST_CORRECTED, max=MOST_CORRECTED, help="xp.correction-option"
        ),
    ] = None,
    day: Annotated[str | None, typer.Option("--day", metavar="YYYY-MM-DD", help="xp.day-option")] = None,
    as_json: AsJson = False,
) -> int:
    """Add library points, or correct the experience by a number.

    JSON: `id`, `xp` (what was added), `lapsed` (above the week's most), `total`, `level`.
    """
    words: Words = ctx.obj
    if (points is None) == (correction is None):
        raise WrongUsageError("xp-add.what", ctx.command_path)
    given = None if day is None else day_given(day, ctx.command_path, "--day")
    with league_desk() as desk:
        player_id = find_player(desk, name)
        if correction is not None:
            added = correct_experience(desk, player_id, correction, key, given)
        else:
            added = add_library_points(desk, player_id, points or 0, key, given)
    if as_json:
        told = {"id": player_id, "xp": added.xp, "lapsed": added.lapsed}
        print_json({**told, "total": added.total, "level": added.level})
    else:
        print_text(page(), _told(added, words))
        _print_lapsed(added.lapsed, words)
    return DONE


def _told(added: Added, words: Words) -> str:
    key = "xp.added-level" if added.level > added.level_before else "xp.added"
    change, total = f"{added.xp:+d}", count(added.total, words.locale)
    return words(key, change=change, total=total, level=added.level)


def _print_lapsed(lapsed: int, words: Words) -> None:
    if lapsed:
        most = league().experience.library_week
        print_text(page(), words("xp.lapsed", lapsed=count(lapsed, words.locale), most=most))


def _print(done: LibraryImport, words: Words) -> None:
    console = page()
    xp_given = count(sum(row.xp for row in done.rows), words.locale)
    print_text(console, words("xp.imported", lines=count(len(done.rows), words.locale), xp=xp_given))
    _print_lapsed(sum(row.lapsed for row in done.rows), words)
    if done.faults:
        console.print()
        print_text(console, words("xp.skipped", faults=count(len(done.faults), words.locale)))
        for fault in done.faults[:MOST_SHOWN]:
            console.print(fault.text(words.locale), width=page_width(console))
        if len(done.faults) > MOST_SHOWN:
            print_text(console, words("xp.more", faults=count(len(done.faults) - MOST_SHOWN, words.locale)))
