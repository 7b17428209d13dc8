"""Where a rendered file goes: a new file, or stdout."""

from mcp_server.cli.failures import WrongUsageError
from mcp_server.cli.files import about_file, printable_name
from mcp_server.cli.new_file import STDOUT, refuse_taken, write_new, write_stdout
from mcp_server.cli.numbers import count
from mcp_server.cli.screen import page, print_text
from mcp_server.words import Words


def place_for(output: str | None, own_name: str, command: str, as_json: bool) -> str:
    """The file to write, or `STDOUT`, before the work begins. Raises `WrongUsageError` for JSON beside a file
    on stdout, `ArenaError` for a file that is there already."""
    if as_json and output == STDOUT:
        raise WrongUsageError("usage.together", command, first="--json", second=f"-o {STDOUT}")
    file = own_name if output is None else output
    if file != STDOUT:
        with about_file(file):
            refuse_taken(file)
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
