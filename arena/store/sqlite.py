"""What is SQLite's own: how a connection is set up, and the log that lets readers and the writer be."""

import sqlite3
import time
from contextlib import closing

from sqlalchemy import URL

from arena.store.failures import translated

BETWEEN_TRIES = 0.01
"""Seconds."""


def set_up(connection: sqlite3.Connection, lock_timeout: float) -> None:
    """Prepare a new connection, which waits `lock_timeout` seconds for a lock."""
    connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
    for pragma in (
        f"busy_timeout={int(lock_timeout * 1000)}",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        "trusted_schema=OFF",
        "secure_delete=ON",  # what was forgotten is not to be found in the file
    ):
        connection.execute(f"PRAGMA {pragma}")


def forbid_writing(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only=ON")


def use_write_ahead_log(url: URL, lock_timeout: float) -> None:
    """Have SQLite keep changes in a log beside the file, from now on and for all.

    Raises `ArenaError`: `store-locked` and the others of `Store.write`.
    """
    with translated(url), closing(sqlite3.connect(str(url.database))) as connection:
        set_up(connection, lock_timeout)
        deadline = time.monotonic() + lock_timeout
        while True:  # of two that change it at once SQLite refuses one without waiting
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                    raise
            time.sleep(BETWEEN_TRIES)
