"""The ledger of experience and the sums that participants keep of it, written together.

Source: «Уровни»; what is given for what is `arena.league.experience`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    bindparam,
    case,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlmodel import Session, col

from arena.desk.audit import Act, check_organiser, log_act
from arena.desk.chunks import chunks
from arena.desk.desk import Desk
from arena.desk.players.finding import known_player
from arena.errors import ArenaError, Fault, refuse
from arena.excerpt import printable
from arena.hero import level_for
from arena.league.experience import Grant, Reason, library_grants, monday_of
from arena.league.settings import league
from arena.store import insert_rows
from arena.store.tables import Experience, Player

LONGEST_KEY = 100
"""Characters of a library score's id, or of a correction's key."""
MOST_CORRECTED = 1_000_000
WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Points:
    """Library points of one participant: where they come from, their local day, how many."""

    player_id: int
    source: str
    day: date
    points: int


@dataclass(frozen=True)
class Added:
    """What was added to a participant's ledger: `xp`, which left `total`, and the levels around it; `lapsed`
    is what the week's most cut off."""

    xp: int
    lapsed: int
    total: int
    level_before: int
    level: int


def level_of(player: Player) -> int:
    """A participant's level: a correction of the ledger takes none away."""
    return level_for(player.xp_peak)


def add_library_points(
    desk: Desk, player_id: int, points: int, source: str, day: date | None = None
) -> Added:
    """Add the points of one library score, of today if no `day` is given. What is above the week's most
    lapses.

    Raises `ArenaError`: `player-unknown`, `library-source`, `library-repeated`, `library-day`.
    """
    with desk.write() as (session, now):
        before = known_player(session, player_id)
        day = _checked_day(source, day, desk.calendar.local_date(now))
        if used_sources(session, [source]):
            raise refuse("library-repeated", source=printable(source))
        (xp,) = grant_library(session, [Points(player_id, source, day, points)])
        return _added(before, xp, lapsed(points, xp))


def correct_experience(
    desk: Desk,
    player_id: int,
    xp: int,
    key: str,
    day: date | None = None,
    *,
    organiser_id: int | None = None,
) -> Added:
    """Add `xp` points of experience, or take them away, on a `day`, or today; `key` names the correction and
    never comes twice. The act is logged. `organiser_id` is the participant who does it, None for whoever
    has the league's machine.

    Raises `ArenaError`: `player-unknown`, `organisers-only`, `library-source`, `library-day`,
    `xp-correction` for a number out of bounds, `xp-repeated`, `xp-below-zero`.
    """
    if not -MOST_CORRECTED <= xp <= MOST_CORRECTED:
        raise refuse("xp-correction", most=MOST_CORRECTED)
    with desk.write() as (session, now):
        check_organiser(session, organiser_id)
        before = known_player(session, player_id)
        day = _checked_day(key, day, desk.calendar.local_date(now))
        if before.xp + xp < 0:
            raise refuse("xp-below-zero", has=before.xp, taken=-xp)
        row = Experience(player_id=player_id, reason=Reason.CORRECTION.value, key=key, xp=xp, day=day)
        if _stands(session, row):
            raise refuse("xp-repeated", given=printable(key))
        session.add(row)
        _raise_sums(session, {player_id: xp})
        told = {"xp": xp, "key": key}
        log_act(session, now, Act.EXPERIENCE_CORRECTED, organiser_id, player_id, told)
        return _added(before, xp, 0)


def grant_all(session: Session, run_id: int, grant: Grant, day: date, players: Select[Any]) -> int:
    """Give `grant` for a local day to all participants whose ids `players` selects; how many had not got it.

    Whoever has a row of the same reason and key gets nothing, so it may be repeated.
    """
    wanted = players.subquery()
    granted = exists().where(
        col(Experience.player_id) == col(Player.id),
        col(Experience.reason) == grant.reason.value,
        col(Experience.key) == grant.key,
    )
    due = col(Player.id).in_(select(wanted.c[0])) & ~granted
    connection = session.connection()
    given = connection.execute(update(Player).where(due).values(**_sums(literal(grant.xp)))).rowcount
    # The sums first: the rows that follow say who has it.
    row = (literal(grant.reason.value), literal(grant.key), literal(grant.xp), literal(day), literal(run_id))
    rows = select(col(Player.id), *row).where(due)
    names = ["player_id", "reason", "key", "xp", "day", "run_id"]
    connection.execute(insert(Experience).from_select(names, rows))
    return given


