"""`arena bench`: measurements."""

import typer

from mcp_server.cli.benches.battle import battle
from mcp_server.cli.benches.league import daily, swiss
from mcp_server.cli.benches.mcp import mcp
from mcp_server.cli.benches.render import RenderCommand, render
from mcp_server.cli.benches.season import season
from mcp_server.cli.help_page import ArenaCommand, ArenaGroup

app = typer.Typer(cls=ArenaGroup, add_completion=False)


@app.callback(invoke_without_command=True)
def bench(ctx: typer.Context) -> None:
    """Without a subject: the help."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


for measurement in (battle, daily, swiss, season):
    app.command(measurement.__name__, cls=ArenaCommand)(measurement)
app.command("render", cls=RenderCommand)(render)
app.command("mcp", cls=ArenaCommand)(mcp)
