"""How Alembic runs our migrations: on a connection that is given to it, all of them in one transaction.

SQLite changes a table by building it anew and dropping the old one, which, with foreign keys on, would take
the rows that point to it along; so they are off meanwhile, and checked before the commit. A pragma does
nothing inside a transaction, hence the driver's own connection. The transaction holds the writers' lock as
any that writes, so that two programs do not migrate at once. Alembic must find it begun, or it would commit
after each migration.
"""

from alembic import context

from arena.store.tables import METADATA

connection = context.config.attributes["connection"]
is_sqlite = connection.dialect.name == "sqlite"
driver = connection.connection.driver_connection
if is_sqlite:
    driver.execute("PRAGMA foreign_keys=OFF")
try:
    with connection.begin():
        context.configure(connection=connection, target_metadata=METADATA, render_as_batch=is_sqlite)
        context.run_migrations()
        if is_sqlite:
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise RuntimeError(f"the migration leaves rows without what they point to: {broken[:3]}")
finally:
    if is_sqlite:
        driver.execute("PRAGMA foreign_keys=ON")
