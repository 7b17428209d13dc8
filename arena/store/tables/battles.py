"""What runs leave: battles, changes of ratings, places in tournaments."""

from sqlalchemy import Index
from sqlmodel import Field

from arena.store.tables.base import Table
from arena.store.types import BigId, UInt64


class BattleRow(Table, table=True):
    """A battle: all that a replay needs, and how it went. `number` counts from 0 in its run."""

    __tablename__ = "battle"
    __table_args__ = (Index(None, "hero_a", "run_id"), Index(None, "hero_b", "run_id"))

    run_id: int = Field(foreign_key="run.id", primary_key=True, sa_type=BigId)
    number: int = Field(primary_key=True)
    round: int
    hero_a: int = Field(foreign_key="hero.id", sa_type=BigId)
    hero_b: int = Field(foreign_key="hero.id", sa_type=BigId)
    version_a: int = Field(foreign_key="hero_version.id", sa_type=BigId)
    version_b: int = Field(foreign_key="hero_version.id", sa_type=BigId)
    ruleset: str
    kernel: int
    seed: int = Field(sa_type=UInt64)
    winner: int
    ticks: int
    turns: int
    hp_a: int
    hp_b: int


class RatingChange(Table, table=True):
    """What a day did to a hero's rating (1/100): the ratings' history, kept when old battles go.

    `rated_battles` are those before the day, `battles` the day's.
    """

    __tablename__ = "rating_change"
    __table_args__ = (Index(None, "hero_id"),)

    run_id: int = Field(foreign_key="run.id", primary_key=True, sa_type=BigId)
    hero_id: int = Field(foreign_key="hero.id", primary_key=True, sa_type=BigId)
    before: int
    change: int
    rated_battles: int
    battles: int


class Placing(Table, table=True):
    """A hero's place in a tournament. `version_id` and `rating` (1/100) are those it played with; points and
    tie-breaks are doubled; `byes` are the rounds it rested, as bits; `decided_by` is the criterion that put
    it above the next one, None for the last."""

    __tablename__ = "placing"
    __table_args__ = (Index(None, "hero_id"),)

    run_id: int = Field(foreign_key="run.id", primary_key=True, sa_type=BigId)
    hero_id: int = Field(foreign_key="hero.id", primary_key=True, sa_type=BigId)
    place: int
    version_id: int = Field(foreign_key="hero_version.id", sa_type=BigId)
    rating: int
    points2: int
    buchholz_cut1: int
    buchholz: int
    sonneborn_berger: int
    wins: int
    byes: int
    decided_by: str | None
