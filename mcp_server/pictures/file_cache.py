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

from arena.logs import LOG

MOST_BYTES = 1_000_000_000
"""In all; those that were asked for longest ago go first."""
LONGEST = timedelta(days=30)
"""For which a file stays that nobody asks for: of who was forgotten, nobody can."""
BEING_WRITTEN = ".arena-"
"""What the name of a file begins with that is not whole yet."""
OURS = re.compile(rf"[0-9a-f]{{64}}\.[a-z]+|{re.escape(BEING_WRITTEN)}.+")


class FileCache:
    """Files by their names: a SHA-256 in hexadecimal and an ending. Several processes may share the folder.

    Where it cannot be read or written, that is logged, and files are as if they had never been put there.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most_bytes = folder, most_bytes

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
        """Put a file in its place whole, and let go those that are too old or too many."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(name, content)
            self._evict()
        except OSError as error:
            self._log("cache_unwritable", error)

    def _write(self, name: str, content: bytes) -> None:
        descriptor, written = tempfile.mkstemp(prefix=BEING_WRITTEN, dir=self._folder)
        try:
            with open(descriptor, "wb") as file:
                file.write(content)
            os.replace(written, self._folder / name)
        except OSError:
            os.unlink(written)
            raise

    def _evict(self) -> None:
        size, oldest = 0, time.time() - LONGEST.total_seconds()
        for path, status in sorted(self._files(), key=lambda file: file[1].st_mtime, reverse=True):
            size += status.st_size
            if size > self._most_bytes or status.st_mtime < oldest:
                path.unlink(missing_ok=True)

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        for path in self._folder.iterdir():
            if OURS.fullmatch(path.name):
                with suppress(FileNotFoundError):  # another process has just let it go
                    yield path, path.stat()

    def _log(self, event: str, error: OSError) -> None:
        LOG.warning(event, folder=str(self._folder), error=error.strerror)
