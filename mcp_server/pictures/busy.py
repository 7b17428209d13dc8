"""What is told when the studio cannot make now what is asked of it."""

from arena.errors import ArenaError
from mcp_server.faults import refuse_at_door

BUSY = "studio-busy"
RETRY_AFTER = 30
"""Seconds after which to ask again."""


def busy() -> ArenaError:
    """That more is asked than can be made, to be raised."""
    return refuse_at_door(BUSY, seconds=RETRY_AFTER)


def too_many_of_yours(most: int) -> ArenaError:
    """That so many films of one asker are made or wait for it, and no more may, to be raised."""
    return refuse_at_door(BUSY, reason="yours", most=most, seconds=RETRY_AFTER)


def late() -> ArenaError:
    """That it was waited for long enough and is not made yet, to be raised."""
    return refuse_at_door(BUSY, reason="late", seconds=RETRY_AFTER)


def stopping() -> ArenaError:
    """That the server stops before it is made, to be raised."""
    return refuse_at_door(BUSY, reason="stopping", seconds=RETRY_AFTER)
