"""Migrations: of databases that have rows in them."""

import shutil
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero
from arena.desk.players.forgetting import forget_player
from arena.desk.players.register import add_player
from arena.errors import ArenaError
from arena.hero.sample import SAMPLE
from arena.store import Store, open_store, schema, upgrade_store
from arena.store.tables import METADATA, AccessKey, HeroRow, HeroVersion
from tests.arena.store.league_rows import add_heroes, add_run, counts
from tests.leagues import MONDAY

REBUILD = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9001", "{newest}"

def upgrade():
    with op.batch_alter_table("player", recreate={recreate!r}) as table:
        table.add_column(sa.Column("shoe_size", sa.Integer(), nullable=False, server_default="43"))
        table.alter_column("lang", new_column_name="language")
    with op.batch_alter_table("hero", recreate={recreate!r}) as table:
        table.drop_column("hidden_reason")
    {afterwards}
"""
FAILING = """
from alembic import op

revision, down_revision = "9002", "9001"

def upgrade():
    op.execute("DELETE FROM battle")
    op.execute("SELECT no_such_function()")
"""
NEWEST = schema.known_versions()[-1]


@pytest.fixture
def full_store(store: Store) -> Store:
    with store.write() as session:
        add_heroes(session, 3)
        add_run(session, 0, 4)
    return store


@pytest.fixture
def migrations(store: Store, tmp_path: Path) -> Path:
    """The project's migrations and one more, which builds two tables anew that others point to."""
    return with_another(store, tmp_path / "migrations", "pass")


def with_another(store: Store, folder: Path, afterwards: str) -> Path:
    shutil.copytree(schema.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    recreate = "always" if store.is_sqlite else "auto"
    made = REBUILD.format(recreate=recreate, afterwards=afterwards, newest=NEWEST)
    (folder / "versions" / "9001_shoes.py").write_text(made, encoding="utf-8")
    return folder


def upgrade(store: Store, migrations: Path) -> None:
    with store.connect() as connection:
        schema.upgrade(connection, migrations=migrations)


def version(store: Store) -> str | None:
    with store.read() as session:
        return schema.version_of(session.connection())


def rows(store: Store) -> dict[str, int]:
    with store.read() as session:
        return counts(session)


def test_the_tables_that_migrations_make_are_those_of_the_program(store: Store) -> None:
    with store.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, METADATA) == []


def test_the_versions_are_named_by_their_files() -> None:
    scripts = ScriptDirectory.from_config(schema.config())
    assert [each.revision for each in scripts.walk_revisions()] == schema.known_versions()[::-1]
    assert scripts.get_heads() == [schema.known_versions()[-1]]


def test_a_table_that_others_point_to_is_rebuilt_without_losing_a_row(
    full_store: Store, migrations: Path
) -> None:
    before = rows(full_store)
    upgrade(full_store, migrations)
    assert version(full_store) == "9001"
    assert rows(full_store) == before
    assert before["battle"] == 4
    with full_store.read() as session:
        found = session.execute(text("SELECT language, shoe_size FROM player")).all()
    assert found == [("ru", 43)] * 3


def test_foreign_keys_hold_after_a_rebuild(full_store: Store, migrations: Path) -> None:
    before = foreign_keys(full_store)
    upgrade(full_store, migrations)
    assert foreign_keys(full_store) == before
    with pytest.raises(IntegrityError), full_store.write() as session:
        session.add(AccessKey(player_id=99, label="", hash="x", prefix="", created_at=MONDAY))
    with pytest.raises(IntegrityError), full_store.write() as session:
        session.execute(text("DELETE FROM player"))


def foreign_keys(store: Store) -> set[tuple[str, str, str]]:
    with store.read() as session:
        inspector = inspect(session.connection())
        return {
            (table, key["referred_table"], ", ".join(key["constrained_columns"]))
            for table in METADATA.tables
            for key in inspector.get_foreign_keys(table)
        }


def test_a_migration_that_fails_takes_those_before_it_back(full_store: Store, migrations: Path) -> None:
    """All that lie ahead are one transaction."""
    (migrations / "versions" / "9002_failing.py").write_text(FAILING, encoding="utf-8")
    before = rows(full_store)
    with pytest.raises(Exception, match="no_such_function"):
        upgrade(full_store, migrations)
    assert version(full_store) == NEWEST
    assert rows(full_store) == before
    with full_store.read() as session:
        names = {column["name"] for column in inspect(session.connection()).get_columns("player")}
        assert names == set(METADATA.tables["player"].columns.keys())
        assert len(session.exec(select(HeroRow)).all()) == 3


def test_a_migration_that_leaves_rows_without_what_they_point_to_is_taken_back(
    sqlite_store: Store, tmp_path: Path
) -> None:
    with sqlite_store.write() as session:
        add_heroes(session, 3)
    migrations = with_another(sqlite_store, tmp_path / "bad", 'op.execute("DELETE FROM player WHERE id = 1")')
    with pytest.raises(RuntimeError, match="without what they point to"):
        upgrade(sqlite_store, migrations)
    assert version(sqlite_store) == NEWEST
    assert rows(sqlite_store)["player"] == 3


def test_a_database_of_the_first_version_is_brought_up_with_its_rows(full_store: Store, address: str) -> None:
    before, tables = rows(full_store), set(METADATA.tables)
    with full_store.connect() as connection:
        schema.downgrade(connection, "0001")
        assert tables - set(inspect(connection).get_table_names()) == {"sign_in_link", "browser_session"}
    with pytest.raises(ArenaError) as caught:
        open_store(address, MONDAY)
    assert caught.value.code == "store-old"
    assert upgrade_store(address) == ("0001", NEWEST)
    assert rows(full_store) == before
    with full_store.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, METADATA) == []


def test_the_looks_that_there_are_get_their_keys(desk: Desk, address: str) -> None:
    saved = [
        save_hero(desk, add_player(desk, hero.name).player.id, SAMPLE | {"name": f"Look {n}", "sprite": look})
        for n, hero in enumerate(map(roster.load, roster.names()))
        for look in [hero.sprite.model_dump(mode="json", exclude_none=True)]
    ]
    forget_player(desk, 1)
    keys = select(HeroVersion.id, HeroVersion.look_key).order_by(col(HeroVersion.id))
    with desk.read() as (session, _):
        before = session.exec(keys).all()
    assert len({key for _, key in before}) == len(saved)
    with desk.store.connect() as connection:
        schema.downgrade(connection, "0002")
        schema.upgrade(connection)
    with desk.read() as (session, _):
        assert session.exec(keys).all() == before


def test_all_migrations_can_be_taken_back(full_store: Store) -> None:
    with full_store.connect() as connection:
        schema.downgrade(connection, "base")
    with full_store.read() as session:
        assert inspect(session.connection()).get_table_names() == [schema.VERSION_TABLE]
