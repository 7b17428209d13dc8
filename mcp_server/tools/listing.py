"""Arguments and answers that the tools for lists share."""

from datetime import date
from typing import Annotated

from pydantic import Field

from arena.desk.pages import DEFAULT_ROWS
from arena.excerpt import shown
from mcp_server.answers import Answer
from mcp_server.faults import refuse_at_door
from mcp_server.words import Words

Limit = Annotated[int, Field(ge=1, le=50)]
DEFAULT_LIMIT = DEFAULT_ROWS

Cursor = Annotated[str, Field(description="next_cursor of the page before")]

LONGEST_NAME = 100
"""Longer than any name: what is asked for is held against all of them."""
HeroName = Annotated[str, Field(max_length=LONGEST_NAME, description="Name or number, as #17")]

YEARS = range(2000, 3000)


class Listed(Answer):
    """A page of a list."""

    next_cursor: str | None = None


def more_or(next_cursor: str | None, step: str, words: Words) -> list[str]:
    """What to do after a page: `step`, and how to get the next one."""
    return [step] if next_cursor is None else [words("list.more"), step]


def read_day(name: str, given: str) -> date | None:
    """A local day that an argument gives as `2026-04-24`, None for "". Raises `ArenaError`
    `argument-day`."""
    if not given:
        return None
    try:
        day = date.fromisoformat(given)
    except ValueError:
        day = None
    if day is None or day.year not in YEARS:
        raise refuse_at_door("argument-day", name=name, found=shown(given))
    return day


def check_belongs(name: str, given: bool, wanted: str, there: bool) -> None:
    """Raise `ArenaError` `argument-alone` for an argument that was `given` and does nothing, since what it
    belongs to is not `there`: `wanted` is that, as it is to be written."""
    if given and not there:
        raise refuse_at_door("argument-alone", name=name, wanted=wanted)


def check_apart(name: str, given: bool, other: str, there: bool) -> None:
    """Raise `ArenaError` `argument-alone` for an argument that was `given` and does nothing beside
    another."""
    if given and there:
        raise refuse_at_door("argument-alone", reason="beside", name=name, other=other)
