"""One server for a SQLite file: two would each believe that nobody else holds rooms and sends messages."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import refuse
from arena.store.address import place
from arena.store.engine import Store
from arena.store.failures import files_translated
from arena.store.ground import PRIVATE


@contextmanager
def sole_server(store: Store) -> Iterator[None]:
    """Be the only server of a SQLite file within the block; PostgreSQL may have many. Commands beside a
    server do not ask. The death of the process, however it comes, ends the block.

    Raises `ArenaError` `store-already-served`, `store-read-only`.
    """
    if not store.is_sqlite:
        yield
        return
    # By the file's true name, so that a link to it is no second database. The lock's file stays: to remove
    # it would let two servers hold a lock of one name.
    lock = Path(os.path.realpath(str(store.url.database)) + ".serving")
    with files_translated(lock):
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, PRIVATE)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            process = os.pread(handle, 20, 0).decode("ascii", "replace")
            raise refuse("store-already-served", database=place(store.url), process=process) from error
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)
