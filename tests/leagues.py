"""Leagues for tests: a clock that is put, secrets that are known, players with heroes of the roster."""

import atexit
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from sqlalchemy import Engine, create_engine, delete, make_url, text

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.peopling import people
from arena.desk.opening import open_desk
from arena.league.calendar import Job
from arena.store import open_store
from arena.store.tables import METADATA, Installation
from tests.waiting import LONGEST

ZONE = "Europe/Moscow"
MONDAY = datetime(2026, 4, 20, 9, 0, tzinfo=UTC)
"""A Monday noon in Moscow."""
LARGE_DATABASE = 50_000_000
"""Bytes; a league of a few heroes has a fifth of that."""
TEST_DATABASE = "ARENA_TEST_DATABASE_URL"
"""Names a PostgreSQL server on which tests may make databases."""


class PutClock:
    """A clock that stands until it is put."""

    def __init__(self, now: datetime = MONDAY) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def put(self, *moment: int) -> None:
        """Put to year, month, day, hour, minute … of UTC."""
        self.now = datetime(*moment, tzinfo=UTC)  # type: ignore[arg-type,misc]

    def advance(self, **span: float) -> None:
        self.now += timedelta(**span)


def known_secret(job: Job, number: int) -> bytes:
    """The same secrets in every league."""
    return hashlib.sha256(f"{job} {number}".encode()).digest()


@contextmanager
def opened(
    address: str, clock: PutClock | None = None, zone: str = ZONE, **options: object
) -> Iterator[Desk]:
    """A league with a put clock and known secrets. A file that is not there yet gets its tables by a copy: to
    make them takes longer than most tests."""
    file = Path(address)
    if file.is_absolute() and file.parent.exists() and not file.exists():
        shutil.copy(_sqlite_with_tables(), file)
    desk = open_desk(address, zone, clock or PutClock(), known_secret, **options)  # type: ignore[arg-type]
    try:
        yield desk
    finally:
        desk.store.close()


def open_transactions(desk: Desk) -> tuple[int, int]:
    """How many transactions read, and how many write, now."""
    reading, writing = desk.store._reader.pool, desk.store._writer.pool
    return reading.checkedout(), writing.checkedout()  # type: ignore[attr-defined]  # pools that count


@contextmanager
def empty_address(kind: str, folder: Path) -> Iterator[str]:
    """The address of a database that does not exist yet (sqlite) or is empty (postgresql)."""
    if kind == "sqlite":
        yield str(folder / "league.sqlite")
    else:
        with _database() as address:
            yield address


@contextmanager
def fresh_address(kind: str, folder: Path) -> Iterator[str]:
    """The address of a database with its tables and nothing in them. Those of PostgreSQL are used again: to
    make one takes longer than most tests."""
    if kind == "sqlite":
        shutil.copy(_sqlite_with_tables(), folder / "league.sqlite")
        yield str(folder / "league.sqlite")
        return
    address = _SPARE.pop() if _SPARE else _postgresql_with_tables()
    try:
        yield address
    finally:
        _empty_tables(address)
        _SPARE.append(address)


_SPARE: list[str] = []
"""Databases of PostgreSQL that are free again."""


@cache
def _sqlite_with_tables() -> str:
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    address = str(Path(folder.name) / "template.sqlite")
    _make_tables(address)
    return address


def _postgresql_with_tables() -> str:
    """A database that is gone when the tests end."""
    database = ExitStack()
    address = database.enter_context(_database())
    atexit.register(database.close)
    _make_tables(address)
    return address


def _make_tables(address: str) -> None:
    store = open_store(address, MONDAY)
    with store.write() as session:
        session.exec(delete(Installation))
    store.close()


def _empty_tables(address: str) -> None:
    """Whoever is still connected is cut off first: a process that was killed holds its locks for a while.
    Rows are deleted, unless there are many: to truncate as many tables takes longer than most tests."""
    engine = _engine(address)
    with engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
        names = [f'"{table.name}"' for table in reversed(METADATA.sorted_tables)]
        if connection.scalar(text("SELECT pg_database_size(current_database())")) > LARGE_DATABASE:
            connection.execute(text(f"TRUNCATE {', '.join(names)}"))
        else:
            connection.execute(text("; ".join(f"DELETE FROM {name}" for name in names)))
        used = connection.scalars(
            text("SELECT quote_ident(sequencename) FROM pg_sequences WHERE last_value IS NOT NULL")
        )
        for sequence in used.all():
            connection.execute(text(f"ALTER SEQUENCE {sequence} RESTART"))
    engine.dispose()


@contextmanager
def _database() -> Iterator[str]:
    """An empty database of PostgreSQL, gone at the end."""
    server = _engine(os.environ[TEST_DATABASE])
    name = f"arena_{uuid4().hex}"
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield server.url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()


def _engine(address: str) -> Engine:
    url = make_url(address).set(drivername="postgresql+psycopg")
    patience = {"options": f"-c lock_timeout={LONGEST}s"}  # by itself it waits for a lock for ever
    return create_engine(url, connect_args=patience, isolation_level="AUTOCOMMIT")


def populate(desk: Desk, heroes: int) -> list[int]:
    """Participants with heroes of the roster, saved now; the heroes' ids, from 1 on in a fresh league."""
    designs = [roster.load(each) for each in roster.names()]
    names = [f"Hero {i}" for i in range(1, heroes + 1)]
    with desk.write() as (session, now):
        return people(session, now, names, [designs[i % len(designs)] for i in range(heroes)])
