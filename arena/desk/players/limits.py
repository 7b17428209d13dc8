"""What a participant may do in a day of the league, counted in the transaction of the action itself.

An action that fails for a reason of ours takes its count back with everything else that it wrote.
Source: «Ритм и лимиты», the paragraph on limits.
"""

from datetime import date, time, timedelta
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, Date, Executable, and_, bindparam, func, text
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.moments import told_moment
from arena.desk.players.finding import peak_of, unknown_id
from arena.errors import ArenaError, refuse
from arena.store.tables import Player, Usage
from arena.store.types import BigId


class Limited(StrEnum):
    """What is limited."""

    CHECKS = "checks"
    DUMMY_TRAININGS = "dummy_trainings"
    HERO_TRAININGS = "hero_trainings"


REASONS = {Limited.CHECKS: "checks", Limited.DUMMY_TRAININGS: "dummies", Limited.HERO_TRAININGS: "heroes"}
"""What tells the texts of `limit-reached` apart."""

# One statement, so that the database itself compares and counts; both databases understand these words.
SPEND = text(
    """
    INSERT INTO usage (player_id, day, kind, count)
    SELECT id, :day, :kind, 1 FROM player WHERE id = :player_id AND forgotten_at IS NULL
    ON CONFLICT (player_id, day, kind) DO UPDATE SET count = usage.count + 1 WHERE usage.count < :most
    RETURNING count AS used, (SELECT xp_peak FROM player WHERE id = player_id) AS xp_peak
    """
).bindparams(bindparam("day", type_=Date))

# One statement for both: they are asked together with every check and every training.
PEAK_AND_USED: Executable = (
    select(col(Player.xp_peak), func.coalesce(col(Usage.count), 0).label("used"))
    .outerjoin(
        Usage,
        and_(
            col(Usage.player_id) == col(Player.id),
            col(Usage.day) == bindparam("day", type_=Date),
            col(Usage.kind) == bindparam("kind"),
        ),
    )
    .where(col(Player.id) == bindparam("player_id", type_=BigId), col(Player.forgotten_at).is_(None))
)

USED: Executable = select(col(Usage.kind), col(Usage.count).label("used")).where(
    col(Usage.player_id) == bindparam("player_id", type_=BigId),
    col(Usage.day) == bindparam("day", type_=Date),
)


def most(desk: Desk, kind: Limited) -> int:
    """How many of a kind a day allows."""
    allowed: int = getattr(desk.limits, kind)
    return allowed


class Spent(NamedTuple):
    """An action that was counted: how many more the day allows, and the participant's most experience ever,
    on which its level stands."""

    left: int
    peak: int


def spend(connection: Connection, desk: Desk, player_id: int, kind: Limited, day: date) -> Spent:
    """Count one action of a kind on a local day.

    Raises `ArenaError`: `player-unknown`, `limit-reached`, which says when the next day begins.
    """
    values = {"player_id": player_id, "day": day, "kind": kind.value, "most": most(desk, kind)}
    row = connection.execute(SPEND, values).one_or_none()
    if row is None:
        peak_of(connection, player_id)  # raises for who is not there
        raise _reached(desk, kind, day)
    return Spent(most(desk, kind) - int(row.used), int(row.xp_peak))


def peak_if_left(connection: Connection, desk: Desk, player_id: int, kind: Limited, day: date) -> int:
    """The participant's most experience ever, as `peak_of` gives it, unless one more action of a kind on a
    local day would be too many.

    Raises the `player-unknown` and `limit-reached` of `spend` before the work of an action is done for
    nothing. It only reads: what counts is `spend` at the end.
    """
    values = {"player_id": player_id, "day": day, "kind": kind.value}
    row = connection.execute(PEAK_AND_USED, values).one_or_none()
    if row is None:
        raise unknown_id(player_id)
    if row.used >= most(desk, kind):
        raise _reached(desk, kind, day)
    return int(row.xp_peak)


def left(connection: Connection, desk: Desk, player_id: int, day: date) -> dict[Limited, int]:
    """How many of each kind a participant may still do on a local day."""
    used = connection.execute(USED, {"player_id": player_id, "day": day})
    counts = {row.kind: row.used for row in used}
    return {kind: max(0, most(desk, kind) - counts.get(kind, 0)) for kind in Limited}


def _reached(desk: Desk, kind: Limited, day: date) -> ArenaError:
    renewed = told_moment(desk.calendar, desk.calendar.at(day + timedelta(days=1), time()))
    return refuse("limit-reached", reason=REASONS[kind], most=most(desk, kind), **renewed)
