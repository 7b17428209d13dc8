"""`arena render`: pictures, films and figures, as files."""

from collections.abc import Callable

from mcp_server.cli.commands.render import battle, hero
from mcp_server.cli.help_page import ArenaCommand, command_group

COMMANDS: dict[str, Callable[..., int]] = {"hero": hero.hero, "battle": battle.battle}

app = command_group()
for name, command in COMMANDS.items():
    app.command(name, cls=ArenaCommand)(command)
