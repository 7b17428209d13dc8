"""Runs: what was, is or will be done for a moment of the calendar."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field

from arena.store.tables.base import Table
from arena.store.types import BigId, UTCDateTime


class RunState(StrEnum):
    """How a run stands; the last three are ends, of which a failed run may be tried again."""

    DUE = "due"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


class Run(Table, table=True):
    """A run of a job. The moment it belongs to makes it the only one; so does the local day for the
    calendar's own runs (`by_calendar`).

    Who works on it holds `fence`, another number for every claim, until `lease_until` (seconds of the
    epoch, by the database's clock): a worker with an old number cannot write. `progress`: 0..1.
    """

    __tablename__ = "run"
    __table_args__ = (
        UniqueConstraint("job", "scheduled_for"),
        Index(
            "uq_run_job_local_date",
            "job",
            "local_date",
            unique=True,
            sqlite_where=text("by_calendar"),
            postgresql_where=text("by_calendar"),
        ),
        CheckConstraint(f"state IN ({', '.join(repr(each.value) for each in RunState)})", name="state"),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    job: str
    scheduled_for: datetime = Field(sa_type=UTCDateTime)
    local_date: date
    by_calendar: bool = True
    state: str = RunState.DUE
    progress: float = 0.0
    fence: int = Field(default=0, sa_type=BigId)
    owner: str | None = None
    lease_until: float = 0.0
    failures: int = 0
    deaths: int = 0
    """Workers that died, or were silent for too long, since the last step that was done."""
    error: str | None = None
    """Why it failed, or was skipped, as `arena.desk.reasons` keeps it."""
    told: bool = False
    """Whether a digest has told that it failed, or was skipped."""
    ruleset: str | None = None
    started_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


PUBLISHED = "published"
"""The step of a tournament's run that says that its experience was given; it stays when old battles go."""


class RunStep(Table, table=True):
    """A step of a run that is done, and what it left for the next ones."""

    __tablename__ = "run_step"

    run_id: int = Field(foreign_key="run.id", primary_key=True, sa_type=BigId)
    key: str = Field(primary_key=True)
    result: bytes


class Secret(Table, table=True):
    """A run's secret: promised by `commitment` from `made_at` on, used by `run_id`. Of each job there is one
    that waits."""

    __tablename__ = "secret"
    __table_args__ = (
        UniqueConstraint("job", "number"),
        Index(
            "uq_secret_waiting",
            "job",
            unique=True,
            sqlite_where=text("run_id IS NULL"),
            postgresql_where=text("run_id IS NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    job: str
    number: int
    value: bytes
    commitment: str
    made_at: datetime = Field(sa_type=UTCDateTime)
    run_id: int | None = Field(default=None, foreign_key="run.id", unique=True, sa_type=BigId)
