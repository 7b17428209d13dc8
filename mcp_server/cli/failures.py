"""What goes wrong, told on stderr: a wrong call, a request at fault, a fault of ours; and the exit codes."""

import re
import secrets
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text
from typer.exceptions import TyperException

from mcp_server.cli.language import Words
from mcp_server.cli.screen import notes

if TYPE_CHECKING:
    from arena.errors import ArenaError

DONE, REQUEST_AT_FAULT, WRONG_USAGE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130

_EXTRA_ARGUMENTS = re.compile(r"unexpected extra argument\(s\) \((.*)\)$", re.DOTALL)


class WrongUsageError(Exception):
    """A call that cannot be understood: the key of the text that says so, and what fills it.

    `path` is the command as it was called: `arena fight`.
    """

    def __init__(self, key: str, path: str, /, **params: object) -> None:
        super().__init__(key)
        self.key, self.path, self.params = key, path, params


def tell_wrong_usage(error: TyperException | WrongUsageError, words: Words) -> int:
    """What is wrong with the call, and how to see what is right."""
    if isinstance(error, WrongUsageError):
        command, told = error.path, words(error.key, **error.params)
    else:
        context = getattr(error, "ctx", None)
        command, told = context.command_path if context else "arena", _told(error, words)
    console = notes()
    console.print(Text.assemble((f"{command}: ", "fault"), told), soft_wrap=True)
    console.print(words("usage.see-help", command=f"{command} --help"), soft_wrap=True)
    return WRONG_USAGE


def _told(error: Any, words: Words) -> str:
    """Typer's errors have no public names except their base: each is known by its class's name."""
    from arena.excerpt import printable

    match type(error).__name__:
        case "NoSuchOption":
            nearest = ", ".join(sorted(error.possibilities or ()))
            kind = "usage.unknown-option-near" if nearest else "usage.unknown-option"
            return words(kind, option=printable(error.option_name), nearest=nearest)
        case "MissingParameter":
            return words("usage.missing", name=_name(error.param))
        case "BadOptionUsage":
            return words("usage.option-value", option=printable(error.option_name))
        case "BadParameter":
            return _told_bad_value(error.param, words)
    extra = _EXTRA_ARGUMENTS.search(error.message)
    if extra:
        return words("usage.extra-arguments", arguments=printable(extra[1], 200))
    return printable(error.message, 200)


def _told_bad_value(param: Any, words: Words) -> str:
    choices: Sequence[str] = param.type_descriptor.choices or ()
    if choices:
        return words("usage.bad-choice", name=_name(param), choices=", ".join(choices))
    return words("usage.bad-number", name=_name(param), low=param.min, high=param.max)


def _name(param: Any) -> str:
    return str(param.metavar) if param.param_type_name == "argument" else str(max(param.opts, key=len))


def tell_request_at_fault(error: "ArenaError", words: Words) -> int:
    """Every fault of the request: what is wrong, what to write."""
    from mcp_server.cli.findings import print_findings
    from mcp_server.cli.heroes import UnfitHeroError

    console = notes()
    if isinstance(error, UnfitHeroError):
        print_findings(console, error.checked, words)
        return REQUEST_AT_FAULT
    for fault in error.faults:
        told = f"{fault.message(words.locale)} {fault.hint(words.locale)}"
        console.print(Text.assemble(("arena: ", "fault"), told), soft_wrap=True)
    return REQUEST_AT_FAULT


def tell_our_fault(error: BaseException, words: Words) -> int:
    """One line with an id; the traceback goes to a file, under the same id."""
    id_ = secrets.token_hex(4)
    file = _write_down(id_, error)
    told = words("fault.ours", id=id_, file=file) if file else words("fault.ours-unwritten", id=id_)
    notes().print(Text.assemble(("arena: ", "fault"), told), soft_wrap=True)
    return OUR_FAULT


def _write_down(id_: str, error: BaseException) -> Path | None:
    """Append the traceback to the log of faults; where that is, None where no file can be written."""
    from platformdirs import user_state_path

    file = user_state_path("hero-arena") / "faults.log"
    told = "".join(traceback.format_exception(error))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {id_}\n{told}\n")
    except OSError:
        return None
    return file
