"""The reader's language."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dsl.catalogue import DEFAULT_LOCALE, LOCALES

if TYPE_CHECKING:
    from typer import Context

OPTION = "--lang"
HELP = "help"
VARIABLE = "ARENA_LANG"
_SYSTEM_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def arranged(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--lang` before the command's name, so that it may stand anywhere before `--`; and
    `help fight` as `fight --help`."""
    given, rest = _parted(arguments)
    if rest[:1] == [HELP]:
        rest = [*rest[1:], f"--{HELP}"]
    return [*given, *rest]


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of a call: `--lang`, else `ARENA_LANG`, else what the system speaks, else English."""
    given, _ = _parted(arguments)
    option = given[-1].removeprefix(f"{OPTION}=") if given else ""
    system = next((value for name in _SYSTEM_VARIABLES if (value := environment.get(name))), "")
    wanted = (option, environment.get(VARIABLE, ""), system)
    spoken = (re.split("[-_.@]", value, maxsplit=1)[0].lower() for value in wanted)
    return next((language for language in spoken if language in LOCALES), DEFAULT_LOCALE)


def given_again(ctx: "Context") -> tuple[str, ...]:
    """`--lang` as this call had it, for a command to be typed after it; nothing if it had none: what else
    chose the language will do so again."""
    given = ctx.find_root().params.get(OPTION.lstrip("-"))
    return () if given is None else (OPTION, given)


def _parted(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """`--lang` with its values, and all the rest."""
    given: list[str] = []
    rest: list[str] = []
    waiting = list(arguments)
    while waiting:
        argument = waiting.pop(0)
        if argument == "--":
            return given, [*rest, argument, *waiting]
        if argument == OPTION:
            given += [argument, *waiting[:1]]
            waiting = waiting[1:]
        elif argument.startswith(f"{OPTION}="):
            given.append(argument)
        else:
            rest.append(argument)
    return given, rest
