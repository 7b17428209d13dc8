"""`arena doctor`: whether the league can be left alone, and what mends what is wrong."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from arena.errors import ArenaError
from arena.settings import load_settings
from mcp_server.cli.failures import DONE, REQUEST_AT_FAULT
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.screen import page, page_width, print_json
from mcp_server.words import Words
from scheduler.health import Finding, Level, examine
from scheduler.health.finding import refused

STYLES = {Level.OK: "good", Level.WARNING: "advice", Level.FAULT: "fault"}

app = typer.Typer(add_completion=False)


@app.command("doctor", cls=ArenaCommand)
def doctor(
    ctx: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False
) -> int:
    """Examine the league; 1 if something must be mended.

    JSON: `ok`, and `findings`, a list of `subject`, `level` ("ok", "warning", "fault"), `code` (null if
    nothing is wrong), `text` and `mend` (null likewise).
    """
    words: Words = ctx.obj
    try:
        found = examine(load_settings())
    except ArenaError as error:  # the settings themselves
        found = refused("configuration", error)
    is_fine = all(each.level is not Level.FAULT for each in found)
    if as_json:
        print_json({"ok": is_fine, "findings": [_data(each, words.locale) for each in found]})
    else:
        _print(found, words)
    return DONE if is_fine else REQUEST_AT_FAULT


def _print(found: list[Finding], words: Words) -> None:
    """A line a finding, and below it what mends it. On a terminal all of it stands beside the levels."""
    console = page()
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for each in found:
        mend = each.mend(words.locale)
        told = [each.text(words.locale), *([] if mend is None else [f"→ {mend}"])]
        table.add_row(Text(words(f"doctor.{each.level}"), STYLES[each.level]), Text("\n".join(told)))
    console.print(table, width=page_width(console))


def _data(finding: Finding, locale: str) -> dict[str, object]:
    return {
        "subject": finding.subject,
        "level": finding.level.value,
        "code": finding.code,
        "text": finding.text(locale),
        "mend": finding.mend(locale),
    }
