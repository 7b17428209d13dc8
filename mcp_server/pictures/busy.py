"""What is told when more is asked of the studio than it can make now."""

from arena.errors import ArenaError
from mcp_server.faults import refuse_at_door

BUSY = "studio-busy"
RETRY_AFTER = 30
"""Seconds after which to ask again."""


def busy() -> ArenaError:
    """An error that says so, to be raised."""
    return refuse_at_door(BUSY, seconds=RETRY_AFTER)
