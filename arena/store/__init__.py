"""What the league remembers: tables, the engine that reads and writes them, and their migrations.

SQLite by default, PostgreSQL by its address; the same code for both. Everybody writes through
`Store.write`, one at a time, so what is checked in a transaction is still true when it is written.
"""

from arena.store.bulk import insert_rows
from arena.store.engine import Store
from arena.store.opening import existing_store, open_store, upgrade_store

__all__ = ["Store", "existing_store", "insert_rows", "open_store", "upgrade_store"]
