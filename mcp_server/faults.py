"""Faults of the ways in themselves, whose texts are this room's."""

from arena.errors import ArenaError, Fault
from mcp_server.words import TEXTS

UNREACHABLE = "league-unreachable"
UNWRITABLE = frozenset({"store-full", "store-disk", "store-read-only", "store-damaged"})
"""What is wrong with a database that somebody has to mend."""


def door_fault(code: str, /, *, reason: str | None = None, **params: object) -> Fault:
    """A fault with its texts in this room."""
    return Fault(code, params=params, reason=reason, catalogue=TEXTS)


def is_of_the_league(error: ArenaError) -> bool:
    """Whether the league's database is what is wrong, and nothing that was asked."""
    return error.code.startswith("store-") or error.code == UNREACHABLE


def league_fault(error: ArenaError) -> Fault:
    """What is told of a league that cannot be asked: nothing of the database itself."""
    if error.code == UNREACHABLE:
        return error.faults[0]
    return door_fault(UNREACHABLE, reason="unwritable" if error.code in UNWRITABLE else None)


def refuse_at_door(code: str, /, *, reason: str | None = None, **params: object) -> ArenaError:
    """An error with a single such fault, to be raised."""
    return ArenaError([door_fault(code, reason=reason, **params)])
