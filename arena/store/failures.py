"""What a database says, as something an organiser can act on."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError

from arena.errors import ArenaError, refuse
from arena.excerpt import printable
from arena.store.address import place

SQLITE = {
    "SQLITE_BUSY": "store-locked",
    "SQLITE_LOCKED": "store-locked",
    "SQLITE_FULL": "store-full",
    "SQLITE_IOERR_SHMSIZE": "store-full",
    "SQLITE_IOERR": "store-disk",
    "SQLITE_READONLY": "store-read-only",
    "SQLITE_PERM": "store-read-only",
    "SQLITE_CANTOPEN": "store-unreachable",
    "SQLITE_CORRUPT": "store-damaged",
    "SQLITE_NOTADB": "store-damaged",
}
"""By the beginning of SQLite's error name, the longer first: what follows it is a detail."""

DAMAGED = ("unsupported file format", "malformed")
"""What SQLite says of some damaged files under the name of any error."""

POSTGRESQL = {
    "55P03": "store-locked",
    "53100": "store-full",
    "58030": "store-disk",
    "25006": "store-read-only",
    "42501": "store-read-only",
    "XX001": "store-damaged",
    "XX002": "store-damaged",
}
"""By SQLSTATE. The classes 08, 28, 3D, 57P and no state at all mean that there is no connection."""

WRITTEN_WHILE_READING = ("SQLITE_READONLY", "25006")

SYSTEM = {
    errno.ENOSPC: "store-full",
    errno.EDQUOT: "store-full",
    errno.EACCES: "store-read-only",
    errno.EPERM: "store-read-only",
    errno.EROFS: "store-read-only",
}
"""By the system's error number. Others mean that there cannot be such a file."""

LONGEST = 200
"""Characters of a database's own words in a message."""


@contextmanager
def translated(url: URL, reading: bool = False) -> Iterator[None]:
    """Raises as `ArenaError` what a database refuses within the block; a fault of ours goes through as it is,
    and so does an attempt to write while `reading`.

    Codes: `store-locked`, `store-full`, `store-disk`, `store-read-only`, `store-damaged` and
    `store-unreachable`.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        original = error.orig if isinstance(error, DBAPIError) else error
        is_sqlite = url.get_backend_name() == "sqlite"
        name = getattr(original, "sqlite_errorname" if is_sqlite else "sqlstate", None)
        code = _code_of_sqlite(name, str(original)) if is_sqlite else _code_of_postgresql(name, error)
        if code is None or (reading and name in WRITTEN_WHILE_READING):
            raise
        reason = "file" if is_sqlite and code == "store-unreachable" else None
        raise told(code, place(url), original, reason) from error
    except UnicodeDecodeError as error:
        if not _is_of_the_driver(error):
            raise
        raise told("store-damaged", place(url), error) from error
    except TimeoutError as error:  # all connections of this process are in use
        raise told("store-locked", place(url), error) from error


@contextmanager
def files_translated(file: Path) -> Iterator[None]:
    """Raises as `ArenaError` what the system refuses within the block, which does nothing but make, move or
    remove `file` and its company.

    Codes: `store-full`, `store-read-only`, `store-unreachable`.
    """
    try:
        yield
    except OSError as error:
        code = SYSTEM.get(error.errno or 0, "store-unreachable")
        raise told(code, str(file), error, "file" if code == "store-unreachable" else None) from error


def told(code: str, database: str, said: object, reason: str | None = None) -> ArenaError:
    """The error of a code, with the first line of what the database or the system said."""
    line = printable(str(said).strip().partition("\n")[0], LONGEST)
    return refuse(code, reason=reason, database=database, said=line)


def _code_of_sqlite(name: str | None, said: str) -> str | None:
    if name == "SQLITE_ERROR" and any(words in said for words in DAMAGED):
        return "store-damaged"
    return next((code for start, code in SQLITE.items() if name and name.startswith(start)), None)


def _code_of_postgresql(state: str | None, error: BaseException) -> str | None:
    if state is None or state[:2] in ("08", "28", "3D") or state[:3] == "57P":
        return "store-unreachable" if isinstance(error, OperationalError) else None
    return POSTGRESQL.get(state)


def _is_of_the_driver(error: BaseException) -> bool:
    """Whether an error comes out of SQLite's driver, which is not Python: of a damaged file it may make text
    that is none."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    module = "" if last is None else str(last.tb_frame.f_globals.get("__name__", ""))
    return module.startswith(("sqlalchemy.", "arena.store."))
