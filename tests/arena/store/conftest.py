"""Databases by their bare store, without the league around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store import Store, open_store
from tests.conftest import DATABASES
from tests.leagues import MONDAY, empty_address


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of a database that does not exist yet, or is empty."""
    with empty_address(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """A fresh database of each kind."""
    store = open_store(address, MONDAY)
    yield store
    store.close()


@pytest.fixture
def sqlite_store(tmp_path) -> Iterator[Store]:
    store = open_store(str(tmp_path / "league.sqlite"), MONDAY)
    yield store
    store.close()
