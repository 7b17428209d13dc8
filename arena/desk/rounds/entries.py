"""Who takes part in a run: heroes as they stood at its moment, with the ratings that earlier runs left."""

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from sqlalchemy import case, func, select
from sqlmodel import Session

from arena.desk.columns import Integers, read_columns
from arena.desk.rounds.arrays import from_bytes, to_bytes
from arena.store.tables import HeroRow, HeroState


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
    # Two passes and no join: of tables that were filled a moment ago PostgreSQL believes that they are empty,
    # and would join them row by row. The last state is that of the greatest id, and has the newest version.
    standing = (
        select(
            state.c.hero_id,
            func.max(state.c.version_id),
            func.max(2 * state.c.id + case((state.c.active, 1), else_=0)) % 2,
        )
        .where(state.c.since < moment)
        .group_by(state.c.hero_id)
        .order_by(state.c.hero_id)
    )
    ids, versions, active = read_columns(session, standing)
    rated = select(hero.c.id, hero.c.rating, hero.c.rated_battles, hero.c.rests).order_by(hero.c.id)
    known, *numbers = read_columns(session, rated)
    takes_part = active == 1
    rows = np.searchsorted(known, ids[takes_part])
    return Entries(ids[takes_part], versions[takes_part], *(column[rows] for column in numbers))
