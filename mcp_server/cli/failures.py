"""What goes wrong, told to people or programs: a wrong call, a request at fault, a fault of ours."""

import errno
import os
import re
import secrets
import traceback
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text
from typer.exceptions import TyperException

from mcp_server.cli.screen import print_json, print_text, stderr_page
from mcp_server.program_name import PROGRAM
from mcp_server.words import Words

if TYPE_CHECKING:
    from arena.errors import ArenaError

DONE, REQUEST_AT_FAULT, WRONG_USAGE, OUR_FAULT = 0, 1, 2, 3

NO_MORE_IS_TAKEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says of a write when a disk is full, a quota or a file's largest size is reached, or a
terminal is gone. What is wrong with a file that a call names is an `ArenaError` before it comes to this."""

PRIVATE = 0o600
"""The mode of a file that only we may read: a traceback may hold anybody's text."""

LONGEST_LOG, LONGEST_TRACEBACK = 1_000_000, 100_000
"""Bytes of the log of faults before it is begun anew; characters of a traceback in it."""

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


@dataclass(frozen=True)
class Caller:
    """Who is told: people on stderr in their language or, if the call asked for JSON, a program on stdout.

    The JSON of a failure: `ok`, which is false, `file` (the one in which the faults are, or null) and
    `faults`, a list of `code`, `path`, `text`, `span`, `message`, `hint`, as `arena check --json` has them.
    """

    words: Words
    wants_json: bool = False


def tell_wrong_usage(error: TyperException | WrongUsageError, caller: Caller) -> int:
    """What is wrong with the call, and how to see what is right."""
    wrong, words = _understood(error), caller.words
    told, hint = words(wrong.key, **wrong.params), words("usage.see-help", command=f"{wrong.path} --help")
    if caller.wants_json:
        _print_json([_fault(wrong.key, f"{wrong.path}: {told}", hint)], caller)
    else:
        _print_line(wrong.path, told)
        print_text(stderr_page(), hint)
    return WRONG_USAGE


def tell_request_at_fault(error: "ArenaError", caller: Caller) -> int:
    """Every fault of the request: what is wrong, what to write."""
    from mcp_server.cli.contestants import UnfitHeroError
    from mcp_server.cli.files import AboutFileError
    from mcp_server.cli.pages.findings import findings_data, print_findings

    locale = caller.words.locale
    checked = error.checked if isinstance(error, UnfitHeroError) else None
    if caller.wants_json:
        data, file = (checked.data, checked.file) if checked else (None, None)
        if isinstance(error, AboutFileError):
            file = error.file
        _print_json(findings_data(error.faults, data, locale), caller, file)
    elif checked:
        print_findings(stderr_page(), checked, caller.words)
    else:
        for fault in error.faults:
            _print_line(PROGRAM, fault.text(locale))
    return REQUEST_AT_FAULT


def tell_unwritten(error: OSError, caller: Caller) -> int:
    """The output went where nothing more is taken, as on a full disk: no place for JSON either."""
    _print_line(PROGRAM, caller.words("output-unwritten", reason=error.strerror))
    return REQUEST_AT_FAULT


def tell_our_fault(error: BaseException, caller: Caller) -> int:
    """One line with an id; the traceback goes to a file, under the same id."""
    from arena.excerpt import printable

    id_ = secrets.token_hex(4)
    file = write_down(id_, error)
    key = "fault.ours" if file else "fault.ours-unwritten"
    told = caller.words(key, id=id_, file=printable(str(file), LONGEST_PATH))
    if caller.wants_json:
        _print_json([_fault(key, told)], caller)
    else:
        _print_line(PROGRAM, told)
    return OUR_FAULT


def _print_json(faults: list[dict[str, object]], caller: Caller, file: str | None = None) -> None:
    try:
        print_json({"ok": False, "file": file, "faults": faults})
    except BrokenPipeError:
        return  # nobody reads any more: the exit code tells
    except OSError as error:
        tell_unwritten(error, caller)


def _print_line(who: str, told: str) -> None:
    print_text(stderr_page(), Text.assemble((f"{who}: ", "fault"), told))


def _fault(key: str, message: str, hint: str = "") -> dict[str, object]:
    """A fault of a call as JSON, with the fields that a hero's has."""
    code = key.replace(".", "-")
    return {"code": code, "path": "", "text": None, "span": None, "message": message, "hint": hint}


def _understood(error: Any) -> WrongUsageError:
    """What Typer says, with our text. Its errors have no public names except their base: each is known by its
    class's name."""
    from arena.excerpt import printable

    if isinstance(error, WrongUsageError):
        return error
    context = getattr(error, "ctx", None)
    path = context.command_path if context else PROGRAM
    match type(error).__name__:
        case "NoSuchOption":
            nearest = ", ".join(sorted(error.possibilities or ()))
            kind = "usage.unknown-option-near" if nearest else "usage.unknown-option"
            return WrongUsageError(kind, path, option=printable(error.option_name), nearest=nearest)
        case "MissingParameter":
            return WrongUsageError("usage.missing", path, name=_name(error.param))
        case "BadOptionUsage":
            key = "usage.no-value" if "does not take" in error.message else "usage.option-value"
            return WrongUsageError(key, path, option=printable(error.option_name))
        case "BadParameter":
            return _bad_value(error.param, path)
    extra = _EXTRA_ARGUMENTS.search(error.message)
    if extra:
        return WrongUsageError("usage.extra-arguments", path, arguments=printable(extra[1], 200))
    return WrongUsageError("usage.other", path, message=printable(error.message, 200))


def _bad_value(param: Any, path: str) -> WrongUsageError:
    """Numbers are all that Typer reads for us; some have a range."""
    if param.min is None:
        return WrongUsageError("usage.bad-number", path, name=_name(param))
    return WrongUsageError("usage.bad-range", path, name=_name(param), low=param.min, high=param.max)


def _name(param: Any) -> str:
    return str(param.metavar) if param.param_type_name == "argument" else str(max(param.opts, key=len))


def write_down(id_: str, error: BaseException) -> Path | None:
    """Append the traceback to the log of faults, which only we may read; where that is, None where no file
    can be written. One that is long becomes the one before, of which there is one."""
    from platformdirs import user_state_path

    file = user_state_path("hero-arena") / "faults.log"
    told = "".join(traceback.format_exception(error))
    if len(told) > LONGEST_TRACEBACK:
        told = f"{told[: LONGEST_TRACEBACK // 2]}\n…\n{told[-LONGEST_TRACEBACK // 2 :]}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and file.stat().st_size > LONGEST_LOG:
            file.replace(file.with_name(f"{file.name}.1"))
        handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE)
        with open(handle, "a", encoding="utf-8", errors="backslashreplace") as log:
            os.fchmod(handle, PRIVATE)  # an older program made it for all to read
            log.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {id_}\n{told}\n")
    except OSError:
        return None
    return file
