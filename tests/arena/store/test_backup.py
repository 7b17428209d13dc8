"""Backups: whole, checked, and restored in one step or not at all."""

import errno
import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import select

from arena.errors import ArenaError
from arena.store import Store, open_store, schema, upgrade_store
from arena.store.address import store_url
from arena.store.backup import Backup, back_up, postgresql, restore, sqlite, taking
from arena.store.serving import sole_server
from arena.store.tables import METADATA, BrowserSession, Player, SignInLink
from tests.arena.store.league_rows import add_heroes, add_run, counts
from tests.leagues import MONDAY, empty_address
from tests.waiting import join_all


@pytest.fixture
def full_store(store: Store) -> Store:
    with store.write() as session:
        add_heroes(session, 2)
        add_run(session, 0, 4)
    return store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "Копия 1.bak"


@pytest.fixture
def other(store: Store, tmp_path: Path):
    """The address of another database of the same kind, which is empty."""
    kind = "sqlite" if store.is_sqlite else "postgresql"
    folder = tmp_path / "other"
    with empty_address(kind, folder) as address:
        yield address


def rows(store: Store) -> dict[str, int]:
    with store.read() as session:
        return counts(session)


def names(address: str) -> list[str]:
    store = open_store(address, MONDAY)
    with store.read() as session:
        found = list(session.exec(select(Player.name)).all())
    store.close()
    return found


def add(store: Store, name: str) -> None:
    with store.write() as session:
        session.add(Player(name=name, name_key=name, lang="ru", created_at=MONDAY))


def fails(code: str, *args, **options) -> ArenaError:
    function = restore if isinstance(args[1], str) else back_up
    with pytest.raises(ArenaError) as caught:
        function(*args, **options)
    assert caught.value.code == code
    for locale in ("ru", "en", "es"):
        assert caught.value.text(locale)
    return caught.value


# Taking


def test_a_backup_says_what_is_in_it(full_store: Store, file: Path) -> None:
    backup = back_up(full_store, file)
    assert (backup.file, backup.size) == (file, file.stat().st_size)
    assert {name: backup.rows[name] for name in rows(full_store)} == rows(full_store)
    assert backup.version == schema.known_versions()[-1]


