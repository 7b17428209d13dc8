"""What tests of every room share: a league in SQLite, and in PostgreSQL where there is a server."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.desk.desk import Desk
from arena.logs import set_up_logs
from tests.leagues import TEST_DATABASE, PutClock, fresh_address, opened

pytest_plugins = ["tests.leaks"]

# Where it is set, each of the many programs that tests start would compile all of ours anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Thousands of tests stay for as long as a worker runs: to look through them for garbage again and again would
# take a seventh of the time.
gc.set_threshold(50_000)

NO_SERVER = pytest.mark.skipif(
    TEST_DATABASE not in os.environ, reason=f"{TEST_DATABASE} names no PostgreSQL server"
)
DATABASES = ["sqlite", pytest.param("postgresql", marks=NO_SERVER)]


def pytest_xdist_auto_num_workers() -> int:
    """More workers than processors by half: many tests wait for a program that they started."""
    processors = os.cpu_count() or 1
    return processors + (processors + 1) // 2


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of a database with empty tables for one test, on each kind of database."""
    with fresh_address(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def clock() -> PutClock:
    return PutClock()


@pytest.fixture
def desk(address: str, clock: PutClock) -> Iterator[Desk]:
    """A fresh league on each kind of database."""
    with opened(address, clock) as desk:
        yield desk


@pytest.fixture(autouse=True)
def _logs_as_they_come() -> Iterator[None]:
    """A command that a test ran has set up the logs of the whole process."""
    yield
    set_up_logs("warning")
