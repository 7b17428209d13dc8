"""The engine: many readers beside one writer, on SQLite and PostgreSQL alike.

A write transaction takes the writers' lock as it begins (SQLite: BEGIN IMMEDIATE; PostgreSQL: an advisory
lock), so that whoever asks the clock inside one writes in the order of the clock, and what it has read is
still so when it commits. A read transaction sees one state throughout.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.pool import NullPool
from sqlmodel import Session

from arena.store import sqlite
from arena.store.failures import translated

READERS = 8
WRITERS_LOCK = 0x4865726F  # "Hero": any number that nobody else in this database takes
LOCK_TIMEOUT = 30.0
"""Seconds that a transaction waits for the writer before it."""
BRIEF_LOCK_TIMEOUT = 0.05
"""Of a transaction that may be left out."""
CONNECT_TIMEOUT = 10
"""Seconds that a PostgreSQL server has to answer."""
CONNECTING = {
    "connect_timeout": CONNECT_TIMEOUT,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
"""How libpq connects: a server that is not there any more is given up after a minute. The last one is in
milliseconds."""
DEADLINE = "writes_by"
"""The option of a connection that says when its transaction gives up to wait for the writer before it."""


class Store:
    """A database. Safe for threads; one for each process.

    A thread begins no transaction inside a write transaction of its own: it would wait for itself.
    """

    def __init__(self, url: URL, lock_timeout: float = LOCK_TIMEOUT) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.lock_timeout = lock_timeout
        self._writer = self._pool(1, writes=True)
        self._reader = self._pool(READERS, writes=False)
        # Not of the writers' pool, in which one waits for the other for as long as that takes.
        self._brief = self._engine(True, min(BRIEF_LOCK_TIMEOUT, lock_timeout), poolclass=NullPool)

    def close(self) -> None:
        """Close all connections."""
        self._writer.dispose()
        self._reader.dispose()

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A write transaction, committed at the end unless the block raises.

        Raises `ArenaError`: `store-locked`, `store-full`, `store-disk`, `store-read-only`, `store-damaged`,
        `store-unreachable`.
        """
        with translated(self.url), _session(self._writer, self._deadline_options()) as session:
            yield session

    @contextmanager
    def write_connection(self) -> Iterator[Connection]:
        """As `write`, but gives SQLAlchemy's connection: to make a session takes longer than the one or two
        statements of a check. Raises what `write` does."""
        options = self._deadline_options()
        with (
            translated(self.url),
            self._writer.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def write_if_free(self) -> Iterator[Session]:
        """A write transaction that is refused as `store-locked` almost at once where somebody else writes.
        Raises what `write` does."""
        with translated(self.url), _session(self._brief) as session:
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A read transaction: one state of the database, which it cannot change. Raises what `write` does."""
        with translated(self.url, reading=True), _session(self._reader) as session:
            yield session

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """A bare connection, for migrations; its transactions write. Raises what `write` raises."""
        engine = self._engine(True, self.lock_timeout, poolclass=NullPool)
        with translated(self.url), engine.connect() as connection:
            yield connection

    def seconds(self, session: Session) -> float:
        """The clock that leases are measured by, in seconds of the epoch: that of PostgreSQL's server, which
        its clients share, or that of the machine on which the SQLite file lies."""
        if self.is_sqlite:
            return time.time()
        return float(session.connection().scalar(text("SELECT extract(epoch FROM clock_timestamp())")))

    def _deadline_options(self) -> dict[str, float]:
        """Options of a connection with one deadline for all that its transaction waits for: the connection,
        then the lock."""
        return {DEADLINE: time.monotonic() + self.lock_timeout}

    def _pool(self, size: int, writes: bool) -> Engine:
        return self._engine(
            writes,
            self.lock_timeout,
            pool_size=size,
            max_overflow=0,
            pool_timeout=self.lock_timeout,
            pool_pre_ping=not self.is_sqlite,  # a server may have been started anew
        )

    def _engine(self, writes: bool, lock_timeout: float, **options: Any) -> Engine:
        options["hide_parameters"] = True  # of a statement that fails: they may be keys, rules, addresses
        if self.is_sqlite:
            engine = create_engine(self.url, connect_args={"check_same_thread": False}, **options)
            event.listen(engine, "connect", lambda driver, record: sqlite.set_up(driver, lock_timeout))
            if not writes:
                event.listen(engine, "connect", lambda driver, record: sqlite.forbid_writing(driver))
        else:
            level = "READ COMMITTED" if writes else "REPEATABLE READ"
            engine = create_engine(self.url, connect_args=CONNECTING, isolation_level=level, **options)
        begin = partial(self._begin_writing, lock_timeout) if writes else self._begin_reading
        event.listen(engine, "begin", begin)
        return engine

    def _begin_writing(self, lock_timeout: float, connection: Connection) -> None:
        deadline = connection.get_execution_options().get(DEADLINE)
        left = lock_timeout if deadline is None else max(0.0, deadline - time.monotonic())
        if self.is_sqlite:
            sqlite.begin_writing(connection, left, lock_timeout)
        else:  # to which none at all would be no limit
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {max(1, int(left * 1000))}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS_LOCK})")

    def _begin_reading(self, connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if self.is_sqlite else "SET TRANSACTION READ ONLY")


@contextmanager
def _session(engine: Engine, options: Mapping[str, Any] | None = None) -> Iterator[Session]:
    with Session(engine, expire_on_commit=False) as session, session.begin():
        session.connection(execution_options=options)
        yield session
