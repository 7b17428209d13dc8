"""Heroes, every version that was saved of them, and since when they stand how."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from arena.store.tables.base import Table
from arena.store.types import BigId, UTCDateTime


class HeroRow(Table, table=True):
    """A participant's hero. `rating` in 1/100; `rests`: days on which it had fewer battles than the others.

    `version_id` and `active` are how it stands now, the last of its states. There is no index on the rating:
    a day changes all of them, and to sort a hundred thousand takes less than to keep one.
    """

    __tablename__ = "hero"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    player_id: int = Field(foreign_key="player.id", unique=True, sa_type=BigId)
    name: str
    name_key: str = Field(unique=True)
    created_at: datetime = Field(sa_type=UTCDateTime)
    rating: int
    rated_battles: int = 0
    rests: int = 0
    version_id: int | None = Field(default=None, sa_type=BigId)
    active: bool = True
    hidden_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    hidden_reason: str | None = None


class HeroVersion(Table, table=True):
    """A hero as it was saved, for ever: `document` its public JSON (None once its owner was forgotten),
    `record` the packed hero that fights, `ruleset` the rules under which it was checked. `look_key` calls its
    look (None as `document`, and where the look stays hidden)."""

    __tablename__ = "hero_version"
    __table_args__ = (UniqueConstraint("hero_id", "number"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    hero_id: int = Field(foreign_key="hero.id", sa_type=BigId)
    number: int
    document: str | None
    record: bytes
    ruleset: str
    saved_at: datetime = Field(sa_type=UTCDateTime)
    look_key: str | None = Field(default=None, index=True)


class HeroState(Table, table=True):
    """How a hero stands from an instant on: saving, withdrawing and returning add one. A run asks for the
    last one before its moment."""

    __tablename__ = "hero_state"
    __table_args__ = (Index(None, "hero_id", "since"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    hero_id: int = Field(foreign_key="hero.id", sa_type=BigId)
    since: datetime = Field(sa_type=UTCDateTime)
    version_id: int = Field(foreign_key="hero_version.id", sa_type=BigId)
    active: bool
