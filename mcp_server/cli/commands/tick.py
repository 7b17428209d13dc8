"""`arena tick`: everything that is due, for cron."""

from typing import Annotated

import typer

from mcp_server.cli.failures import DONE, OUR_FAULT
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.league import league_desk, league_tools
from mcp_server.cli.pages.runs_page import shown_progress
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.program_name import program_name
from mcp_server.words import Words

app = typer.Typer(add_completion=False)


@app.command("tick", cls=ArenaCommand)
def tick_command(
    ctx: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False
) -> int:
    """Do what is due. Says nothing where nothing was, so that cron sends no mail.

    JSON: `done` and `failed`, how many runs have ended well and how many attempts have not. Exit code 3 if an
    attempt has failed.
    """
    from scheduler.tick import tick

    words: Words = ctx.obj
    with league_desk() as desk, shown_progress(words) as told:
        ticked = tick(desk, league_tools(told))
    if as_json:
        print_json({"done": ticked.done, "failed": ticked.failed})
        return OUR_FAULT if ticked.failed else DONE
    if ticked.done:
        print_text(page(), words("tick.done", done=ticked.done))
    if ticked.failed:
        print_text(page(), words("tick.failed", failed=ticked.failed, command=f"{program_name()} runs list"))
    return OUR_FAULT if ticked.failed else DONE
