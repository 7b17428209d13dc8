"""Many rows as arrays: what a run reads of a hundred thousand heroes.

Rows come straight from the driver: an object for each, as SQLAlchemy makes them, would take several times as
long.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Select, select
from sqlmodel import Session

from arena.hero.record import RECORD, Records
from arena.store.tables import HeroVersion

Integers = NDArray[np.int64]

MOST_NAMED = 10_000
"""Versions named in one statement; SQLite takes 32,766 values."""
DENSE = 4
"""A range of versions is read whole if at least one in so many of it is wanted."""

_VERSION = HeroVersion.__table__  # type: ignore[attr-defined]  # SQLModel gives it to tables only


def read_columns(session: Session, statement: Select[*tuple[Any, ...]]) -> list[Integers]:
    """What a statement selects, all of it whole numbers, as an array for each column."""
    width = len(statement.selected_columns)
    rows = _rows(session, statement)
    table = np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * width).reshape(-1, width)
    return [np.ascontiguousarray(column) for column in table.T]


def records_of(session: Session, versions: Integers) -> Records:
    """The packed heroes of these versions, in their order: (n,) of `RECORD`."""
    if not len(versions):
        return np.zeros(0, RECORD)
    wanted = np.unique(versions)
    first, last = int(wanted[0]), int(wanted[-1])
    chosen = select(_VERSION.c.id, _VERSION.c.record).order_by(_VERSION.c.id)
    if last - first < DENSE * len(wanted):
        rows = _rows(session, chosen.where(_VERSION.c.id.between(first, last)))
    else:
        parts = (wanted[start : start + MOST_NAMED].tolist() for start in range(0, len(wanted), MOST_NAMED))
        rows = [row for part in parts for row in _rows(session, chosen.where(_VERSION.c.id.in_(part)))]
    found = np.fromiter((id_ for id_, _ in rows), np.int64, len(rows))
    records = np.frombuffer(b"".join(record for _, record in rows), RECORD)
    return records[np.searchsorted(found, versions)]


def _rows(session: Session, statement: Select[*tuple[Any, ...]]) -> Sequence[tuple[Any, ...]]:
    result = session.connection().execute(statement)
    rows: Sequence[tuple[Any, ...]] = result.cursor.fetchall()
    result.close()
    return rows
