"""Databases that cannot be used: one clear line each, and nothing is changed in them."""

import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlmodel import func, select

from arena.errors import ArenaError
from arena.store import Store, existing_store, mounts, open_store, schema, upgrade_store
from arena.store.tables import METADATA, Player
from tests.arena.store.processes import without_privileges
from tests.conftest import NO_SERVER
from tests.leagues import MONDAY, empty_address


def refused(address: str) -> ArenaError:
    with pytest.raises(ArenaError) as caught:
        open_store(address, MONDAY, lock_timeout=0.2)
    for locale in ("ru", "en", "es"):
        assert "\n" not in caught.value.text(locale)
    return caught.value


def change(address: str, statement: str) -> None:
    open_store(address, MONDAY).close()
    store = existing_store(address)
    with store.write() as session:
        session.execute(text(statement))
    store.close()


@pytest.fixture
def server_address(tmp_path: Path) -> Iterator[str]:
    with empty_address("postgresql", tmp_path) as address:
        yield address


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may enter, unlike pytest's."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


# Versions


def test_a_version_that_is_not_known_is_of_a_newer_program(address: str) -> None:
    change(address, "UPDATE alembic_version SET version_num = '9999'")
    assert refused(address).code == "store-newer"
    with pytest.raises(ArenaError) as caught:
        upgrade_store(address)
    assert caught.value.code == "store-newer"


def test_an_older_version_is_told_how_to_be_upgraded(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(address, MONDAY).close()
    known = schema.known_versions()
    monkeypatch.setattr(schema, "known_versions", lambda: [*known, "9999"])
    error = refused(address)
    assert error.code == "store-old"
    for locale in ("ru", "en", "es"):
        assert "arena db upgrade" in error.text(locale)


def test_tables_of_somebody_else_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "photos.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE photo (id INTEGER)")
    before = file.read_bytes()
    assert refused(str(file)).code == "store-foreign"
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_tables_without_a_version_are_not_ours(address: str) -> None:
    change(address, "DELETE FROM alembic_version")
    assert refused(address).code == "store-foreign"


# Files


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    assert refused(str(tmp_path)).code == "store-unreachable"


@pytest.mark.parametrize("name", ["file/league.sqlite", f"{'x' * 300}.sqlite"])
def test_a_path_that_cannot_be_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    assert refused(str(tmp_path / name)).code == "store-unreachable"


@pytest.mark.parametrize("mode", ["file", "folder", "folder of a fresh file"])
def test_what_may_not_be_written_is_told(open_folder: Path, mode: str) -> None:
    file = open_folder / "league.sqlite"
    if mode != "folder of a fresh file":
        open_store(str(file), MONDAY).close()
        file.chmod(0o444 if mode == "file" else 0o666)
    open_folder.chmod(0o777 if mode == "file" else 0o555)

    def work() -> None:
        code = refused(str(file)).code
        os._exit(0 if code == "store-read-only" else 1)

    assert without_privileges(work) == 0


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "league.sqlite"
    file.write_text("Dear diary, " * 1000, encoding="utf-8")
    before = file.read_bytes()
    error = refused(str(file))
    assert error.code == "store-damaged"
    assert "arena restore" in error.text("en")
    assert file.read_bytes() == before


def _code_of_reading(address: str) -> str | None:
    """The code of what goes wrong when all tables are read; None if nothing does."""
    try:
        store = open_store(address, MONDAY)
        with store.read() as session:
            for table in METADATA.sorted_tables:
                session.execute(select(table)).all()
        store.close()
    except ArenaError as error:
        return error.code
    return None


@pytest.mark.parametrize("seed", range(12))
def test_a_file_with_noise_in_its_head_is_damaged_or_no_database(tmp_path: Path, seed: int) -> None:
    """SQLite has many words for it, some of which come as another kind of error, or as text that is none."""
    file = tmp_path / "league.sqlite"
    open_store(str(file), MONDAY).close()
    content = bytearray(file.read_bytes())
    chance = random.Random(seed)
    for _ in range(12):
        content[chance.randrange(16, 4096)] = chance.randrange(256)
    file.write_bytes(content)
    assert _code_of_reading(str(file)) in (None, "store-damaged", "store-foreign", "store-newer", "store-old")


@pytest.mark.parametrize("device", ["null", "full"])
def test_a_device_is_no_place_for_a_league(tmp_path: Path, device: str) -> None:
    file = tmp_path / "league.sqlite"
    file.symlink_to(f"/dev/{device}")
    assert refused(str(file)).code == "store-unreachable"
    assert list(tmp_path.iterdir()) == [file]


def test_a_damaged_page_is_told_when_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "league.sqlite"
    change(str(file), "SELECT 1")
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'player'").fetchone()
    with file.open("r+b") as opened:
        opened.seek(4096 * (page - 1))
        opened.write(b"\xff" * 4096)
    store = open_store(str(file), MONDAY)
    with pytest.raises(ArenaError) as caught, store.read() as session:
        session.exec(select(Player)).all()
    store.close()
    assert caught.value.code == "store-damaged"


