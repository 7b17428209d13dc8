"""Many rows at once, as the engine of battles makes them: by the driver in chunks, by COPY on PostgreSQL.

The ORM would take ten times as long and check nothing more: a table's model does not validate its rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Connection, Dialect, Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.schema import ScalarElementColumnDefault
from sqlmodel import Session, SQLModel

if TYPE_CHECKING:
    from psycopg import Cursor

CHUNK = 5_000

Rows = Iterable[tuple[Any, ...]]


def insert_rows(session: Session, model: type[SQLModel], columns: Mapping[str, Sequence[Any]]) -> None:
    """Insert rows given column by column, all of the same length, as plain Python values.

    Of the columns left out those with a default get it, the others what the database gives. Raises
    `ValueError` for an unknown column or lengths that differ.
    """
    table: Table = model.__table__  # type: ignore[attr-defined]  # SQLModel gives it to tables only
    if unknown := sorted(set(columns) - set(table.columns.keys())):
        raise ValueError(f"{table.name} has no column {', '.join(unknown)}")
    count = len(next(iter(columns.values()), ()))
    given = {**_defaults(table, count), **columns}
    connection = session.connection()
    rows = zip(*(_bound(table.c[name], given[name], connection.dialect) for name in given), strict=True)
    quote = connection.dialect.identifier_preparer.quote
    target = f"{quote(table.name)} ({', '.join(map(quote, given))})"
    if connection.dialect.name == "postgresql":
        _copy(connection, target, rows)
    else:
        _insert(connection, target, len(given), rows)


def _defaults(table: Table, count: int) -> dict[str, Sequence[Any]]:
    return {
        column.name: [column.default.arg] * count
        for column in table.columns
        if isinstance(column.default, ScalarElementColumnDefault)
    }


def _bound(column: Column[Any], values: Sequence[Any], dialect: Dialect) -> Sequence[Any]:
    """As the driver takes them, the same as those that the ORM writes."""
    processor = column.type.dialect_impl(dialect).bind_processor(dialect)
    return values if processor is None else [processor(value) for value in values]


def _copy(connection: Connection, target: str, rows: Rows) -> None:
    statement = f"COPY {target} FROM STDIN"
    dialect = connection.dialect
    cursor: Cursor[Any] = connection.connection.cursor()  # type: ignore[assignment]  # psycopg's own
    try:
        with cursor.copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row(row)
    except dialect.loaded_dbapi.Error as error:  # SQLAlchemy does not see it: what went through it is wrapped
        base = dialect.loaded_dbapi.Error
        raise DBAPIError.instance(statement, None, error, base, dialect=dialect) from error


def _insert(connection: Connection, target: str, width: int, rows: Rows) -> None:
    statement = f"INSERT INTO {target} VALUES ({', '.join('?' * width)})"
    rest = iter(rows)
    while chunk := list(islice(rest, CHUNK)):
        connection.exec_driver_sql(statement, chunk)
