"""What is told: digests, messages on their way, and notices to participants."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field

from arena.store.tables.base import Table
from arena.store.types import BigId, UTCDateTime


class DigestRow(Table, table=True):
    """A digest as facts: heroes and participants by their ids, so that one who is hidden or forgotten later
    is so here too. `content` is JSON."""

    __tablename__ = "digest"

    key: str = Field(primary_key=True)
    run_id: int = Field(foreign_key="run.id", unique=True, sa_type=BigId)
    published_at: datetime = Field(index=True, sa_type=UTCDateTime)
    content: str


class MessageState(StrEnum):
    """How a message stands. `unknown`: it may have arrived, at least in part, or its sender died on it.
    `closed`: it is not to be sent any more, because an organiser has said so or nobody wants it."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    UNKNOWN = "unknown"
    FAILED = "failed"
    CLOSED = "closed"


class Message(Table, table=True):
    """The outbox: one row for each recipient. `dedupe` says what it is, so that it is written once.

    `recipient` is an address of Apprise and may hold a password: it is never shown whole. `body` is made when
    it is sent, for a digest (`digest_key`), or stands here. `error` is a kept reason (`arena.desk.reasons`).
    """

    __tablename__ = "message"
    __table_args__ = (
        CheckConstraint(f"state IN ({', '.join(repr(each.value) for each in MessageState)})", name="state"),
        Index(None, "state", "not_before", "id"),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    dedupe: str = Field(unique=True)
    kind: str
    recipient: str = Field(index=True)
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True, sa_type=BigId)
    digest_key: str | None = None
    body: str | None = None
    lang: str
    state: str = MessageState.WAITING
    attempts: int = 0
    not_before: datetime = Field(sa_type=UTCDateTime)
    lease_until: float = 0.0
    error: str | None = None
    sent_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


class Notice(Table, table=True):
    """Something that a participant must be told: `code` names the text, `params` (JSON) fill it; `read_at`:
    when the participant, `player_id`, put it aside.

    Or an act of an organiser, in the log of them: `code` is the act, and it concerns `about_id`; nobody is to
    read it, so it has no `player_id` and is never deleted.
    """

    __tablename__ = "notice"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    at: datetime = Field(sa_type=UTCDateTime)
    code: str
    params: str = "{}"
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True, sa_type=BigId)
    about_id: int | None = Field(default=None, foreign_key="player.id", index=True, sa_type=BigId)
    hero_id: int | None = Field(default=None, foreign_key="hero.id", index=True, sa_type=BigId)
    read_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
