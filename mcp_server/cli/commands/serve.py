"""`arena serve`: the league over HTTP."""

import ipaddress
from functools import partial
from typing import Annotated

import typer

from arena.settings import Settings, host_and_port, load_settings
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
        public_url=settings.public_url if _is_public(settings) else None,
        scheduler=not no_scheduler,
        tools=league_tools(),
        works=work_due_apart,
        trusted_proxies=settings.trusted_proxies,
        metrics_address=None if address is None else host_and_port(address),
        metrics_token=settings.metrics_token,
    )
    with league_desk() as desk:
        serve(desk, options, partial(_tell, words, settings, host))
    return DONE


def _tell(words: Words, settings: Settings, host: str, address: str) -> None:
    console = page()
    public = settings.public_url if _is_public(settings) else address
    print_text(console, words("serve.at", address=public, mcp=f"{public.rstrip('/')}/mcp"))
    print_text(console, words("serve.keys"))
    if not _is_public(settings) and not _is_loopback(host):
        print_text(console, words("serve.only-here"))
    console.file.flush()


def _is_public(settings: Settings) -> bool:
    """Whether somebody has said how people reach the league."""
    return "public_url" in settings.model_fields_set


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
