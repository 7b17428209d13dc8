"""What a backup is once it was opened and counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, refuse
from arena.store import schema
from arena.store.failures import told
from arena.store.tables import METADATA


@dataclass(frozen=True)
class Backup:
    """A backup that was read to its end: its size in bytes, the version of its tables, and their rows."""

    file: Path
    size: int
    version: str
    rows: Mapping[str, int]


def checked(file: Path, version: str | None, rows: Mapping[str, int]) -> Backup:
    """The backup in a file, of which `version` and `rows` were read.

    Raises `ArenaError`: `store-foreign`, `store-newer`, `backup-damaged`.
    """
    if version is None:
        raise refuse("store-foreign", database=str(file))
    known = schema.known_versions()
    if version not in known:
        schema.check(version, str(file))
    missing = sorted(set(METADATA.tables) - set(rows))
    if version == known[-1] and missing:
        raise damaged(file, f"no table {', '.join(missing)}")
    return Backup(file, file.stat().st_size, version, dict(rows))


def damaged(file: Path, said: object) -> ArenaError:
    """`backup-damaged`."""
    return told("backup-damaged", str(file), said)
