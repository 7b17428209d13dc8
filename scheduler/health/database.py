"""The database: whether it answers, is whole, and has the tables that this program knows."""

import sqlite3

from sqlalchemy import text, update
from sqlmodel import col

from arena.errors import ArenaError
from arena.excerpt import printable
from arena.store import Store, schema
from arena.store.address import place
from arena.store.size import size_of
from arena.store.tables import Installation
from scheduler.health.finding import Finding, doubtful, fine, refused, wrong

MEGABYTE = 1_000_000
MENDED = ((3, 44, 6), (3, 50, 7), (3, 51, 3))
"""SQLite's versions in which its log cannot be damaged by two connections at once (sqlite.org/wal.html,
"WAL-reset bug"): within the first two lines from that one on, and all from the last on."""
LONGEST = 200


def look_at_database(store: Store) -> list[Finding]:
    """Reach it and check that it is whole. Raises what `Store.read` raises."""
    size = size_of(store) // MEGABYTE
    if not store.is_sqlite:
        with store.read() as session:
            version = session.connection().scalar(text("SHOW server_version"))
        return [fine("database", database=place(store.url), size=size, engine=f"PostgreSQL {version}")]
    with store.read() as session:
        state = session.connection().exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if state != "ok":
        said = printable(str(state), LONGEST)
        return [wrong("database", "store-damaged", database=place(store.url), said=said)]
    version = sqlite3.sqlite_version
    found = [fine("database", database=place(store.url), size=size, engine=f"SQLite {version}")]
    if not has_mended_log(sqlite3.sqlite_version_info):
        found.append(doubtful("sqlite", "health-sqlite", version=version))
    return found


def look_at_tables(store: Store) -> Finding:
    """Whether the tables are of the version that this program needs. Raises what `Store.read` raises."""
    with store.read() as session:
        try:
            version = schema.version_of(session.connection())
            if version is None:
                return doubtful("tables", "health-empty", database=place(store.url))
            schema.check(version, place(store.url))
        except ArenaError as error:
            if error.code not in ("store-old", "store-newer", "store-foreign"):
                raise
            return refused("tables", error)[0]
    return fine("tables", version=version)


def look_at_writing(store: Store) -> None:
    """Write something, and leave everything as it was. Raises what `Store.write_if_free` raises."""
    with store.write_if_free() as session:
        for _ in range(2):  # to write what is there already writes nothing
            session.connection().execute(update(Installation).values(local=~col(Installation.local)))


def has_mended_log(version: tuple[int, ...]) -> bool:
    """Whether this version of SQLite is free of the fault."""
    *lines, last = MENDED
    return version >= last or any(version[:2] == line[:2] and version >= line for line in lines)
