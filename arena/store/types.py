"""Column types: instants that are never naive, and unsigned 64-bit numbers."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, BindParameter, DateTime, Dialect, Integer, literal
from sqlalchemy.types import TypeDecorator

BigId = BigInteger().with_variant(Integer, "sqlite")
"""A number of a row, given by the database: SQLite counts up only what is called INTEGER."""

SIGN = 1 << 63


def wide(number: int) -> BindParameter[int]:
    """A number of up to 64 bits to compare with a column of fewer: bound as the column's own type, PostgreSQL
    would refuse it."""
    return literal(number, BigInteger)


class UTCDateTime(TypeDecorator[datetime]):
    """An instant. A naive time is refused; what comes back is in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises `ValueError` for a time without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """SQLite keeps no zone: what it gives is what was bound, in UTC."""
        if value is None:
            return None
        instant: datetime = value
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


class UInt64(TypeDecorator[int]):
    """A whole number of 0..2^64-1, kept as the signed one with the same bits."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        """Raises `ValueError` for a number that does not fit."""
        if value is None:
            return None
        if not 0 <= value < 2 * SIGN:
            raise ValueError(f"{value} does not fit into 64 bits")
        return value - 2 * SIGN if value >= SIGN else value

    def process_result_value(self, value: Any, dialect: Dialect) -> int | None:
        return None if value is None else int(value) % (2 * SIGN)
