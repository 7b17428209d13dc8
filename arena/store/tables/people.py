"""Participants, their keys, links, sessions and experience, and what they have used of a day's limits."""

from datetime import date, datetime

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from arena.store.tables.base import Table
from arena.store.types import BigId, UTCDateTime


class Player(Table, table=True):
    """A participant. `xp` is the sum of its ledger and `xp_peak` the highest that it ever was: a level once
    reached is not lost; `told_level` is the last that a digest has told. A forgotten one has a pseudonym and
    nothing personal."""

    __tablename__ = "player"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    name: str
    name_key: str = Field(unique=True)
    organiser: bool = False
    lang: str
    address: str | None = None
    created_at: datetime = Field(sa_type=UTCDateTime)
    forgotten_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    xp: int = 0
    xp_peak: int = 0
    told_level: int = 1


class AccessKey(Table, table=True):
    """A participant's key. Only its SHA-256 is kept; `prefix` are the characters by which people tell theirs
    apart. From `revoked_at` on it opens nothing: that may lie ahead, for a key that is being replaced."""

    __tablename__ = "access_key"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    player_id: int = Field(foreign_key="player.id", index=True, sa_type=BigId)
    label: str
    hash: str = Field(unique=True)
    prefix: str
    created_at: datetime = Field(sa_type=UTCDateTime)
    last_used_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


class SignInLink(Table, table=True):
    """A link that signs a participant in, once. Only its SHA-256 is kept. From `expires_at` on it opens
    nothing: a newer link brings that forward."""

    __tablename__ = "sign_in_link"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    player_id: int = Field(foreign_key="player.id", index=True, sa_type=BigId)
    hash: str = Field(unique=True)
    created_at: datetime = Field(sa_type=UTCDateTime)
    expires_at: datetime = Field(sa_type=UTCDateTime)
    used_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


class BrowserSession(Table, table=True):
    """A browser in which a participant is signed in. Only the SHA-256 of what the browser keeps is here; one
    that is signed out has no row."""

    __tablename__ = "browser_session"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    player_id: int = Field(foreign_key="player.id", index=True, sa_type=BigId)
    hash: str = Field(unique=True)
    created_at: datetime = Field(sa_type=UTCDateTime)
    last_used_at: datetime = Field(sa_type=UTCDateTime)


class Experience(Table, table=True):
    """The ledger: one row for each reason and key of a participant, never twice; a library score counts for
    one participant only. `day` is the league's; `run_id` the run that gave it."""

    __tablename__ = "experience"
    __table_args__ = (
        UniqueConstraint("player_id", "reason", "key"),
        Index(
            "uq_experience_library_key",
            "key",
            unique=True,
            sqlite_where=text("reason = 'library'"),
            postgresql_where=text("reason = 'library'"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    player_id: int = Field(foreign_key="player.id", sa_type=BigId)
    reason: str
    key: str
    xp: int
    day: date
    run_id: int | None = Field(default=None, foreign_key="run.id", index=True, sa_type=BigId)


class Usage(Table, table=True):
    """How often a participant did something limited on a day of the league."""

    __tablename__ = "usage"

    player_id: int = Field(foreign_key="player.id", primary_key=True, sa_type=BigId)
    day: date = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    count: int
