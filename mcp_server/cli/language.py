"""The reader's language, and the command's texts in it.

The texts are read here rather than by `dsl.catalogue`: that would bring the rule language's parser with it,
and `arena --help` shall answer at once.
"""

import gettext
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LOCALES = ("ru", "en", "es")
DEFAULT = "en"
FOLDER = Path(__file__).parents[1] / "locales"

OPTION = "--lang"
VARIABLE = "ARENA_LANG"
_SYSTEM_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class MissingTextError(LookupError):
    """A key without a text, or a catalogue that was never compiled: a fault of ours, never of the user."""


@dataclass(frozen=True)
class Words:
    """The texts of `mcp_server/locales` in one language."""

    locale: str

    def __call__(self, key: str, /, **params: object) -> str:
        """The text of `key`, filled in. Raises `MissingTextError` if no text has that key."""
        template = _translation(self.locale).gettext(key)
        if template == key:
            raise MissingTextError(f"no text for {key!r} in {FOLDER}")
        return template.format(**params)


@cache
def _translation(locale: str) -> gettext.GNUTranslations:
    path = FOLDER / f"{locale}.mo"
    if not path.exists():
        raise MissingTextError(
            f"{path} is not there: install the project, which compiles it (pip install -e .)"
        )
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def option_first(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--lang` before the command's name, so that it may stand anywhere before `--`."""
    given, rest = _parted(arguments)
    return [*given, *rest]


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of a call: `--lang`, else `ARENA_LANG`, else what the system speaks, else English."""
    given, _ = _parted(arguments)
    option = given[-1].removeprefix(f"{OPTION}=") if given else ""
    system = next((value for name in _SYSTEM_VARIABLES if (value := environment.get(name))), "")
    wanted = (option, environment.get(VARIABLE, ""), system)
    spoken = (re.split("[-_.@]", value, maxsplit=1)[0].lower() for value in wanted)
    return next((language for language in spoken if language in LOCALES), DEFAULT)


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
