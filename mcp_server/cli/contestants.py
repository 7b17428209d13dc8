"""Heroes that a command names: a file, stdin (`-`), or an id or a name of the roster."""

import os
import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from arena.errors import ArenaError, Fault
from arena.hero import LEVELS, Hero, check_hero, read_hero
from arena.hero.limits import DOCUMENT_BYTES
from arena.roster import document, find, load
from arena.roster import level as level_of
from arena.rulesets import CURRENT_ID
from mcp_server.cli.files import STDIN, read_file, refuse_file
from mcp_server.program_name import program_name

LONGEST_READ = 1 << 20
"""Bytes that are read of a file: far more than a hero, so that its fault tells the true size of all but
monsters."""


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
    """The bytes, at most `LONGEST_READ`. Raises `ArenaError`: `file-too-large`, what `read_file` raises."""
    content = read_file(file, LONGEST_READ)
    if len(content) > LONGEST_READ:
        raise refuse_file("file-too-large", read=LONGEST_READ, limit=DOCUMENT_BYTES)
    return content


def command_to_type(*words: str) -> str | None:
    """This program's command of these words, to be pasted into a shell; None if one of them, a file's name,
    has characters that are not shown."""
    return f"{program_name()} {shlex.join(words)}" if all(word.isprintable() for word in words) else None


def battle_to_type(
    command: str, heroes: Iterable[str], seed: int, ruleset: str, more: Iterable[str] = ()
) -> str | None:
    """What to type to have a command, such as `render battle`, fight this very battle between heroes as a
    call named them, with `more` options; None for a file whose name cannot be typed."""
    named = map(as_argument, heroes)
    return command_to_type(*command.split(), *named, "--seed", f"{seed}", *ruleset_again(ruleset), *more)


def ruleset_again(ruleset: str) -> tuple[str, ...]:
    """The option by which a command goes by this ruleset; nothing for the one by which it goes anyhow."""
    return () if ruleset == CURRENT_ID else ("--ruleset", ruleset)


def as_argument(given: str) -> str:
    """What a call named, so that it is no option when it is typed again."""
    return f"./{given}" if given.startswith("-") and given != STDIN else given
