"""`arena restore`: a backup put in the league's place."""

from pathlib import Path
from typing import Annotated

import typer

from arena.desk.outbox.messages import count_unknown
from arena.settings import load_settings
from arena.store import schema
from arena.store.backup import restore as restore_backup
from mcp_server.cli.commands.backup import backup_data, backup_words
from mcp_server.cli.failures import DONE
from mcp_server.cli.files import about_file, read_file
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.league import league_desk
from mcp_server.cli.numbers import count
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.words import Words

app = typer.Typer(add_completion=False)


@app.command("restore", cls=ArenaCommand)
def restore(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="restore.file")],
    replace: Annotated[bool, typer.Option("--replace", help="restore.replace-option")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Check a backup and put it in the league's place. JSON: as `arena backup`, `is_old`: whether its
    tables must be upgraded, and `doubtful_messages`: how many that were waiting may have gone out since."""
    words: Words = ctx.obj
    with about_file(file):
        read_file(file, 1, "backup")  # what is wrong with it as a file
    settings = load_settings()
    restored = restore_backup(
        Path(file), settings.database_url, overwrite=replace, lock_timeout=settings.database_timeout
    )
    is_old = restored.version != schema.known_versions()[-1]
    doubtful = 0
    if not is_old:
        with league_desk() as desk:
            doubtful = count_unknown(desk)
    if as_json:
        print_json({**backup_data(restored), "is_old": is_old, "doubtful_messages": doubtful})
        return DONE
    console = page()
    print_text(console, words("restore.done", **backup_words(restored, words.locale)))
    if is_old:
        print_text(console, words("restore.old", version=restored.version))
    if doubtful:
        print_text(console, words("restore.doubtful", count=count(doubtful, words.locale)))
    return DONE
