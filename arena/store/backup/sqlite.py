"""Backups of SQLite: databases themselves."""

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from arena.errors import ArenaError, refuse
from arena.store import schema
from arena.store.address import place, store_url
from arena.store.backup.checked import Backup, checked, damaged
from arena.store.backup.settling import settling
from arena.store.engine import LOCK_TIMEOUT, Store
from arena.store.failures import files_translated, told, translated
from arena.store.ground import prepare_ground
from arena.store.serving import sole_server
from arena.store.tables import METADATA

COMPANY = ("-wal", "-shm", "-journal", "")
"""What a database's files are called after its name; itself last."""

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"


def write_copy(url: URL, file: Path) -> None:
    """Write the database as it stands at one instant into an empty file; writers do not wait for it."""
    with translated(url), closing(sqlite3.connect(str(url.database), LOCK_TIMEOUT)) as connection:
        try:
            connection.execute("VACUUM INTO ?", (str(file),))
        except sqlite3.OperationalError:  # the file cannot be written; a damaged database is another error
            with translated(store_url(str(file))):
                raise


def check_copy(file: Path) -> Backup:
    """Open a backup, check all of it, and count the rows of our own tables: what else is in a file that
    somebody has given us is not even called by its name.

    Raises `ArenaError`: `backup-damaged`, `store-foreign`, `store-newer`.
    """
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            (state,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if state != "ok":
                raise damaged(file, state)
            broken = connection.execute("PRAGMA foreign_key_check").fetchone()
            if broken is not None:
                raise damaged(file, f"{broken[0]} {broken[1]} → {broken[2]}")
            found = {name for (name,) in connection.execute(TABLES)}
            ours = sorted(found & {*METADATA.tables, schema.VERSION_TABLE})
            counts = {table: f"SELECT count(*) FROM {_quoted(table)}" for table in ours}
            rows = {table: connection.execute(count).fetchone()[0] for table, count in counts.items()}
            version = None
            if rows.get(schema.VERSION_TABLE):
                (version,) = connection.execute(f"SELECT version_num FROM {schema.VERSION_TABLE}").fetchone()
    except sqlite3.Error as error:
        raise damaged(file, error) from error
    return checked(file, version, rows)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def restore_copy(backup: Backup, store: Store, overwrite: bool) -> None:
    """Put a backup in the database's place by one transaction of SQLite, so that who reads it at the time
    sees the one or the other; a damaged database is set aside first."""
    prepare_ground(store.url)
    with sole_server(store):
        _make_way(store, overwrite)
        with (
            _settled(backup, Path(str(store.url.database)).parent) as settled,
            translated(store.url),
            closing(sqlite3.connect(settled)) as source,
            closing(sqlite3.connect(str(store.url.database), store.lock_timeout)) as target,
        ):
            source.backup(target, progress=_patience(store))


@contextmanager
def _settled(backup: Backup, folder: Path) -> Iterator[Path]:
    """A copy of a backup, in `folder` for a while, that is ready to take a league's place."""
    with TemporaryDirectory(dir=folder, prefix=".restoring-") as place_:
        copy = Path(place_) / "league.sqlite"
        with files_translated(copy):
            shutil.copyfile(backup.file, copy)
        with translated(store_url(str(copy))), closing(sqlite3.connect(copy)) as connection, connection:
            for statement in settling(backup.rows):
                connection.execute(statement)
        yield copy


def _patience(store: Store) -> Callable[[int, int, int], None]:
    """To be asked after each try; Python would try for ever."""
    deadline = time.monotonic() + store.lock_timeout

    def is_over(state: int, remaining: int, pages: int) -> None:
        if state in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise told("store-locked", place(store.url), "database is locked")

    return is_over


def _make_way(store: Store, overwrite: bool) -> None:
    is_damaged = False
    try:
        with store.read() as session:
            if schema.version_of(session.connection()) is None:
                return
    except ArenaError as error:
        is_damaged = error.code == "store-damaged"
        if not is_damaged:
            raise
    if not overwrite:
        raise refuse("restore-exists", database=place(store.url))
    if is_damaged:
        store.close()
        _set_aside(Path(str(store.url.database)))
        prepare_ground(store.url)


def _set_aside(file: Path) -> None:
    """Rename a damaged database: somebody may still get something out of it."""
    names = (f"{file.name}.damaged-{number}" for number in count(1))
    name = next(each for each in names if not file.with_name(each).exists())
    with files_translated(file):
        for suffix in COMPANY:
            part = file.with_name(file.name + suffix)
            if part.exists():
                part.rename(file.with_name(name + suffix))
