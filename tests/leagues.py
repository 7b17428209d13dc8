"""Leagues for tests: a clock that is put, secrets that are known, players with heroes of the roster."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, text

from arena import roster
from arena.desk.desk import Desk
from arena.desk.opening import open_desk
from arena.desk.peopling import people
from arena.league.calendar import Job

ZONE = "Europe/Moscow"
MONDAY = datetime(2026, 4, 20, 9, 0, tzinfo=UTC)
"""A Monday noon in Moscow."""
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
    """A league with a put clock and known secrets."""
    desk = open_desk(address, zone, clock or PutClock(), known_secret, **options)  # type: ignore[arg-type]
    try:
        yield desk
    finally:
        desk.store.close()


@contextmanager
def empty_address(kind: str, folder: Path) -> Iterator[str]:
    """The address of a database that does not exist yet (sqlite) or is empty (postgresql)."""
    if kind == "sqlite":
        yield str(folder / "league.sqlite")
        return
    server = create_engine(
        os.environ[TEST_DATABASE].replace("postgresql://", "postgresql+psycopg://"),
        isolation_level="AUTOCOMMIT",
    )
    name = f"arena_{uuid4().hex}"
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield server.url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()


def populate(desk: Desk, heroes: int) -> list[int]:
    """Participants with heroes of the roster, saved now; the heroes' ids, from 1 on in a fresh league."""
    designs = [roster.load(each) for each in roster.names()]
    names = [f"Hero {i}" for i in range(1, heroes + 1)]
    with desk.write() as (session, now):
        return people(session, now, names, [designs[i % len(designs)] for i in range(heroes)])
