"""Taking and restoring a backup, of either kind of database."""

import errno
import os
import tempfile
from dataclasses import replace
from pathlib import Path

from arena.errors import refuse
from arena.store.address import store_url
from arena.store.backup import postgresql, sqlite
from arena.store.backup.checked import Backup
from arena.store.engine import LOCK_TIMEOUT, Store
from arena.store.failures import files_translated

UNFINISHED = ".unfinished"
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)
"""What a disk says that knows no links, as those of cameras and some networks."""


def back_up(store: Store, file: Path) -> Backup:
    """Write the database as it stands at one instant into a new file, while others write on; check it, and
    only then give it its name.

    SQLite makes a database of it, PostgreSQL an archive of pg_dump. Raises `ArenaError`: `backup-exists`,
    `backup-folder`, `backup-damaged`, `backup-tool`, `backup-failed`, and what `Store.read` raises, of the
    database or of the file.
    """
    file = Path(os.path.abspath(file))
    if file.exists():
        raise refuse("backup-exists", file=str(file))
    if not file.parent.is_dir():
        raise refuse("backup-folder", folder=str(file.parent))
    with files_translated(file):
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=UNFINISHED, dir=file.parent)
        os.close(handle)
    unfinished = Path(name)
    try:
        (sqlite.write_copy if store.is_sqlite else postgresql.write_copy)(store.url, unfinished)
        backup = _check_copy(store, unfinished)
        with files_translated(file):
            _sync(unfinished)
            _give_name(unfinished, file)
            _sync(file.parent)
    finally:
        unfinished.unlink(missing_ok=True)
    return replace(backup, file=file)


def restore(
    file: Path, address: str, *, overwrite: bool = False, lock_timeout: float = LOCK_TIMEOUT
) -> Backup:
    """Check a backup and make the database at `address` what it holds, in one step that happens or does not.
    One of an older version is then upgraded with `upgrade_store`.

    Raises `ArenaError`: `restore-exists` unless the database is empty or `overwrite` says so, `restore-older`
    for one of PostgreSQL that is newer than the backup, `store-foreign` (what is not ours is never
    overwritten), `store-already-served`, `backup-damaged`, `backup-tool`, `backup-failed`, and what
    `open_store` raises.
    """
    store = Store(store_url(address), lock_timeout)
    try:
        backup = _check_copy(store, Path(os.path.abspath(file)))
        (sqlite.restore_copy if store.is_sqlite else postgresql.restore_copy)(backup, store, overwrite)
    finally:
        store.close()
    return backup


def _give_name(unfinished: Path, file: Path) -> None:
    """Only if nobody has made such a file meanwhile: nothing is ever overwritten."""
    try:
        os.link(unfinished, file)
    except FileExistsError:
        raise refuse("backup-exists", file=str(file)) from None
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _take_name(file)
        unfinished.replace(file)


def _take_name(file: Path) -> None:
    """Where a disk knows no links: an empty file that is ours, to be replaced."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise refuse("backup-exists", file=str(file)) from None


def _check_copy(store: Store, file: Path) -> Backup:
    return (sqlite.check_copy if store.is_sqlite else postgresql.check_copy)(file)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
