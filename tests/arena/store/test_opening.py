"""Opening: a fresh database is made whole, once; one that is there is taken as it is."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlmodel import select

from arena.errors import ArenaError
from arena.store import Store, existing_store, open_store, schema, upgrade_store
from arena.store.address import place, store_url
from arena.store.serving import sole_server
from arena.store.tables import Installation, Player
from tests.arena.store.processes import in_processes
from tests.leagues import MONDAY
from tests.waiting import LONGEST


def test_the_folder_of_a_fresh_file_is_made(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "down" / "Лига 100%.sqlite"
    open_store(str(file), MONDAY).close()
    assert file.stat().st_size > 0


def test_a_fresh_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "league.sqlite"
    open_store(str(file), MONDAY).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    file = tmp_path / "league.sqlite"
    file.touch()
    open_store(str(file), MONDAY).close()
    assert file.stat().st_size > 0


def test_a_relative_path_stays_the_same_file_when_the_folder_changes(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store("league.sqlite", MONDAY)
    monkeypatch.chdir("/")
    with store.read() as session:
        assert session.get(Installation, 1) is not None
    store.close()
    assert store.url.database == str(tmp_path / "league.sqlite")


def test_a_second_opening_keeps_what_the_first_one_made(address: str) -> None:
    furnished = []
    for local in (True, False):
        store = open_store(address, MONDAY, furnished.append, local=local)
        with store.read() as session:
            installation = session.exec(select(Installation)).one()
        store.close()
        assert (installation.local, installation.created_at) == (True, MONDAY)
    assert len(furnished) == 1


def test_what_it_begins_with_is_written_with_the_installation_or_not_at_all(address: str) -> None:
    def fail(session: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        open_store(address, MONDAY, fail)
    furnished = []
    open_store(address, MONDAY, furnished.append).close()
    assert len(furnished) == 1


def test_processes_that_make_one_database_at_once_all_succeed(address: str) -> None:
    def work(number: int) -> None:
        def furnish(session) -> None:
            session.add(Player(name=str(number), name_key=str(number), lang="ru", created_at=MONDAY))

        open_store(address, MONDAY, furnish).close()

    assert in_processes(6, work) == [0] * 6
    store = open_store(address, MONDAY)
    with store.read() as session:
        assert len(session.exec(select(Installation)).all()) == 1
        assert len(session.exec(select(Player)).all()) == 1
    store.close()


def test_a_database_that_is_there_is_opened_while_somebody_writes(address: str) -> None:
    store = open_store(address, MONDAY)
    furnished: list[object] = []
    with store.write() as session:
        session.add(Player(name="Anna", name_key="anna", lang="ru", created_at=MONDAY))
        session.flush()
        other = open_store(address, MONDAY, furnished.append, lock_timeout=0.05)
        with other.read() as reading:
            assert reading.get(Installation, 1) is not None
            assert reading.exec(select(Player)).all() == [], "what is not committed is not there yet"
        with pytest.raises(ArenaError) as caught, other.write():
            pass
        assert caught.value.code == "store-locked", "the writer is still at it"
    with other.write() as session:
        assert session.exec(select(Player.name)).all() == ["Anna"]
    assert furnished == []
    other.close()
    store.close()


def test_a_database_that_is_there_is_opened_without_the_migrations_library(address: str) -> None:
    open_store(address, MONDAY).close()
    program = (
        "import sys; from datetime import UTC, datetime; from arena.store import open_store;"
        "open_store(sys.argv[1], datetime.now(UTC)); print('alembic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, address], capture_output=True, text=True, timeout=LONGEST, check=True
    )
    assert done.stdout == "False\n"


def test_a_file_without_a_write_ahead_log_gets_one(tmp_path: Path) -> None:
    """A backup that was copied into place has none."""
    file = tmp_path / "league.sqlite"
    open_store(str(file), MONDAY).close()
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
    connection.close()
    open_store(str(file), MONDAY).close()
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("/var/lib/arena.sqlite", "sqlite:////var/lib/arena.sqlite"),
        ("sqlite:////var/lib/arena.sqlite", "sqlite:////var/lib/arena.sqlite"),
        ("/a/../b c.db", "sqlite:////b c.db"),
        ("postgres://u:p@h/db", "postgresql+psycopg://u:p@h/db"),
        ("postgresql+psycopg2://h/db?sslmode=require", "postgresql+psycopg://h/db?sslmode=require"),
        ("postgresql://u@h/db?password=p", "postgresql+psycopg://u:p@h/db"),
    ],
)
def test_addresses_are_read_as_people_write_them(address: str, url: str) -> None:
    assert store_url(address).render_as_string(hide_password=False) == url


def test_a_path_begins_at_home_with_a_tilde() -> None:
    assert store_url("~/league.sqlite").database == os.path.expanduser("~/league.sqlite")
    assert store_url("sqlite:///~/league.sqlite").database == os.path.expanduser("~/league.sqlite")


@pytest.mark.parametrize(
    "address",
    [
        "",
        ":memory:",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///league.db?mode=memory&uri=true",
        "a\0b",
        "mysql://u:secret@h/db",
        "postgresql+asyncpg://u:secret@h/db",
        "postgresql://u:secret@h:port/db",
        "postgresql://u:secret@[::1/db",
        "://secret",
    ],
)
def test_an_address_of_no_database_of_ours_is_refused_and_its_password_not_told(address: str) -> None:
    with pytest.raises(ArenaError) as caught:
        open_store(address, MONDAY)
    assert caught.value.code == "store-address"
    assert "secret" not in caught.value.text("en")


def test_a_database_is_named_without_its_password() -> None:
    assert place(store_url("postgresql://u:secret@h/db")) == "postgresql://u:***@h/db"
    assert place(store_url("postgresql://u@h/db?password=secret")) == "postgresql://u:***@h/db"


def test_a_database_is_looked_at_whatever_its_version(address: str) -> None:
    open_store(address, MONDAY).close()
    store = existing_store(address)
    with store.read() as session:
        assert schema.version_of(session.connection()) == schema.known_versions()[-1]
    store.close()


def test_a_look_at_a_file_that_is_not_there_makes_none(tmp_path: Path) -> None:
    with pytest.raises(ArenaError) as caught:
        existing_store(str(tmp_path / "none.sqlite"))
    assert caught.value.code == "store-missing"
    assert list(tmp_path.iterdir()) == []


def test_an_upgrade_of_an_empty_database_makes_its_tables_and_of_a_new_one_nothing(address: str) -> None:
    newest = schema.known_versions()[-1]
    assert upgrade_store(address) == (None, newest)
    open_store(address, MONDAY).close()
    assert upgrade_store(address) == (newest, newest)


def test_a_database_that_is_served_is_not_upgraded(sqlite_store: Store, monkeypatch) -> None:
    known = schema.known_versions()
    monkeypatch.setattr(schema, "known_versions", lambda: [*known, "9999"])
    with sole_server(sqlite_store), pytest.raises(ArenaError) as caught:
        upgrade_store(str(sqlite_store.url.database))
    assert caught.value.code == "store-already-served"
