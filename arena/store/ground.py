"""The ground under a SQLite file: its folder is there, on a disk of this machine, and may be written."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL

from arena.errors import refuse
from arena.store.failures import files_translated
from arena.store.mounts import share_under

PRIVATE = 0o600
"""The database holds the heroes' rules and the secrets of runs to come."""


def prepare_ground(url: URL) -> None:
    """Make the folder and an empty file unless they are there.

    Raises `ArenaError`: `store-unreachable` (a folder in its place, a name that cannot be), `store-network`,
    `store-full`, `store-read-only`.
    """
    file = Path(str(url.database))
    share = share_under(file)
    if share is not None:
        raise refuse("store-network", database=str(file), filesystem=share)
    with files_translated(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        _make(file)
        for each in (file, file.parent):  # the log lies beside the file
            if not os.access(each, os.W_OK):
                raise _error(errno.EACCES, each)


def _make(file: Path) -> None:
    """Make an empty file unless there is one, which is not opened: closing it again would release the locks
    that SQLite holds on it for this process."""
    if file.is_dir():
        raise _error(errno.EISDIR, file)
    if file.exists() and not file.is_file():  # a device takes everything and keeps nothing
        raise _error(errno.ENODEV, file)
    if not file.exists():
        with suppress(FileExistsError):  # somebody else was quicker
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
