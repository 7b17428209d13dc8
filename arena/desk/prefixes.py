"""Numbers of a database that begin with the digits that somebody has typed so far."""

import re
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, and_, false, or_, true

from arena.store.types import wide

LONGEST = 18
"""Digits of a number that a database holds in any case."""
_DIGITS = re.compile(r"0|[1-9][0-9]*|")


def begins_with(column: SQLColumnExpression[Any], typed: str) -> ColumnElement[bool]:
    """The condition on a whole number, as ranges, which an index answers: all of them for nothing typed, none
    for what is no beginning of a number."""
    if not _DIGITS.fullmatch(typed) or len(typed) > LONGEST:
        return false()
    if not typed:
        return true()
    digits = int(typed)
    if not digits:
        return column == 0
    powers = [10**more for more in range(LONGEST - len(typed) + 1)]
    ranges = ((wide(digits * power), wide((digits + 1) * power)) for power in powers)
    return or_(*(and_(column >= first, column < end) for first, end in ranges))
