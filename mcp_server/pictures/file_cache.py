"""A folder of files that were costly to make. What is not there can be made again.

The folder may hold other things as well: nothing is touched but what a cache has put there.
"""

import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from stat import S_ISREG

import anyio

from arena.logs import LOG

CAPACITY = 1_000_000_000
"""Bytes of all files together; the least recently used are evicted first."""
MAX_IDLE = timedelta(days=30)
"""How long a file is kept after it was last read. So the films of a participant who was forgotten, for which
nobody can ask any more, do not stay for ever."""
DAY = 86400.0
"""Seconds."""
PREFIX, SUFFIX = ".film-", ".part"
"""What the name of a file begins and ends with that is still being written."""
WHOLE = r"[0-9a-f]{64}\.[a-z]+"
PART = rf"{re.escape(PREFIX)}[a-z0-9_]{{8}}{re.escape(SUFFIX)}"
OURS = re.compile(f"{WHOLE}|{PART}")
"""Names of files that a cache has written; in one that is not whole yet `mkstemp` has put the middle."""


class FileCache:
    """Files by their names: a SHA-256 in hexadecimal and an ending. Several processes may share the folder.

    Where it cannot be read or written, that is logged, and files are as if they had never been put there.
    """

    def __init__(self, folder: Path, capacity: int = CAPACITY) -> None:
        """`capacity`: bytes of all files together."""
        self._folder, self._capacity = folder, capacity

    def read(self, name: str) -> bytes | None:
        """The file of this name, None if there is none."""
        path = self._folder / name
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._log("cache_unreadable", error)
            return None
        with suppress(OSError):  # somebody else's file; then it goes in the order of its making
            os.utime(path)
        return content

    def put(self, name: str, content: bytes) -> None:
        """Put a file in its place whole, and evict those that are then too many."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(name, content)
        except OSError as error:
            self._log("cache_unwritable", error)
        else:
            self.evict()

    def evict(self) -> None:
        """Delete files that were not read for `MAX_IDLE`, and the least recently used beyond the capacity."""
        size, oldest = 0, time.time() - MAX_IDLE.total_seconds()
        try:
            for path, status in sorted(self._files(), key=lambda file: file[1].st_mtime, reverse=True):
                size += status.st_size
                if size > self._capacity or status.st_mtime < oldest:
                    self._delete(path)
        except FileNotFoundError:  # nothing was ever put there
            return
        except OSError as error:
            self._log("cache_unreadable", error)

    async def evict_daily(self) -> None:
        """Evict now and once a day, until this is cancelled: also where nothing is put for long."""
        while True:
            await anyio.to_thread.run_sync(self.evict)
            await anyio.sleep(DAY)

    def _write(self, name: str, content: bytes) -> None:
        descriptor, written = tempfile.mkstemp(SUFFIX, PREFIX, self._folder)
        try:
            with open(descriptor, "wb") as file:
                file.write(content)
            os.replace(written, self._folder / name)
        except OSError:
            os.unlink(written)
            raise

    def _delete(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:  # the others are evicted all the same
            self._log("cache_not_evicted", error)

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        for path in self._folder.iterdir():
            if OURS.fullmatch(path.name):
                with suppress(FileNotFoundError):  # another process has just evicted it
                    status = path.lstat()
                    if S_ISREG(status.st_mode):
                        yield path, status

    def _log(self, event: str, error: OSError) -> None:
        LOG.warning(event, folder=str(self._folder), error=error.strerror)
