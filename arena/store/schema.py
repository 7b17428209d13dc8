"""The tables' versions: Alembic's migrations, run when somebody says so.

A fresh database is made whole on first use; one that lies behind or ahead is refused, with what to do.
Alembic itself is imported only where tables change: nobody else should wait for it.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from arena.errors import refuse
from arena.store.address import place

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "alembic_version"


def config(connection: Connection | None = None, migrations: Path = MIGRATIONS) -> "Config":
    """Alembic's configuration: a folder of migrations, no file."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(migrations).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def known_versions(migrations: Path = MIGRATIONS) -> list[str]:
    """All versions, oldest first, as the files of the migrations are named."""
    return sorted(file.name.partition("_")[0] for file in (migrations / "versions").glob("*.py"))


def version_of(connection: Connection) -> str | None:
    """The version of a database's tables; None if it has none at all.

    Raises `ArenaError` `store-foreign` if it has tables that are not ours.
    """
    names = inspect(connection).get_table_names()
    if not names:
        return None
    found = None
    if VERSION_TABLE in names:
        found = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    if found is None:
        raise refuse("store-foreign", database=place(connection.engine.url))
    return str(found)


def check(version: str, database: str) -> None:
    """Raise `ArenaError` unless `version` is the one that this program needs: `store-old`, `store-newer`.

    `database` is what the error calls it.
    """
    known = known_versions()
    if version != known[-1]:
        code = "store-old" if version in known else "store-newer"
        raise refuse(code, database=database, found=version, needed=known[-1])


def upgrade(connection: Connection, revision: str = "head", migrations: Path = MIGRATIONS) -> None:
    """Bring the tables to a version, or leave them as they were. The connection is in no transaction."""
    from alembic import command

    command.upgrade(config(connection, migrations), revision)


def downgrade(connection: Connection, revision: str, migrations: Path = MIGRATIONS) -> None:
    """Bring the tables back to an earlier version ("base": no tables), or leave them as they were."""
    from alembic import command

    command.downgrade(config(connection, migrations), revision)
