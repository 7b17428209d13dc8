"""Who takes part in a run: heroes as they stood at its moment, with the ratings that earlier runs left."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import func, select
from sqlmodel import Session

from arena.desk.rounds.arrays import from_bytes, to_bytes
from arena.hero.record import RECORD, Records
from arena.store.tables import HeroRow, HeroState, HeroVersion

Integers = NDArray[np.int64]

VARIABLES = 10_000
"""Values in one statement; SQLite takes 32,766."""


@dataclass(frozen=True)
class Entries:
    """The heroes of a run in the order of their ids, all (n,): ids, versions, ratings in 1/100, rated battles
    and days of rest so far."""

    ids: Integers
    versions: Integers
    ratings: Integers
    rated_battles: Integers
    rests: Integers

    def __len__(self) -> int:
        return len(self.ids)

    def arrays(self) -> dict[str, Integers]:
        """By name, to be kept."""
        return dict(self.__dict__)

    def to_bytes(self) -> bytes:
        return to_bytes(**self.arrays())

    @classmethod
    def from_bytes(cls, kept: bytes) -> "Entries":
        return cls(**from_bytes(kept))

    def rows(self, ids: Integers) -> Integers:
        """The places of heroes, of the shape of `ids`."""
        return np.searchsorted(self.ids, ids)


def entries_at(session: Session, moment: datetime) -> Entries:
    """The heroes that were active just before `moment`."""
    hero, state = HeroRow.__table__, HeroState.__table__  # type: ignore[attr-defined]
    # One pass over all states: a lookup a hero would be quicker, and with no statistics yet, as in a new
    # PostgreSQL database, a thousand times slower.
    last = select(func.max(state.c.id).label("id")).where(state.c.since < moment).group_by(state.c.hero_id)
    rows = session.connection().execute(
        select(hero.c.id, state.c.version_id, hero.c.rating, hero.c.rated_battles, hero.c.rests)
        .join_from(hero, state, state.c.hero_id == hero.c.id)
        .where(state.c.id.in_(last), state.c.active)
        .order_by(hero.c.id)
    )
    return Entries(*integer_columns(rows.all(), 5))


def records_of(session: Session, versions: Integers) -> Records:
    """The packed heroes of these versions, in their order: (n,) of `RECORD`."""
    table = HeroVersion.__table__  # type: ignore[attr-defined]
    found: dict[int, bytes] = {}
    for part in _parts(np.unique(versions).tolist()):
        rows = session.connection().execute(select(table.c.id, table.c.record).where(table.c.id.in_(part)))
        found.update((id_, record) for id_, record in rows)
    return np.frombuffer(b"".join(found[version] for version in versions.tolist()), RECORD).copy()


def integer_columns(rows: Sequence[Any], width: int) -> list[Integers]:
    """Rows of `width` whole numbers, as one array for each column."""
    table = np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * width).reshape(-1, width)
    return [np.ascontiguousarray(column) for column in table.T]


def _parts(values: list[int]) -> list[list[int]]:
    return [values[start : start + VARIABLES] for start in range(0, len(values), VARIABLES)]
