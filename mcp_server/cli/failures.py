"""What goes wrong, told on stderr: a wrong call, a request at fault, a fault of ours; and the exit codes."""

import errno
import re
import secrets
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text
from typer.exceptions import TyperException

from mcp_server.cli.language import Words
from mcp_server.cli.screen import stderr_page

if TYPE_CHECKING:
    from arena.errors import ArenaError

DONE, REQUEST_AT_FAULT, WRONG_USAGE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130

NO_MORE_IS_TAKEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says of a write when a disk is full, a quota or a file's largest size is reached, or a
terminal is gone. What is wrong with a file that a call names is an `ArenaError` before it comes to this."""

LONGEST_PATH = 500
"""Characters of our own file's name that are shown: the caller's environment says where it lies."""

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
    console = stderr_page()
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
    """Numbers are all that Typer reads for us; some have a range."""
    if param.min is None:
        return words("usage.bad-number", name=_name(param))
    return words("usage.bad-range", name=_name(param), low=param.min, high=param.max)


def _name(param: Any) -> str:
    return str(param.metavar) if param.param_type_name == "argument" else str(max(param.opts, key=len))


def tell_request_at_fault(error: "ArenaError", words: Words) -> int:
    """Every fault of the request: what is wrong, what to write."""
    from mcp_server.cli.findings import print_findings
    from mcp_server.cli.heroes import UnfitHeroError

    console = stderr_page()
    if isinstance(error, UnfitHeroError):
        print_findings(console, error.checked, words)
        return REQUEST_AT_FAULT
    for fault in error.faults:
        console.print(Text.assemble(("arena: ", "fault"), fault.text(words.locale)), soft_wrap=True)
    return REQUEST_AT_FAULT


def tell_unwritten(error: OSError, words: Words) -> int:
    """The output went where nothing more is taken, as on a full disk."""
    told = words("output-unwritten", reason=error.strerror)
    stderr_page().print(Text.assemble(("arena: ", "fault"), told), soft_wrap=True)
    return REQUEST_AT_FAULT


def tell_our_fault(error: BaseException, words: Words) -> int:
    """One line with an id; the traceback goes to a file, under the same id."""
    from arena.excerpt import printable

    id_ = secrets.token_hex(4)
    file = _write_down(id_, error)
    shown = printable(str(file), LONGEST_PATH)
    told = words("fault.ours", id=id_, file=shown) if file else words("fault.ours-unwritten", id=id_)
    stderr_page().print(Text.assemble(("arena: ", "fault"), told), soft_wrap=True)
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
