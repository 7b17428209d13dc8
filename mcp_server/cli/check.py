"""`arena check`: is this a hero, and what has to be written instead."""

from typing import Annotated

import typer

from arena.hero import slots
from mcp_server.cli.card import print_card
from mcp_server.cli.failures import DONE, REQUEST_AT_FAULT
from mcp_server.cli.findings import findings_data, print_findings
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.heroes import CheckedFile, check_file
from mcp_server.cli.language import Words
from mcp_server.cli.screen import page, print_json

app = typer.Typer(add_completion=False)


@app.command("check", cls=ArenaCommand)
def check(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="check.files")],
    level: Annotated[int, typer.Option("--level", metavar="N", help="check.level-option")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Check each file and tell everything; 1 if any of them has faults.

    JSON: `ok`, `level`, and `files`, a list of `file`, `ok`, `name`, `needs_level` (the lowest level with the
    slots, or null), `faults` and `advice`: lists of `code`, `path`, `text`, `span`, `message`, `hint`.
    """
    words: Words = ctx.obj
    slots(level)
    checked = [check_file(file, level) for file in files]
    fine = all(each.hero for each in checked)
    if as_json:
        print_json({"ok": fine, "level": level, "files": [_data(each, words.locale) for each in checked]})
    else:
        _print(checked, level, words)
    return DONE if fine else REQUEST_AT_FAULT


def _print(checked: list[CheckedFile], level: int, words: Words) -> None:
    console = page()
    for number, each in enumerate(checked):
        if number:
            console.print()
        print_findings(console, each, words)
        if each.hero:
            print_card(console, each.hero, level, each.needs_level, words)
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
        "needs_level": checked.needs_level,
        "faults": findings_data(checked.faults, checked.data, locale),
        "advice": findings_data(checked.advice, checked.data, locale),
    }
