"""`arena serve`: the league over HTTP."""

from functools import partial
from typing import Annotated

import typer

from arena.desk.desk import Desk
from arena.desk.players.open_keys import any_opens
from arena.settings import Settings, host_and_port, load_settings, usable_metrics_token
from mcp_server.addresses import endpoint, is_loopback
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.league import league_desk, league_tools
from mcp_server.cli.screen import page, print_text
from mcp_server.serving import HOST, PORT, Options, serve
from mcp_server.words import Words
from scheduler.apart import work_due_apart

app = typer.Typer(add_completion=False)


@app.command("serve", cls=ArenaCommand)
def serve_command(
    ctx: typer.Context,
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="serve.host")] = HOST,
    port: Annotated[int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="serve.port")] = PORT,
    no_scheduler: Annotated[bool, typer.Option("--no-scheduler", help="serve.no-scheduler")] = False,
) -> int:
    """Serve until a signal asks to stop."""
    words: Words = ctx.obj
    settings = load_settings()
    address = settings.metrics_address
    options = Options(
        host=host,
        port=port,
        public_url=settings.public_url if settings.is_public else None,
        scheduler=not no_scheduler,
        tools=league_tools(),
        works=work_due_apart,
        trusted_proxies=settings.trusted_proxies,
        metrics_address=None if address is None else host_and_port(address),
        metrics_token=usable_metrics_token(settings),
        films_dir=settings.films_dir,
    )
    with league_desk(of_many=True) as desk:
        serve(desk, options, partial(_tell, desk, words, settings, host))
    return DONE


def _tell(desk: Desk, words: Words, settings: Settings, host: str, address: str) -> None:
    console = page()
    public = settings.public_url if settings.is_public else address
    print_text(console, words("serve.at", address=public, mcp=endpoint(public)))
    if not any_opens(desk):
        print_text(console, words("serve.keys"))
    if not settings.is_public and not is_loopback(host):
        print_text(console, words("serve.only-here"))
    console.file.flush()
