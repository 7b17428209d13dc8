"""The one row about this database itself."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlmodel import Field

from arena.store.tables.base import Table
from arena.store.types import UTCDateTime


class Installation(Table, table=True):
    """Made with the database. `local`: a database that `arena mcp` or `arena demo` made for one person, whose
    jobs may run before their moment. `ballot_key`: makes the opaque addresses of the vote's looks. `uuid`: by
    which feeds know the league for ever. `disks_seen_at`: when the disks were last looked at."""

    __tablename__ = "installation"

    id: int = Field(default=1, primary_key=True)
    created_at: datetime = Field(sa_type=UTCDateTime)
    local: bool
    ballot_key: bytes
    uuid: UUID = Field(default_factory=uuid4)
    disks_seen_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
