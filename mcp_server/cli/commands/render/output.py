"""Which kind of file is rendered, and where it goes: a new file, or stdout."""

import shlex
from collections.abc import Collection, Iterable
from pathlib import Path

from mcp_server.cli.commands.render.kinds import ENDINGS
from mcp_server.cli.failures import WrongUsageError
from mcp_server.cli.files import STDIN, about_file, printable_name
from mcp_server.cli.new_file import STDOUT, refuse_taken, write_new, write_stdout
from mcp_server.cli.numbers import count
from mcp_server.cli.screen import page, print_text
from mcp_server.words import Words

UNNAMED = "hero"
"""What a hero from stdin is called in a file's name."""


def kind_for(
    given: str | None,
    output: str | None,
    kinds: Collection[str],
    command: str,
    usual: str | None = None,
) -> str:
    """Which of `kinds` to make: the one that `--as` named, else that of the output's ending, else the `usual`
    one where there is one and the output has no ending.

    Raises `WrongUsageError` for a kind that there is not, for none, for an output without a name, and for a
    file whose ending is one of `ENDINGS` and says something else: who opens it would go by its name.
    """
    if output == "":
        raise WrongUsageError("usage.option-value", command, option="-o")
    name, choices = output or "", ", ".join(kinds)
    ending = Path(name).suffix[1:].lower()
    if given is None:
        if ending in kinds:
            return ending
        if ending:
            raise WrongUsageError("usage.ending-unknown", command, file=printable_name(name), choices=choices)
        if usual is None:
            raise WrongUsageError("usage.missing-choice", command, name="--as", choices=choices)
        return usual
    if given not in kinds:
        raise WrongUsageError("usage.bad-choice", command, name="--as", choices=choices)
    if ending != given and ending in ENDINGS:
        file = shlex.quote(printable_name(name[: -len(ending)] + given))
        key = "usage.ending-or-kind" if ending in kinds else "usage.ending"
        raise WrongUsageError(key, command, kind=given, ending=ending, file=file)
    return given


def own_name(heroes: Iterable[str], kind: str, seed: int | None = None) -> str:
    """What a file of `heroes`, as they were given, and of a battle's seed is called where nobody names it; it
    is put into the current folder."""
    stems = [UNNAMED if given == STDIN else Path(given).stem for given in heroes]
    return f"{'-'.join(stems if seed is None else [*stems, str(seed)])}.{kind}"


def place_for(output: str | None, own_name: str, command: str, as_json: bool) -> str:
    """The file to write, of its `own_name` if no other was given, or `STDOUT`, before the work begins. Raises
    `WrongUsageError` for JSON beside a file on stdout, `ArenaError` for a file that is there already."""
    if as_json and output == STDOUT:
        raise WrongUsageError("usage.together", command, first="--json", second=f"-o {STDOUT}")
    file = own_name if output is None else output
    if file != STDOUT:
        with about_file(file):
            refuse_taken(file, own_name)
    return file


def write(file: str, content: bytes) -> None:
    """Write a file whole, or not at all. Raises `ArenaError` for one that cannot be written."""
    if file == STDOUT:
        write_stdout(content)
    else:
        with about_file(file):
            write_new(file, content)


def tell_made(file: str, content: bytes, words: Words) -> None:
    """Tell people where it is; on stdout there is nothing but the file itself."""
    if file != STDOUT:
        made = words("render.made", file=printable_name(file), bytes=count(len(content), words.locale))
        print_text(page(), made)
