"""Whether the disks of the league have room."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.store import Store
from arena.store.size import size_of

LEAST_FREE = 0.1
"""Of a disk."""
ROOM_FOR = 2
"""Times the database that must fit: a backup, and an upgrade that rebuilds it."""

DiskUsage = Callable[[Path], tuple[int, int, int]]
"""Bytes of the disk under a folder: all, used, free."""


@dataclass(frozen=True)
class Disk:
    """A disk under a folder of the league, and the database's size, in bytes."""

    folder: Path
    total: int
    free: int
    database: int

    @property
    def is_nearly_full(self) -> bool:
        """Whether less than a tenth is free, or less than twice the database."""
        return self.free < LEAST_FREE * self.total or self.free < ROOM_FOR * self.database


def disks_of(store: Store, backup_dir: Path | None, usage: DiskUsage = shutil.disk_usage) -> Iterator[Disk]:
    """The disk of a SQLite file and that of the backups, once if they are the same."""
    size = size_of(store)
    folders = [Path(str(store.url.database)).parent] if store.is_sqlite else []
    folders += [] if backup_dir is None else [existing(backup_dir)]
    seen: set[int] = set()
    for folder in folders:
        device = folder.stat().st_dev
        if device not in seen:
            seen.add(device)
            total, _, free = usage(folder)
            yield Disk(folder, total, free, size)


def existing(folder: Path) -> Path:
    """A folder, or the one in which it would be made."""
    absolute = folder.absolute()
    return next(each for each in (absolute, *absolute.parents) if each.exists())