def used_sources(session: Session, sources: Sequence[str]) -> set[str]:
    """Which of these library scores the ledger has already."""
    return {
        key
        for some in chunks(sources)
        for key in session.connection().scalars(
            select(col(Experience.key)).where(
                col(Experience.reason) == Reason.LIBRARY.value, col(Experience.key).in_(some)
            )
        )
    }


def grant_library(session: Session, points: Sequence[Points]) -> list[int]:
    """Write library points into the ledger, each with the experience that its week still allows; those, in
    the order of `points`. The sources must be new."""
    if not points:
        return []
    by_player: dict[int, list[int]] = {}
    for place, each in enumerate(points):
        by_player.setdefault(each.player_id, []).append(place)
    weeks = _granted_weeks(session, list(by_player), [each.day for each in points])
    xp = [0] * len(points)
    for player_id, places in by_player.items():
        own = [(points[i].source, points[i].day, points[i].points) for i in places]
        for place, grant in zip(places, library_grants(own, weeks.get(player_id, {})), strict=True):
            xp[place] = grant.xp
    columns: dict[str, Sequence[object]] = {
        "player_id": [each.player_id for each in points],
        "reason": [Reason.LIBRARY.value] * len(points),
        "key": [each.source for each in points],
        "xp": xp,
        "day": [each.day for each in points],
    }
    insert_rows(session, Experience, columns)
    _raise_sums(session, {player: sum(xp[i] for i in places) for player, places in by_player.items()})
    return xp


def lapsed(points: int, xp: int) -> int:
    """The experience that library points would have given above the `xp` that their week allowed."""
    return league().experience.library_point * points - xp


def source_fault(source: str) -> Fault | None:
    """What is wrong with the id of a library score, or the key of a correction: `library-source`."""
    if source.strip() == source != "" and source.isprintable() and len(source) <= LONGEST_KEY:
        return None
    return Fault("library-source", params={"given": printable(source), "most": LONGEST_KEY})


def day_fault(day: date, today: date) -> Fault | None:
    """`library-day` for a day that has not come yet."""
    if day <= today:
        return None
    return Fault(
        "library-day", params={"given": day.isoformat(), "today": today.isoformat()}, reason="future"
    )


def _checked_day(key: str, day: date | None, today: date) -> date:
    """The day that is meant. Raises `ArenaError` with every fault of it and of the key."""
    meant = day or today
    found = [fault for fault in (source_fault(key), day_fault(meant, today)) if fault]
    if found:
        raise ArenaError(found)
    return meant


def _stands(session: Session, row: Experience) -> bool:
    """Whether the ledger has a row of this participant, reason and key."""
    same = select(col(Experience.id)).where(
        col(Experience.player_id) == row.player_id,
        col(Experience.reason) == row.reason,
        col(Experience.key) == row.key,
    )
    return session.connection().execute(same).first() is not None


def _granted_weeks(
    session: Session, players: Sequence[int], days: Iterable[date]
) -> dict[int, dict[date, int]]:
    """What library points gave these participants in the weeks of `days`, by their Mondays."""
    mondays = {monday_of(day) for day in days}
    weeks: dict[int, dict[date, int]] = {}
    for some in chunks(players):
        given = (
            select(col(Experience.player_id), col(Experience.day), func.sum(col(Experience.xp)))
            .where(
                col(Experience.reason) == Reason.LIBRARY.value,
                col(Experience.player_id).in_(some),
                col(Experience.day) >= min(mondays),
                col(Experience.day) < max(mondays) + WEEK,
            )
            .group_by(col(Experience.player_id), col(Experience.day))
        )
        for player_id, day, xp in session.connection().execute(given):
            own = weeks.setdefault(player_id, {})
            own[monday_of(day)] = own.get(monday_of(day), 0) + int(xp)
    return weeks


def _raise_sums(session: Session, gains: Mapping[int, int]) -> None:
    gain: BindParameter[int] = bindparam("gain")
    changed = update(Player).where(col(Player.id) == bindparam("player")).values(**_sums(gain))
    session.connection().execute(changed, [{"player": player, "gain": xp} for player, xp in gains.items()])


def _sums(gain: ColumnElement[int]) -> dict[str, ColumnElement[int]]:
    """A participant's sums after a gain; SQLite and PostgreSQL have no common word for the greater of two."""
    total = col(Player.xp) + gain
    return {"xp": total, "xp_peak": case((total > col(Player.xp_peak), total), else_=col(Player.xp_peak))}


def _added(before: Player, xp: int, lapsed: int) -> Added:
    total = before.xp + xp
    return Added(xp, lapsed, total, level_of(before), level_for(max(before.xp_peak, total)))