def test_a_full_disk_undoes_the_transaction_and_is_told(sqlite_store: Store) -> None:
    with pytest.raises(ArenaError) as caught, sqlite_store.write() as session:  # noqa: PT012
        pages = session.execute(text("PRAGMA page_count")).scalar()
        session.execute(text(f"PRAGMA max_page_count = {pages + 2}"))
        for number in range(1000):
            session.add(Player(name="x" * 1000, name_key=str(number), lang="ru", created_at=MONDAY))
    assert caught.value.code == "store-full"
    with sqlite_store.read() as session:
        assert session.exec(select(func.count()).select_from(Player)).one() == 0


# Shares


MOUNTS = """\
/dev/vda / {root} rw,relatime 0 0
tmpfs {folder} {kind} rw 0 0
nas:/x {folder}/with\\040space nfs4 rw 0 0
"""


@pytest.fixture
def mount(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the test's folder be a mount of a kind."""

    def mounted(kind: str, root: str = "ext4") -> None:
        table = tmp_path / "mounts"
        table.write_text(MOUNTS.format(folder=tmp_path.resolve(), kind=kind, root=root), encoding="utf-8")
        monkeypatch.setattr(mounts, "MOUNTS", table)

    return mounted


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "fuse.sshfs", "vboxsf"])
def test_a_share_is_refused_before_anything_is_made(tmp_path: Path, mount, kind: str) -> None:
    mount(kind)
    error = refused(str(tmp_path / "new" / "league.sqlite"))
    assert error.code == "store-network"
    assert kind in error.text("en")
    assert not (tmp_path / "new").exists()


def test_a_share_under_a_local_folder_is_seen(tmp_path: Path, mount) -> None:
    mount("ext4")
    (tmp_path / "link").symlink_to(tmp_path / "with space")
    assert refused(str(tmp_path / "with space" / "league.sqlite")).code == "store-network"
    assert refused(str(tmp_path / "link" / "league.sqlite")).code == "store-network"


@pytest.mark.parametrize("kind", ["ext4", "tmpfs", "overlay", "btrfs", "zfs", "fuse.mergerfs"])
def test_a_disk_of_this_machine_on_a_share_is_no_share(tmp_path: Path, mount, kind: str) -> None:
    mount(kind, root="nfs4")
    open_store(str(tmp_path / "league.sqlite"), MONDAY).close()


def test_the_root_of_a_sandbox_is_no_share(mount) -> None:
    mount("ext4", root="9p")
    assert mounts.share_under(Path("/var/league.sqlite")) is None
    mount("ext4", root="nfs4")
    assert mounts.share_under(Path("/var/league.sqlite")) == "nfs4"


def test_a_system_that_lists_no_mounts_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounts, "MOUNTS", tmp_path / "none")
    assert mounts.share_under(tmp_path) is None


# Servers


@NO_SERVER
@pytest.mark.parametrize(
    "changes",
    [{"port": 1}, {"database": "no_such_database"}, {"username": "no_such_user"}],
    ids=["no server", "no database", "no user"],
)
def test_a_server_that_does_not_let_us_in_is_told(server_address: str, changes: dict[str, object]) -> None:
    url = make_url(server_address).set(**changes, password="s3cret")
    error = refused(url.render_as_string(hide_password=False))
    assert error.code == "store-unreachable"
    assert "s3cret" not in error.text("en")


@NO_SERVER
def test_a_database_that_may_only_be_read_can_be_read(server_address: str) -> None:
    name = make_url(server_address).database
    change(server_address, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    store = open_store(server_address, MONDAY)
    with pytest.raises(ArenaError) as caught, store.write() as session:
        session.add(Player(name="Ada", name_key="ada", lang="ru", created_at=MONDAY))
    with store.read() as session:
        assert session.exec(select(Player)).all() == []
    store.close()
    assert caught.value.code == "store-read-only"


@NO_SERVER
def test_a_fresh_database_that_may_only_be_read_is_told(server_address: str) -> None:
    name = make_url(server_address).database
    store = existing_store(server_address)
    with store.write() as session:
        session.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    store.close()
    assert refused(server_address).code == "store-read-only"


@NO_SERVER
def test_a_connection_that_breaks_is_told_and_the_next_one_works(server_address: str) -> None:
    store = open_store(server_address, MONDAY)
    with pytest.raises(ArenaError) as caught, store.write() as session:  # noqa: PT012
        session.add(Player(name="Ada", name_key="ada", lang="ru", created_at=MONDAY))
        session.flush()
        session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    assert caught.value.code == "store-unreachable"
    with store.write() as session:
        assert session.exec(select(Player)).all() == []
    store.close()


@NO_SERVER
def test_connections_that_the_server_dropped_meanwhile_are_made_anew(server_address: str) -> None:
    store = open_store(server_address, MONDAY)
    with store.write() as session:
        session.exec(select(Player)).all()
    others = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid()"
    )
    stranger = existing_store(server_address)
    with stranger.read() as session:
        session.execute(others)
    stranger.close()
    with store.write() as session, store.read() as reading:
        assert session.exec(select(Player)).all() == reading.exec(select(Player)).all()
    store.close()
