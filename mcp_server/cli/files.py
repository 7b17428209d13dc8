"""Files that a command names: their bytes, or what is wrong with them as files."""

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ArenaError, Fault
from arena.excerpt import printable
from mcp_server.words import TEXTS

STDIN = "-"
OPEN_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Names of what the caller has opened for us already, as `<(…)` of a shell: a pipe there has a writer."""
LONGEST_NAME = 500
"""Characters of a file's name that are shown."""


def read_file(file: str, longest: int, wanted: str | None = None) -> bytes:
    """The bytes of a file, or of stdin; of more than `longest` the first ones and one more.

    `wanted` tells apart the hints on what to give instead; None is a hero. Raises `ArenaError`
    `file-missing`, `folder-gone`, `file-folder`, `file-special`, `file-unreadable`.
    """
    try:
        return _read_some(file, longest + 1, wanted)
    except (FileNotFoundError, NotADirectoryError):
        raise _missing() from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        told = printable(reason or str(error), LONGEST_NAME)
        raise refuse_file("file-unreadable", told=told) from None


def refuse_file(code: str, reason: str | None = None, **params: object) -> ArenaError:
    """What is wrong with a file as a file: the command's own fault, whose texts are the command's."""
    return ArenaError([Fault(code, params=params, reason=reason, catalogue=TEXTS)])


class AboutFileError(ArenaError):
    """What is wrong with a file that a call names, or with what stands in it."""

    def __init__(self, faults: Sequence[Fault], file: str) -> None:
        super().__init__(faults)
        self.file = file


@contextmanager
def about_file(file: str) -> Iterator[None]:
    """Whatever is refused within is about this file; but what the database refuses is not."""
    try:
        yield
    except ArenaError as error:
        if error.code.startswith("store-"):
            raise
        raise AboutFileError(error.faults, printable_name(file)) from None


def printable_name(given: str) -> str:
    """What a call named, a file or a hero, as a terminal may show it: control characters and bytes that are
    no text are escaped."""
    return printable(given, LONGEST_NAME)


def _read_some(file: str, count: int, wanted: str | None) -> bytes:
    if file == STDIN:
        return sys.stdin.buffer.read(count)
    mode = os.stat(file).st_mode
    if stat.S_ISDIR(mode):
        raise refuse_file("file-folder", wanted)
    if not stat.S_ISREG(mode) and not file.startswith(OPEN_STREAMS):
        # Opening a pipe waits for its writer, for ever if there is none.
        raise refuse_file("file-special", wanted)
    with Path(file).open("rb") as opened:
        return opened.read(count)


def _missing() -> ArenaError:
    try:
        folder = os.getcwd()
    except OSError:
        return refuse_file("folder-gone")
    return refuse_file("file-missing", folder=printable_name(folder))
