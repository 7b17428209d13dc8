"""The `arena` command. A command's module is imported when it is called, so that help answers at once.

It exits with 0 if all went well, 1 for a faulty request or an output that cannot be written, 2 for a command
line that makes no sense, 3 when the arena broke, 130 when it was interrupted, 143 when it was terminated.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import takewhile
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from dsl.catalogue import LOCALES, MissingTextError
from mcp_server.cli.failures import (
    DONE,
    NO_MORE_IS_TAKEN,
    OUR_FAULT,
    Caller,
    WrongUsageError,
    tell_our_fault,
    tell_request_at_fault,
    tell_unwritten,
    tell_wrong_usage,
)
from mcp_server.cli.help_page import ArenaGroup, Sections
from mcp_server.cli.language import OPTION, arranged, chosen
from mcp_server.cli.main import INTERRUPTED
from mcp_server.cli.screen import ReaderLeftError, drop_unwritten, ready_streams
from mcp_server.program_name import PROGRAM
from mcp_server.words import Words

JSON = "--json"
SECTIONS = (
    ("help.to-play", ("demo", "check", "fight", "train", "render", "rules", "digest", "mcp")),
    (
        "help.to-organise",
        (
            "serve",
            "run",
            "tick",
            "runs",
            "verify",
            "players",
            "xp",
            "heroes",
            "outbox",
            "config",
            "doctor",
            "db",
            "backup",
            "restore",
            "bench",
        ),
    ),
)
"""The commands in the order of the help, under the keys of its titles."""
COMMANDS = {name: f"mcp_server.cli.commands.{name}" for _, names in SECTIONS for name in names}
"""Each command's module, which has its `app`."""


class LazyGroup(ArenaGroup):
    """The commands of `COMMANDS`, each imported when it is called."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # Typer's base is private
        """The names, without importing anything."""
        return list(COMMANDS)

    def sections(self, ctx: typer.Context) -> Sections:
        """Those of players, then those of organisers."""
        return SECTIONS

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # likewise
        """The command, imported; None if there is none of that name."""
        module = COMMANDS.get(cmd_name)
        return typer.main.get_command(import_module(module).app) if module else None


app = typer.Typer(
    cls=LazyGroup, add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}
)


@app.callback(invoke_without_command=True)
def arena(
    ctx: typer.Context,
    lang: Annotated[str | None, typer.Option(OPTION, metavar="|".join(LOCALES), help="arena.lang")] = None,
    version: Annotated[bool, typer.Option("--version", help="arena.version")] = False,
) -> None:
    """Without a command: the help. `chosen` has looked at `lang` before: texts are needed to parse."""
    if lang is not None and lang not in LOCALES:
        raise WrongUsageError("usage.bad-choice", ctx.command_path, name=OPTION, choices=", ".join(LOCALES))
    if version:
        typer.echo(f"{PROGRAM} {_installed_version()}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def _installed_version() -> str:
    from importlib.metadata import version

    return version("hero-arena")


def run(arguments: Sequence[str]) -> int:
    """Run a command line, without the program's name; the exit code."""
    ready_streams()
    try:
        words = Words(chosen(arguments, os.environ))
        wants_json = JSON in takewhile(lambda argument: argument != "--", arguments)
        code = _run(arguments, Caller(words, wants_json))
    except MissingTextError as error:
        with suppress(OSError):
            sys.stderr.write(f"{PROGRAM}: {error}\n")
        code = OUR_FAULT
    drop_unwritten()
    return code


def _run(arguments: Sequence[str], caller: Caller) -> int:
    try:
        given = typer.main.get_command(app).main(
            arranged(arguments), prog_name=PROGRAM, standalone_mode=False, obj=caller.words
        )
        code = given or DONE
        with suppress(BrokenPipeError):
            sys.stdout.flush()
    except (TyperException, WrongUsageError) as error:
        return tell_wrong_usage(error, caller)
    except (ReaderLeftError, BrokenPipeError, SystemExit):
        # Outside standalone mode Typer exits for one thing only: a help page whose reader has left.
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _tell(error, caller)
    return int(code)


def _tell(error: Exception, caller: Caller) -> int:
    from arena.errors import ArenaError

    if isinstance(error, ArenaError):
        return tell_request_at_fault(error, caller)
    if isinstance(error, OSError) and error.errno in NO_MORE_IS_TAKEN:
        return tell_unwritten(error, caller)
    return tell_our_fault(error, caller)
