"""The names that a mistyped one is compared with."""

from collections.abc import Sequence

from sqlmodel import Session, col
from sqlmodel.sql.expression import SelectOfScalar

from arena.hero import name_key
from arena.store.tables import HeroRow, Player

COMPARED = 2_000
"""Names that a mistyped one is compared with; in a larger league those that begin alike come first."""
BEGINNINGS = (16, 8, 4, 2)
"""Letters of such a beginning, the longest first."""


def names_to_compare(
    session: Session, names: SelectOfScalar[str], table: type[HeroRow] | type[Player], given: str
) -> Sequence[str]:
    """At most `COMPARED` of the `names` that are selected from `table`."""
    wanted, key = name_key(given), col(table.name_key)
    beginnings = [key.startswith(wanted[:length], autoescape=True).desc() for length in BEGINNINGS]
    return session.exec(names.order_by(*beginnings, col(table.id)).limit(COMPARED)).all()
