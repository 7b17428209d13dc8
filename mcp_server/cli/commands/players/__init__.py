"""`arena players`: participants, their keys and their sign-in links, in an organiser's hands."""

from collections.abc import Callable

from mcp_server.cli.commands.players import keys, people, signing_in
from mcp_server.cli.help_page import ArenaCommand, command_group

COMMANDS: dict[str, Callable[..., int]] = {
    "add": people.add,
    "change": people.change,
    "list": people.list_,
    "link": signing_in.link,
    "sign-out": signing_in.sign_out,
    "revoke": keys.revoke,
    "rotate": keys.rotate,
    "forget": people.forget,
}

app = command_group()
for name, command in COMMANDS.items():
    app.command(name, cls=ArenaCommand)(command)
