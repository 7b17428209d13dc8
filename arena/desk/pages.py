"""Long lists in pages: a cursor says where the next page begins."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from arena.errors import refuse
from arena.excerpt import shown

DEFAULT_ROWS = 20
MOST_ROWS = 100
_NUMBERS = re.compile(r"-?[0-9]{1,18}(_-?[0-9]{1,18})*")
"""Numbers that a database's 64 bits hold."""

Row = TypeVar("Row")


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Some rows of a list; `next_cursor` asks for those after them, None if there are none."""

    rows: tuple[Row, ...]
    next_cursor: str | None


def check_limit(limit: int, most: int = MOST_ROWS) -> None:
    """Raise `ArenaError` `page-limit` unless a page can have so many rows: 1..`most`."""
    if not 1 <= limit <= most:
        raise refuse("page-limit", found=shown(limit), most=most)


def write_cursor(*numbers: int) -> str:
    """A cursor of whole numbers: those of the last row that was shown."""
    return "_".join(map(str, numbers))


def read_cursor(cursor: str, count: int) -> tuple[int, ...]:
    """The numbers of a cursor. Raises `ArenaError` `page-cursor` for what is no cursor of so many."""
    numbers = cursor.split("_") if _NUMBERS.fullmatch(cursor) else []
    if len(numbers) != count:
        raise refuse("page-cursor", found=shown(cursor))
    return tuple(map(int, numbers))


def page_of(rows: Sequence[Row], limit: int, cursor_of: Callable[[Row], str]) -> Page[Row]:
    """The page of rows of which one more than `limit` was asked for, if there are so many."""
    kept = tuple(rows[:limit])
    return Page(kept, cursor_of(kept[-1]) if len(rows) > limit else None)
