"""Heroes that a command names: a file, stdin (`-`), or an id or a name of the roster."""

import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, Fault
from arena.excerpt import printable
from arena.hero import Hero, check_hero, read_hero
from arena.roster import find, load
from mcp_server.cli.language import TEXTS

STDIN = "-"
LONGEST_READ = 1 << 20
"""Bytes that are read of a file: far more than a hero, so that its fault tells the true size of all but
monsters."""
LONGEST_NAME = 500
"""Characters of a file's name that are shown."""


@dataclass(frozen=True)
class CheckedFile:
    """A file and what was found in it. `data` is its JSON, None if it could not be read at all."""

    file: str
    data: object
    hero: Hero | None
    faults: tuple[Fault, ...]
    advice: tuple[Fault, ...] = ()
    needs_level: int | None = None


class UnfitHeroError(ArenaError):
    """A file that was to fight and has faults."""

    def __init__(self, checked: CheckedFile) -> None:
        super().__init__(checked.faults)
        self.checked = checked


@dataclass(frozen=True)
class Contestant:
    """A hero, and how the call named it: a roster id or a file's name."""

    given: str
    hero: Hero


def check_file(file: str, level: int | None = None) -> CheckedFile:
    """Read and check a file; every fault at once, those of reading included."""
    try:
        data = read_hero(_read(file))
    except ArenaError as error:
        return CheckedFile(file, None, None, error.faults)
    check = check_hero(data, level)
    return CheckedFile(file, data, check.hero, check.faults, check.advice, check.needs_level)


def contestant(given: str) -> Contestant:
    """The hero a call means. A roster's id comes before a file of that name: `./golem` is the file.

    Raises `ArenaError`: `UnfitHeroError` for a file with faults, `unknown-hero` for what is neither file nor
    hero.
    """
    id_ = _roster_id(given)
    if id_ is not None:
        return Contestant(id_, load(id_))
    checked = check_file(given)
    if checked.hero is None:
        raise UnfitHeroError(checked)
    return Contestant(given, checked.hero)


def _roster_id(given: str) -> str | None:
    """The id if `given` is one or a roster hero's name; None for a file. Raises `unknown-hero`."""
    try:
        return find(given)
    except ArenaError:
        looks_like_file = given == STDIN or os.sep in given or given.lower().endswith(".json")
        if looks_like_file or os.path.lexists(given):
            return None
        raise


def _read(file: str) -> bytes:
    """At most `LONGEST_READ` bytes. Raises `ArenaError` `file-missing`, `file-folder`, `file-unreadable`."""
    try:
        if file == STDIN:
            return sys.stdin.buffer.read(LONGEST_READ)
        if stat.S_ISDIR(os.stat(file).st_mode):
            raise _refuse("file-folder")
        with Path(file).open("rb") as opened:
            return opened.read(LONGEST_READ)
    except (FileNotFoundError, NotADirectoryError):
        raise _refuse("file-missing", folder=printable_name(os.getcwd())) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise _refuse("file-unreadable", reason=printable(reason or str(error), LONGEST_NAME)) from None


def _refuse(code: str, **params: object) -> ArenaError:
    """What is wrong with a file as a file: the command's own fault, whose texts are the command's."""
    return ArenaError([Fault(code, params=params, catalogue=TEXTS)])


def printable_name(given: str) -> str:
    """What a call named, a file or a hero, as a terminal may show it: control characters and bytes that are
    no text are escaped."""
    return printable(given, LONGEST_NAME)
