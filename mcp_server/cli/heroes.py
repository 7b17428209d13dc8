"""Heroes that a command names: a file, stdin (`-`), or an id or a name of the roster."""

import os
import shlex
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, Fault
from arena.excerpt import printable
from arena.hero import LEVELS, Hero, check_hero, read_hero
from arena.hero.limits import DOCUMENT_BYTES
from arena.roster import document, find, load
from arena.roster import level as level_of
from mcp_server.cli.language import TEXTS

STDIN = "-"
LONGEST_READ = 1 << 20
"""Bytes that are read of a file: far more than a hero, so that its fault tells the true size of all but
monsters."""
OPEN_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Names of what the caller has opened for us already, as `<(…)` of a shell: a pipe there has a writer."""
LONGEST_NAME = 500
"""Characters of a file's name that are shown."""


@dataclass(frozen=True)
class CheckedFile:
    """A file, or a hero of the roster, and what was found in it.

    `data` is its JSON, None if it could not be read at all; `level` is what it was checked against, None for
    no level at all.
    """

    file: str
    data: object
    hero: Hero | None
    faults: tuple[Fault, ...]
    advice: tuple[Fault, ...] = ()
    level: int | None = None
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


def check_given(given: str, level: int | None) -> CheckedFile:
    """Check what a call means, as `contestant` reads it; every fault at once.

    Without a level a file is checked against the first one, a hero of the roster against its own.
    """
    try:
        id_ = _roster_id(given)
    except ArenaError as error:
        return CheckedFile(given, None, None, error.faults)
    if id_ is None:
        return check_file(given, LEVELS[0].number if level is None else level)
    return _checked(id_, read_hero(document(id_)), level_of(id_) if level is None else level)


def check_file(file: str, level: int | None = None) -> CheckedFile:
    """Read and check a file; every fault at once, those of reading included."""
    try:
        data = read_hero(_read(file))
    except ArenaError as error:
        return CheckedFile(file, None, None, error.faults, level=level)
    return _checked(file, data, level)


def _checked(given: str, data: object, level: int | None) -> CheckedFile:
    check = check_hero(data, level)
    return CheckedFile(given, data, check.hero, check.faults, check.advice, level, check.needs_level)


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
    """The bytes, at most `LONGEST_READ`. Raises `ArenaError` `file-missing`, `file-folder`, `file-special`,
    `file-too-large`, `file-unreadable`."""
    try:
        content = _read_some(file)
    except (FileNotFoundError, NotADirectoryError):
        raise _missing() from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise _refuse("file-unreadable", reason=printable(reason or str(error), LONGEST_NAME)) from None
    if len(content) > LONGEST_READ:
        raise _refuse("file-too-large", read=LONGEST_READ, limit=DOCUMENT_BYTES)
    return content


def _read_some(file: str) -> bytes:
    """A byte more than `LONGEST_READ` tells that there is more."""
    if file == STDIN:
        return sys.stdin.buffer.read(LONGEST_READ + 1)
    mode = os.stat(file).st_mode
    if stat.S_ISDIR(mode):
        raise _refuse("file-folder")
    if not stat.S_ISREG(mode) and not file.startswith(OPEN_STREAMS):
        # Opening a pipe waits for its writer, for ever if there is none.
        raise _refuse("file-special")
    with Path(file).open("rb") as opened:
        return opened.read(LONGEST_READ + 1)


def _missing() -> ArenaError:
    try:
        folder = os.getcwd()
    except OSError:
        return _refuse("folder-gone")
    return _refuse("file-missing", folder=printable_name(folder))


def _refuse(code: str, **params: object) -> ArenaError:
    """What is wrong with a file as a file: the command's own fault, whose texts are the command's."""
    return ArenaError([Fault(code, params=params, catalogue=TEXTS)])


def printable_name(given: str) -> str:
    """What a call named, a file or a hero, as a terminal may show it: control characters and bytes that are
    no text are escaped."""
    return printable(given, LONGEST_NAME)


def command_to_type(*words: str) -> str | None:
    """The `arena` command of these words, to be pasted into a shell; None if one of them, a file's name, has
    characters that are not shown."""
    return shlex.join(["arena", *words]) if all(word.isprintable() for word in words) else None


def as_argument(given: str) -> str:
    """What a call named, so that it is no option when it is typed again."""
    return f"./{given}" if given.startswith("-") and given != STDIN else given
