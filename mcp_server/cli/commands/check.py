"""`arena check`: is this a hero, and what has to be written instead."""

from contextlib import suppress
from typing import Annotated

import typer

from arena.hero import LEVELS
from mcp_server.cli.contestants import CheckedFile, check_given
from mcp_server.cli.failures import DONE, REQUEST_AT_FAULT
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.pages.card import print_card
from mcp_server.cli.pages.findings import findings_data, print_findings
from mcp_server.cli.screen import ReaderLeftError, page, print_json
from mcp_server.words import Words

app = typer.Typer(add_completion=False)


@app.command("check", cls=ArenaCommand)
def check(
    ctx: typer.Context,
    heroes: Annotated[list[str], typer.Argument(metavar="HERO…", help="check.heroes")],
    level: Annotated[
        int | None,
        typer.Option(
            "--level", metavar="N", min=LEVELS[0].number, max=LEVELS[-1].number, help="check.level-option"
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Check each hero and tell everything; 1 if any of them has faults.

    JSON: `ok`, and `files`, a list of `file` (or id), `ok`, `name`, `level` (which it was checked against, or
    null), `needs_level` (the lowest level with the slots, or null), `faults` and `advice`: lists of `code`,
    `path`, `text`, `span`, `message`, `hint`.
    """
    words: Words = ctx.obj
    checked = [check_given(given, level) for given in heroes]
    fine = all(each.hero for each in checked)
    with suppress(ReaderLeftError, BrokenPipeError):  # whoever reads no further knows the exit code
        if as_json:
            print_json({"ok": fine, "files": [_data(each, words.locale) for each in checked]})
        else:
            _print(checked, words)
    return DONE if fine else REQUEST_AT_FAULT


def _print(checked: list[CheckedFile], words: Words) -> None:
    console = page()
    for number, each in enumerate(checked):
        if number:
            console.print()
        print_findings(console, each, words)
        if each.hero and each.level:
            print_card(console, each.hero, each.level, each.needs_level, words)
    if len(checked) > 1:
        console.print()
        console.print(
            words("check.summary", files=len(checked), faulty=sum(not each.hero for each in checked))
        )


def _data(checked: CheckedFile, locale: str) -> dict[str, object]:
    return {
        "file": checked.file,
        "ok": checked.hero is not None,
        "name": checked.hero.name if checked.hero else None,
        "level": checked.level,
        "needs_level": checked.needs_level,
        "faults": findings_data(checked.faults, checked.data, locale),
        "advice": findings_data(checked.advice, checked.data, locale),
    }
