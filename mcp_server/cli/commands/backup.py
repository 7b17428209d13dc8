"""`arena backup`: the whole league in one file, while it goes on."""

from pathlib import Path
from typing import Annotated

import typer

from arena.settings import load_settings
from arena.store import existing_store
from arena.store.backup import Backup, back_up
from mcp_server.cli.failures import DONE
from mcp_server.cli.files import printable_name
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.numbers import count
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.words import Words

app = typer.Typer(add_completion=False)


@app.command("backup", cls=ArenaCommand)
def backup(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="backup.file")],
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Take a backup and check it. JSON: `file`, `bytes`, `version` of the tables, and `rows` by table."""
    words: Words = ctx.obj
    store = existing_store(load_settings().database_url)
    try:
        made = back_up(store, Path(file))
    finally:
        store.close()
    if as_json:
        print_json(backup_data(made))
    else:
        print_text(page(), words("backup.made", **backup_words(made, words.locale)))
    return DONE


def backup_data(made: Backup) -> dict[str, object]:
    """A backup as JSON."""
    return {"file": str(made.file), "bytes": made.size, "version": made.version, "rows": dict(made.rows)}


def backup_words(made: Backup, locale: str) -> dict[str, object]:
    """What fills a text about a backup."""
    return {
        "file": printable_name(str(made.file)),
        "bytes": count(made.size, locale),
        "heroes": count(made.rows.get("hero", 0), locale),
        "battles": count(made.rows.get("battle", 0), locale),
    }
