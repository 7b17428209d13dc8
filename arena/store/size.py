"""How much room a database takes."""

from pathlib import Path

from sqlalchemy import text

from arena.store.engine import Store


def size_of(store: Store) -> int:
    """Bytes of a database, with SQLite's log beside it. Raises what `Store.read` raises."""
    if store.is_sqlite:
        file = Path(str(store.url.database))
        parts = (file, file.with_name(f"{file.name}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())
    with store.read() as session:
        return int(session.connection().scalar(text("SELECT pg_database_size(current_database())")) or 0)
