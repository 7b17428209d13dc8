"""`arena mcp`: MCP over stdin and stdout, with another arena or one's own."""

import os
import sys
from functools import partial
from typing import TYPE_CHECKING

import typer

from dsl.catalogue import LOCALES
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.screen import print_text, stderr_page
from mcp_server.stdio.process import serve_and_exit
from mcp_server.words import Words

if TYPE_CHECKING:
    from mcp_server.stdio.remote import Remote

app = typer.Typer(add_completion=False)


@app.command("mcp", cls=ArenaCommand)
def mcp(ctx: typer.Context) -> None:
    """Serve until the input ends."""
    from mcp_server.library_logs import take_library_logs
    from mcp_server.stdio.remote import remote_of

    words: Words = ctx.obj
    take_library_logs()
    remote = remote_of(os.environ)
    if remote is None:
        _serve_local(words)
    else:
        _serve_bridge(remote, words)


def _serve_bridge(remote: "Remote", words: Words) -> None:
    import anyio

    from mcp_server.stdio.bridge import serve_bridge

    _tell_people(words)
    serve_and_exit(partial(anyio.run, serve_bridge, remote, words))


def _serve_local(words: Words) -> None:
    from arena.desk.local_arena import settle
    from arena.settings import load_settings
    from mcp_server.cli.league import league_desk, league_tools
    from mcp_server.stdio.local import serve_local

    with league_desk(local=True) as desk:
        names = {locale: Words(locale)("local.player") for locale in LOCALES}
        player = settle(desk, names, words.locale)
        _tell_people(words)
        serve_and_exit(partial(serve_local, desk, player, league_tools(), load_settings().films_dir))


def _tell_people(words: Words) -> None:
    """Somebody who types the command sees nothing else happen."""
    if sys.stdin.isatty():
        print_text(stderr_page(), words("mcp.for-programs"))
