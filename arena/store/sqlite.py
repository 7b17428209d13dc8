"""What is SQLite's own: how a connection is set up, and the log that lets readers and the writer be."""

import sqlite3
import time
from contextlib import closing

from sqlalchemy import URL, Connection

from arena.store.failures import translated

BETWEEN_TRIES = 0.01
"""Seconds."""
BETWEEN_WRITERS = 0.001
"""Seconds between two looks whether the writer before has ended."""


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


def begin_writing(connection: Connection, seconds: float, lock_timeout: float) -> None:
    """Begin a write transaction, once nobody else writes, which is waited for so many seconds. Within it
    `lock_timeout` holds.

    SQLite's own waiting sleeps longer and longer, up to a tenth of a second: whoever writes in one
    transaction after another, as a run at work does, would keep all others out.
    """
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    deadline = time.monotonic() + seconds
    driver.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                driver.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() > deadline:
                    break
            time.sleep(BETWEEN_WRITERS)
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # once more, so that what is wrong comes translated
    finally:
        driver.execute(f"PRAGMA busy_timeout={int(lock_timeout * 1000)}")


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorname.startswith("SQLITE_BUSY")


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
                if not _is_busy(error) or time.monotonic() > deadline:
                    raise
            time.sleep(BETWEEN_TRIES)
