"""The `arena` command. A command's module is imported when it is called, so that help answers at once.

Exit codes: 0 done, 1 the request is at fault, 2 wrong usage, 3 a fault of ours, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, Literal

import typer
from typer.exceptions import TyperException

from dsl.catalogue import MissingTextError
from mcp_server.cli.failures import (
    DONE,
    INTERRUPTED,
    OUR_FAULT,
    WrongUsageError,
    tell_our_fault,
    tell_request_at_fault,
    tell_wrong_usage,
)
from mcp_server.cli.help_page import PROGRAM, ArenaGroup
from mcp_server.cli.language import OPTION, Words, chosen, option_first
from mcp_server.cli.screen import ReaderLeftError, flush, ready_streams

COMMANDS = {name: f"mcp_server.cli.{name}" for name in ("demo", "check", "fight", "train", "rules", "bench")}
"""Each command's module, which has its `app`, in the order of the help."""


class LazyGroup(ArenaGroup):
    """The commands of `COMMANDS`, each imported when it is called."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # Typer's base is private
        """The names, without importing anything."""
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # likewise
        """The command, imported; None if there is none of that name."""
        module = COMMANDS.get(cmd_name)
        return typer.main.get_command(import_module(module).app) if module else None


app = typer.Typer(cls=LazyGroup, add_completion=False)


@app.callback(invoke_without_command=True)
def arena(
    ctx: typer.Context,
    lang: Annotated[
        Literal["ru", "en", "es"] | None, typer.Option(OPTION, metavar="ru|en|es", help="arena.lang")
    ] = None,
) -> None:
    """Without a command: the help. `chosen` has looked at `lang` before: texts are needed to parse."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run a command line, without the program's name; the exit code."""
    ready_streams()
    try:
        code = _run(arguments, Words(chosen(arguments, os.environ)))
    except MissingTextError as error:
        sys.stderr.write(f"{PROGRAM}: {error}\n")
        code = OUR_FAULT
    flush()
    return code


def _run(arguments: Sequence[str], words: Words) -> int:
    try:
        code = typer.main.get_command(app).main(
            option_first(arguments), prog_name=PROGRAM, standalone_mode=False, obj=words
        )
    except (TyperException, WrongUsageError) as error:
        return tell_wrong_usage(error, words)
    except (ReaderLeftError, SystemExit):
        return (
            DONE  # outside standalone mode Typer exits for one thing only: a help page whose reader has left
        )
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _tell(error, words)
    return code or DONE


def _tell(error: Exception, words: Words) -> int:
    from arena.errors import ArenaError

    if isinstance(error, ArenaError):
        return tell_request_at_fault(error, words)
    return tell_our_fault(error, words)


def main() -> None:
    """The program: runs this process's command line and ends it with the exit code."""
    sys.exit(run(sys.argv[1:]))
