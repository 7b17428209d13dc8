"""Faults of the ways in themselves, whose texts are this room's."""

from arena.errors import ArenaError, Fault
from mcp_server.words import TEXTS


def door_fault(code: str, /, *, reason: str | None = None, **params: object) -> Fault:
    """A fault with its texts in this room."""
    return Fault(code, params=params, reason=reason, catalogue=TEXTS)


def refuse_at_door(code: str, /, *, reason: str | None = None, **params: object) -> ArenaError:
    """An error with a single such fault, to be raised."""
    return ArenaError([door_fault(code, reason=reason, **params)])