def test_a_backup_is_for_its_owner_alone(full_store: Store, file: Path) -> None:
    back_up(full_store, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_a_backup_holds_what_was_committed_and_nothing_else(
    full_store: Store, file: Path, other: str
) -> None:
    with full_store.write() as session:
        session.execute(text("UPDATE player SET name = 'uncommitted'"))
        back_up(full_store, file)
    restore(file, other)
    assert names(other) == ["P1", "P2"]


def test_a_backup_is_taken_while_others_write(full_store: Store, file: Path, other: str) -> None:
    stop = threading.Event()
    written = []

    def write() -> None:
        while not stop.is_set():
            add(full_store, f"extra {len(written)}")
            written.append(None)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        backup = back_up(full_store, file)
    finally:
        stop.set()
        join_all(writer)
    assert 2 <= backup.rows["player"] <= 2 + len(written)
    restore(file, other)
    assert len(names(other)) == backup.rows["player"]


def test_no_file_is_overwritten(full_store: Store, file: Path) -> None:
    file.write_text("precious", encoding="utf-8")
    fails("backup-exists", full_store, file)
    assert file.read_text(encoding="utf-8") == "precious"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("has_links", [True, False])
def test_a_file_that_somebody_makes_meanwhile_is_not_overwritten(
    full_store: Store, file: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    if not has_links:
        monkeypatch.setattr(os, "link", no_link)
    check = taking._check_copy

    def slow(store: Store, unfinished: Path) -> Backup:
        file.write_text("precious", encoding="utf-8")
        return check(store, unfinished)

    monkeypatch.setattr(taking, "_check_copy", slow)
    fails("backup-exists", full_store, file)
    assert file.read_text(encoding="utf-8") == "precious"
    assert list(file.parent.iterdir()) == [file]


def test_a_disk_without_links_takes_backups_too(
    full_store: Store, file: Path, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", no_link)
    back_up(full_store, file)
    assert list(file.parent.iterdir()) == [file]
    restore(file, other)
    assert names(other) == ["P1", "P2"]


def no_link(*_: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("name", ['a"; DROP TABLE player; --', "x" * 5000, "sqlite-like", "таблица"])
def test_tables_of_odd_names_in_a_file_are_neither_called_nor_counted(
    sqlite_store: Store, file: Path, name: str
) -> None:
    with sqlite_store.write() as session:
        add_heroes(session, 2)
    back_up(sqlite_store, file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"""CREATE TABLE "{name.replace('"', '""')}" (x)""")
        connection.commit()
    checked = sqlite.check_copy(file)
    assert set(checked.rows) == {*METADATA.tables, "alembic_version"}
    assert checked.rows["player"] == 2


def test_a_folder_that_is_not_there_is_told_and_not_made(full_store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in ("file", "none"):
        fails("backup-folder", full_store, tmp_path / folder / "backup")
    assert not (tmp_path / "none").exists()


def test_a_backup_of_a_damaged_database_is_refused_and_leaves_nothing(
    sqlite_store: Store, file: Path
) -> None:
    with sqlite_store.write() as session:
        add_heroes(session, 2)
    sqlite_store.close()
    spoil(Path(str(sqlite_store.url.database)), "player")
    error = fails("store-damaged", sqlite_store, file)
    assert str(sqlite_store.url.database) in error.text("en")
    assert list(file.parent.iterdir()) == []


def test_a_copy_that_does_not_pass_its_check_gets_no_name(
    sqlite_store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "arena.store.backup.sqlite.write_copy", lambda url, file: file.write_bytes(b"x" * 5000)
    )
    fails("backup-damaged", sqlite_store, file)
    assert list(file.parent.iterdir()) == []


def spoil(file: Path, table: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
    with file.open("r+b") as opened:
        opened.seek(4096 * (page - 1))
        opened.write(b"\xff" * 4096)


# Restoring


def test_a_restored_database_is_the_one_that_was_backed_up(full_store: Store, file: Path, other: str) -> None:
    back_up(full_store, file)
    restore(file, other)
    restored = open_store(other, MONDAY)
    assert rows(restored) == rows(full_store)
    add(restored, "after")
    restored.close()
    assert names(other) == ["P1", "P2", "after"]


def test_a_league_is_not_overwritten_unless_told(full_store: Store, address: str, file: Path) -> None:
    back_up(full_store, file)
    add(full_store, "later")
    fails("restore-exists", file, address)
    assert names(address) == ["P1", "P2", "later"]
    restore(file, address, overwrite=True)
    assert names(address) == ["P1", "P2"]


def test_a_restored_league_signs_nobody_in(full_store: Store, address: str, file: Path, other: str) -> None:
    """Who was signed in may have signed out since, and a link may have been used."""
    with full_store.write() as session:
        made = {"player_id": 1, "hash": "x", "created_at": MONDAY}
        session.add(SignInLink(**made, expires_at=MONDAY))
        session.add(BrowserSession(**made, last_used_at=MONDAY))
    assert back_up(full_store, file).rows["browser_session"] == 1
    restore(file, other)
    restore(file, address, overwrite=True)
    for restored in (other, address):
        store = open_store(restored, MONDAY)
        assert (rows(store)["sign_in_link"], rows(store)["browser_session"]) == (0, 0)
        store.close()


def test_a_backup_of_an_older_version_is_restored_and_then_upgraded(
    full_store: Store, address: str, file: Path, other: str
) -> None:
    with full_store.connect() as connection:
        schema.downgrade(connection, "0001")
    assert back_up(full_store, file).version == "0001"
    restore(file, other)
    assert upgrade_store(other) == ("0001", schema.known_versions()[-1])
    assert names(other) == ["P1", "P2"]


def test_a_backup_of_an_older_version_takes_the_place_of_a_newer_league_only_where_that_is_a_file(
    full_store: Store, address: str, file: Path
) -> None:
    with full_store.connect() as connection:
        schema.downgrade(connection, "0001")
    back_up(full_store, file)
    upgrade_store(address)
    add(full_store, "later")
    if full_store.is_sqlite:
        restore(file, address, overwrite=True)
        upgrade_store(address)
        assert names(address) == ["P1", "P2"]
    else:
        error = fails("restore-older", file, address, overwrite=True)
        assert "arena db upgrade" in error.text("en")
        assert names(address) == ["P1", "P2", "later"]


def test_what_is_written_while_a_restore_waits_for_its_turn_is_not_overwritten_unasked(
    address: str, file: Path, other: str, full_store: Store
) -> None:
    """Whether there is a league to overwrite is asked once nobody else can make one."""
    back_up(full_store, file)
    target = Store(store_url(other))
    if target.is_sqlite:
        pytest.skip("a file of SQLite is taken as a whole, under its own lock")
    outcome: list[str] = []

    def late() -> None:
        try:
            restore(file, other)
        except ArenaError as error:
            outcome.append(error.code)

    with target.write() as session:  # the restore waits for this writer
        restoring = threading.Thread(target=late, daemon=True)
        restoring.start()
        restoring.join(0.5)
        session.execute(text(f"CREATE TABLE {schema.VERSION_TABLE} (version_num text)"))
        session.execute(text(f"INSERT INTO {schema.VERSION_TABLE} VALUES ('0001')"))
    join_all(restoring)
    target.close()
    assert outcome == ["restore-exists"]


def test_who_reads_meanwhile_sees_one_state(full_store: Store, address: str, file: Path) -> None:
    back_up(full_store, file)
    add(full_store, "later")
    if full_store.is_sqlite:
        with full_store.read() as session:
            before = session.exec(select(Player.name)).all()
            restore(file, address, overwrite=True)
            assert session.exec(select(Player.name)).all() == before
    else:
        restore(file, address, overwrite=True)
    with full_store.read() as session:
        assert session.exec(select(Player.name)).all() == ["P1", "P2"]
    add(full_store, "after")


def test_somebody_who_writes_too_long_stops_it_and_nothing_is_changed(
    full_store: Store, address: str, file: Path
) -> None:
    back_up(full_store, file)
    with full_store.write() as session:
        session.execute(text("UPDATE player SET name = 'later'"))
        fails("store-locked", file, address, overwrite=True, lock_timeout=0.1)
    assert names(address) == ["later", "later"]


def test_tables_of_somebody_else_are_never_overwritten(full_store: Store, other: str, file: Path) -> None:
    back_up(full_store, file)
    stranger = open_store(other, MONDAY)
    with stranger.write() as session:
        session.execute(text("DELETE FROM alembic_version"))
    stranger.close()
    fails("store-foreign", file, other, overwrite=True)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.95])
def test_a_backup_that_was_cut_off_is_refused_and_nothing_is_made(
    full_store: Store, file: Path, other: str, share: float
) -> None:
    backup = back_up(full_store, file)
    file.write_bytes(file.read_bytes()[: int(backup.size * share)])
    fails("store-foreign" if share == 0 and full_store.is_sqlite else "backup-damaged", file, other)
    assert names(other) == []


def test_a_file_that_is_no_backup_is_refused(store: Store, tmp_path: Path, other: str) -> None:
    (tmp_path / "notes.txt").write_text("Dear diary, " * 1000, encoding="utf-8")
    fails("backup-damaged", tmp_path / "notes.txt", other)
    fails("backup-damaged", tmp_path / "none.bak", other)
    assert not (tmp_path / "none.bak").exists()


def test_a_backup_of_a_newer_program_is_refused(full_store: Store, file: Path, other: str) -> None:
    with full_store.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(ArenaError) as caught:
        back_up(full_store, file)
    assert caught.value.code == "store-newer"


def test_a_served_file_is_not_overwritten(sqlite_store: Store, file: Path) -> None:
    back_up(sqlite_store, file)
    with sole_server(sqlite_store):
        fails("store-already-served", file, str(sqlite_store.url.database), overwrite=True)


@pytest.mark.parametrize("spoilt", ["a page", "all of it"])
def test_a_damaged_database_is_replaced_and_a_lost_one_set_aside(
    sqlite_store: Store, file: Path, spoilt: str
) -> None:
    with sqlite_store.write() as session:
        add_heroes(session, 2)
    back_up(sqlite_store, file)
    sqlite_store.close()
    database = Path(str(sqlite_store.url.database))
    if spoilt == "a page":
        spoil(database, "player")
    else:
        database.write_bytes(b"lost" * 5000)
    fails("restore-exists", file, str(database))
    restore(file, str(database), overwrite=True)
    assert names(str(database)) == ["P1", "P2"]
    aside = database.with_name(f"{database.name}.damaged-1")
    assert aside.exists() == (spoilt == "all of it")


# The tools of PostgreSQL


def test_a_tool_that_is_missing_is_told_with_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ArenaError) as caught:
        postgresql.check_copy(tmp_path / "x.dump")
    assert caught.value.code == "backup-tool"
    assert "postgresql-client" in caught.value.text("en")


def test_a_tool_is_not_told_the_password_where_others_can_read_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tool = tmp_path / "pg_dump"
    tool.write_text('#!/bin/sh\necho "$PGPASSWORD: $*" >&2\nexit 1\n', encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(ArenaError, match="s3cret: ") as caught:
        postgresql.write_copy(store_url("postgresql://u:s3cret@h/db"), tmp_path / "x.dump")
    assert str(caught.value).count("s3cret") == 1
