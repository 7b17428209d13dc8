"""`arena doctor`: whether the league can be left alone, and what mends what is wrong."""

from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from arena.errors import ArenaError
from arena.settings import load_settings
from mcp_server.cli.failures import DONE, REQUEST_AT_FAULT
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import Words
from mcp_server.cli.screen import page, page_width, print_json
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
    console = page()
    names = {level: words(f"doctor.{level}") for level in Level}
    width = max(map(len, names.values()))
    for each in found:
        name = names[each.level].ljust(width)
        line = Text.assemble((name, STYLES[each.level]), "  ", each.text(words.locale))
        console.print(line, soft_wrap=True)
        mend = each.mend(words.locale)
        if mend is not None:
            console.print(Padding(f"→ {mend}", (0, 0, 0, width + 2)), width=page_width(console))


def _data(finding: Finding, locale: str) -> dict[str, object]:
    return {
        "subject": finding.subject,
        "level": finding.level.value,
        "code": finding.code,
        "text": finding.text(locale),
        "mend": finding.mend(locale),
    }
