"""Library points from a file: all of it or, if asked, its good rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from sqlalchemy import select
from sqlmodel import Session, col

from arena.desk.chunks import chunks
from arena.desk.desk import Desk
from arena.desk.experience.ledger import Points, day_fault, grant_library, lapsed, used_sources
from arena.desk.experience.library_file import LibraryRow, LineFault, at_line, read_library
from arena.desk.players.finding import names_like, unknown
from arena.errors import ArenaError, Fault
from arena.excerpt import printable
from arena.hero import name_key
from arena.likeness import nearest
from arena.store.tables import Player

MOST_TOLD = 100
"""Faults that a refusal lists."""
MOST_SOUGHT = 100
"""Names that nobody has for which like ones are looked for; it takes seconds."""


@dataclass(frozen=True)
class Imported:
    """A row that was imported: `xp` is what its week still allowed, `lapsed` what it cut off."""

    line: int
    player_id: int
    player: str
    points: int
    xp: int
    lapsed: int


@dataclass(frozen=True)
class LibraryImport:
    """What an import did: the rows that are in the ledger now, and the faults of those left out, by line."""

    rows: tuple[Imported, ...]
    faults: tuple[Fault, ...]


def import_library(desk: Desk, content: bytes, skip_bad: bool = False) -> LibraryImport:
    """Import a CSV of library points (see `library_file`): nothing of it if anything is wrong with a line, or
    with `skip_bad` the good lines. Imported again, every line has a repeated source.

    Raises `ArenaError`: what `read_library` raises, its faults of lines, `player-unknown`,
    `library-repeated`, `library-day` for a day that has not come, and after a hundred of them `library-more`.
    """
    file = read_library(content)
    alike = _alike(desk, file.rows)
    with desk.write() as (session, now):
        today = desk.calendar.local_date(now)
        players = _players(session, [row.player for row in file.rows])
        used = used_sources(session, [row.source for row in file.rows])
        found = [fault for row in file.rows if (fault := _fault(row, players, used, alike, today))]
        faults = sorted([*file.faults, *found], key=lambda fault: fault.line)
        if faults and not skip_bad:
            raise ArenaError(_told(faults))
        bad = {fault.line for fault in found}
        rows = [row for row in file.rows if row.line not in bad]
        ids = [players[name_key(row.player)] for row in rows]
        points = [Points(id_, row.source, row.day, row.points) for id_, row in zip(ids, rows, strict=True)]
        xp = grant_library(session, points)
    imported = zip(rows, ids, xp, strict=True)
    return LibraryImport(
        tuple(
            Imported(row.line, id_, row.player, row.points, given, lapsed(row.points, given))
            for row, id_, given in imported
        ),
        tuple(faults),
    )


def _players(session: Session, names: Iterable[str]) -> dict[str, int]:
    """The ids of those who exist, by the keys of their names."""
    keys = sorted({name_key(name) for name in names})
    return {
        key: id_
        for some in chunks(keys)
        for key, id_ in session.connection().execute(
            select(col(Player.name_key), col(Player.id)).where(col(Player.name_key).in_(some))
        )
        if id_ is not None
    }


def _alike(desk: Desk, rows: Sequence[LibraryRow]) -> dict[str, str | None]:
    """For the first names that nobody has the one that may be meant. Not in the transaction that writes: to
    compare a name with everybody's takes long."""
    with desk.read() as (session, _):
        players = _players(session, [row.player for row in rows])
        nobody = dict.fromkeys(row.player for row in rows if name_key(row.player) not in players)
        compared = {name: names_like(session, name) for name in islice(nobody, MOST_SOUGHT)}
    return {name: nearest(name, names) for name, names in compared.items()}


def _fault(
    row: LibraryRow, players: dict[str, int], used: set[str], alike: dict[str, str | None], today: date
) -> LineFault | None:
    if (early := day_fault(row.day, today)) is not None:
        return at_line(row.line, early)
    if name_key(row.player) not in players:
        return at_line(row.line, unknown(row.player, alike.get(row.player)))
    if row.source in used:
        repeated = Fault("library-repeated", params={"source": printable(row.source)}, reason="ledger")
        return at_line(row.line, repeated)
    return None


def _told(faults: Sequence[Fault]) -> list[Fault]:
    more = len(faults) - MOST_TOLD
    rest = [Fault("library-more", params={"more": more})] if more > 0 else []
    return [*faults[:MOST_TOLD], *rest]
