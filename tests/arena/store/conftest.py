"""Databases by their bare store, without the league around it."""

from collections.abc import Iterator

import pytest

from arena.store import Store, open_store
from tests.leagues import MONDAY


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
