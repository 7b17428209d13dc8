"""`--help` in the reader's language: usage, what the command does, arguments, options, examples.

In the source, helps are keys of the catalogue: a command `arena bench battle` has the texts
`bench-battle.help` (what it does) and `bench-battle.examples` (lines to type).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer import Context, Typer, echo
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from mcp_server.cli.failures import WrongUsageError
from mcp_server.cli.screen import Page, page, page_width, trimmed
from mcp_server.program_name import PROGRAM
from mcp_server.words import Words

Rows = list[tuple[str, str]]
Sections = Sequence[tuple[str, Sequence[str]]]
"""Names of commands in parts, each with the key of its title."""


class ArenaCommand(TyperCommand):
    """A command whose help is in the reader's language."""

    fillings: ClassVar[Mapping[str, float | str]] = {}
    """What the texts of its help are filled with."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]  # likewise
        """Typer's, whose errors then know the command: its parser leaves that out of some."""
        try:
            return super().parse_args(ctx, args)
        except TyperException as error:
            if getattr(error, "ctx", None) is None:
                error.ctx = ctx  # type: ignore[attr-defined]  # only its base is public
            raise

    def get_help(self, ctx: Context) -> str:  # type: ignore[override]  # Typer's own base has a private name
        """The help as text, with colours if the page has them."""
        return _rendered(ctx)


class ArenaGroup(TyperGroup):
    """Commands under one name; their one-line helps are told without loading any of them."""

    def get_help(self, ctx: Context) -> str:  # type: ignore[override]  # Typer's own base has a private name
        """The help as text, with tables of the commands."""
        words: Words = ctx.obj
        width = max(map(len, self.list_commands(ctx)))

        def row(name: str) -> tuple[str, str]:
            return name, words(f"{key(f'{ctx.command_path} {name}')}.short")

        return _rendered(
            ctx, *((title, _rows(map(row, names), width)) for title, names in self.sections(ctx))
        )

    def sections(self, ctx: Context) -> Sections:
        """The commands in parts, each under the text of a key."""
        return [("help.commands", self.list_commands(ctx))]

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:  # type: ignore[override]  # likewise
        """The command that `args` begin with. Raises `WrongUsageError` for one that does not exist."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            from arena.excerpt import printable

            command = printable(args[0])
            raise WrongUsageError(
                "usage.unknown-command", ctx.command_path, command=command, known=", ".join(known)
            )
        return super().resolve_command(ctx, args)


def command_group() -> Typer:
    """A command that has commands of its own; called without one it shows its help."""
    app = Typer(cls=ArenaGroup, add_completion=False)

    @app.callback(invoke_without_command=True)
    def tell(ctx: Context) -> None:
        if ctx.invoked_subcommand is None:
            echo(ctx.get_help())

    return app


def key(command_path: str) -> str:
    """The beginning of a command's keys: `bench-battle` for `arena bench battle`."""
    return "-".join(command_path.split()[1:]) or PROGRAM


def _rendered(ctx: Context, *commands: tuple[str, Table]) -> str:
    words: Words = ctx.obj
    console = page()
    fillings = _fillings(ctx, words)
    with console.capture() as capture:
        _print_head(console, ctx, words, fillings)
        params = ctx.command.get_params(ctx)
        _section(console, words("help.arguments"), _rows(_arguments(params, words)))
        for title, rows in commands:
            _section(console, words(title), rows)
        _section(console, words("help.options"), _rows(_options(params, words, fillings)))
        examples = words(f"{key(ctx.command_path)}.examples").split("\n")
        _section(console, words("help.examples"), _rows([(line, "") for line in examples]))
    return trimmed(capture.get()).rstrip("\n")


def _fillings(ctx: Context, words: Words) -> dict[str, str]:
    """Those of the command, numbers as the reader's language writes them."""
    fillings = ctx.command.fillings if isinstance(ctx.command, ArenaCommand) else {}
    if not fillings:
        return {}
    from mcp_server.cli.numbers import count

    return {
        name: filling if isinstance(filling, str) else count(filling, words.locale)
        for name, filling in fillings.items()
    }


def _print_head(console: Page, ctx: Context, words: Words, fillings: Mapping[str, str]) -> None:
    pieces = [words("help.options-here")]
    pieces += [_shown_argument(param) for param in ctx.command.get_params(ctx) if _is_argument(param)]
    pieces += [words("help.command-here")] if isinstance(ctx.command, TyperGroup) else []
    usage = Text.assemble((words("help.usage"), "title"), f" {ctx.command_path} {' '.join(pieces)}")
    console.print(usage)
    console.print()
    console.print(words(f"{key(ctx.command_path)}.help", **fillings), width=page_width(console))


def _section(console: Page, title: str, rows: Table) -> None:
    if rows.row_count:
        console.print()
        console.print(Text(title, "title"))
        console.print(Padding(rows, (0, 0, 0, 2)), width=page_width(console))


def _rows(pairs: Iterable[tuple[str, str]], width: int = 0) -> Table:
    """A table; `width`: columns that the names take at least."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="place", no_wrap=True, min_width=width)
    table.add_column()
    for name, told in pairs:
        table.add_row(name, told)
    return table


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


def _shown_argument(param: Any) -> str:
    return f"{param.metavar}" if param.required else f"[{param.metavar}]"


def _arguments(params: Iterable[Any], words: Words) -> Rows:
    return [(param.metavar, words(param.help)) for param in params if _is_argument(param)]


def _options(params: Iterable[Any], words: Words, fillings: Mapping[str, str]) -> Rows:
    return [
        (_shown_option(param), _told_option(param, words, fillings))
        for param in params
        if not _is_argument(param)
    ]


def _shown_option(param: Any) -> str:
    names = ", ".join(sorted(param.opts, key=len))
    return names if param.is_flag else f"{names} {param.metavar}"


def _told_option(param: Any, words: Words, fillings: Mapping[str, str]) -> str:
    if param.name == "help":
        return words("help.help-option")
    told = [words(param.help, **fillings)]
    if param.min is not None:
        told.append(words("help.range", low=param.min, high=param.max))
    if not param.is_flag and param.default is not None:
        told.append(words("help.default", value=param.default))
    return " ".join(told)
