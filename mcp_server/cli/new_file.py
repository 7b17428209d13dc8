"""A file that a command makes: what was there before is never overwritten."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from arena.errors import ArenaError
from arena.excerpt import printable
from mcp_server.cli.files import printable_name, refuse_file

STDOUT = "-"
LONGEST_REASON = 200


def refuse_taken(file: str, example: str) -> None:
    """Raises `ArenaError` if there cannot be a new file of this name: `file-folder`, which tells the place of
    an `example` in that folder, `output-exists`, `output-folder`. Asked before long work; `write_new` looks
    again."""
    folder = os.path.dirname(file) or os.curdir
    if os.path.isdir(file):
        raise refuse_file("file-folder", "output", example=printable_name(os.path.join(file, example)))
    if os.path.lexists(file):
        raise refuse_file("output-exists", file=printable_name(file))
    if not os.path.isdir(folder):
        raise refuse_file("output-folder", folder=printable_name(os.path.abspath(folder)))


def write_new(file: str, content: bytes) -> None:
    """Write a file, whole or not at all. Raises `ArenaError` as `refuse_taken` does, and
    `output-unwritable`."""
    refuse_taken(file, os.path.basename(file))
    is_ours = False
    try:
        with Path(file).open("xb") as opened:
            is_ours = True
            opened.write(content)
    except BaseException as error:
        if is_ours:
            with suppress(OSError):
                Path(file).unlink()
        if isinstance(error, OSError | ValueError):
            raise _unwritable(file, error) from None
        raise


def write_stdout(content: bytes) -> None:
    """Bytes as they are, for another program to read."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _unwritable(file: str, error: OSError | ValueError) -> ArenaError:
    if isinstance(error, FileExistsError):
        return refuse_file("output-exists", file=printable_name(file))
    reason = error.strerror if isinstance(error, OSError) else None
    said = printable(reason or str(error), LONGEST_REASON)
    return refuse_file("output-unwritable", file=printable_name(file), said=said)
