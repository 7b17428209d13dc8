"""A folder of files that were costly to make. What is not there can be made again."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from arena.logs import LOG

MOST_BYTES = 1_000_000_000
"""In all; those that were asked for longest ago go first."""


class KeptFiles:
    """Files by their names. Several processes may share the folder."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most_bytes = folder, most_bytes

    def read(self, name: str) -> bytes | None:
        """The file of this name, None if there is none."""
        path = self._folder / name
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return content

    def keep(self, name: str, content: bytes) -> None:
        """Put a file in its place whole, and let others go if it is too many. Where nothing can be written it
        is logged, and not kept."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".", delete=False) as file:
                file.write(content)
            os.replace(file.name, self._folder / name)
        except OSError as error:
            LOG.warning("file_not_kept", folder=str(self._folder), error=str(error))
            return
        self._thin_out()

    def _thin_out(self) -> None:
        newest_first = sorted(self._files(), key=lambda file: file[1].st_mtime, reverse=True)
        size = 0
        for path, status in newest_first:
            size += status.st_size
            if size > self._most_bytes:
                path.unlink(missing_ok=True)

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):  # another process has just let it go
                yield path, path.stat()
