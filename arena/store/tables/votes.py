"""The look of the week."""

from datetime import date, datetime

from sqlmodel import Field

from arena.store.tables.base import Table
from arena.store.types import BigId, UTCDateTime


class Vote(Table, table=True):
    """A participant's vote for a look, in the vote that the results of `friday` opened."""

    __tablename__ = "vote"

    friday: date = Field(primary_key=True)
    voter_id: int = Field(foreign_key="player.id", primary_key=True, sa_type=BigId)
    hero_id: int = Field(foreign_key="hero.id", primary_key=True, index=True, sa_type=BigId)
    cast_at: datetime = Field(sa_type=UTCDateTime)
