"""Opening the database: where it lies, whether it may be used, and what a new one begins with."""

import os
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sqlmodel import Session

from arena.errors import refuse
from arena.store import schema
from arena.store.address import place, store_url
from arena.store.engine import LOCK_TIMEOUT, Store
from arena.store.failures import files_translated
from arena.store.ground import prepare_ground
from arena.store.serving import sole_server
from arena.store.sqlite import use_write_ahead_log
from arena.store.tables import Installation

BALLOT_KEY_BYTES = 32


def open_store(
    address: str,
    now: datetime,
    furnish: Callable[[Session], None] = lambda session: None,
    *,
    local: bool = False,
    lock_timeout: float = LOCK_TIMEOUT,
) -> Store:
    """Open a database; a fresh one is made, and `furnish` adds what it begins with in one transaction with
    its `Installation`. Several programs may do so at once.

    Raises `ArenaError`: `store-address`, `store-network`, `store-old`, `store-newer`, `store-foreign`, and
    what `Store.write` raises. A database that is refused is left as it was.
    """
    store = Store(store_url(address), lock_timeout)
    try:
        if store.is_sqlite:
            prepare_ground(store.url)
        if not _is_ready(store):
            _make_tables(store)
        if _is_bare(store):
            _move_in(store, now, furnish, local)
    except BaseException:
        store.close()
        raise
    return store


def existing_store(address: str) -> Store:
    """A database as it is, of whatever version, to back it up or to see what is wrong with it.

    Raises `ArenaError`: `store-address`, `store-missing` for a file that is not there, `store-unreachable`
    for one that cannot be looked at.
    """
    url = store_url(address)
    store = Store(url)
    if store.is_sqlite:
        with files_translated(Path(place(url))):
            if not os.path.lexists(place(url)):
                raise refuse("store-missing", database=place(url))
            os.stat(place(url))
    return store


def upgrade_store(address: str) -> tuple[str | None, str]:
    """Bring an older database to the version that this program needs; give both. An empty one gets tables.

    Raises `ArenaError`: what `open_store` raises except `store-old`, and `store-already-served`.
    """
    store = Store(store_url(address))
    try:
        if store.is_sqlite:
            prepare_ground(store.url)
        with store.read() as session:
            found = schema.version_of(session.connection())
        newest = schema.known_versions()[-1]
        if found is not None and found not in schema.known_versions():
            schema.check(found, place(store.url))
        if found != newest:
            with sole_server(store):
                _make_tables(store)
        return found, newest
    finally:
        store.close()


def _is_ready(store: Store) -> bool:
    """Whether the database has its tables and its log; if it has others it is refused, untouched."""
    with store.read() as session:
        connection = session.connection()
        found = schema.version_of(connection)
        if found is None:
            return False
        schema.check(found, place(store.url))
        return not store.is_sqlite or connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def _make_tables(store: Store) -> None:
    if store.is_sqlite:
        use_write_ahead_log(store.url, store.lock_timeout)
    with store.connect() as connection:
        schema.upgrade(connection)


def _is_bare(store: Store) -> bool:
    with store.read() as session:
        return session.get(Installation, 1) is None


def _move_in(store: Store, now: datetime, furnish: Callable[[Session], None], local: bool) -> None:
    with store.write() as session:
        if session.get(Installation, 1) is not None:
            return  # somebody else was quicker
        key = secrets.token_bytes(BALLOT_KEY_BYTES)
        session.add(Installation(created_at=now, local=local, ballot_key=key))
        furnish(session)
