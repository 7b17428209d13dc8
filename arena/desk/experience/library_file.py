"""A CSV of library points: `player,points,day,source_id`, read into rows, with every fault by its line.

UTF-8 with or without a byte order mark, commas or semicolons between the fields, columns in any order;
others are left alone. Source: the league's rules on experience.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from io import StringIO

from arena.desk.experience.ledger import source_fault
from arena.errors import Fault, refuse
from arena.excerpt import printable, shown
from arena.messages import TEXTS

COLUMNS = ("player", "points", "day", "source_id")
LONGEST_FILE = 10_000_000
"""Bytes of a file."""
MOST_POINTS = 1_000_000
NUMBER = re.compile(r"[0-9]{1,7}", re.ASCII)
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@dataclass(frozen=True)
class LineFault(Fault):
    """What is wrong with a line of a file; its message names the line."""

    line: int = field(kw_only=True)

    def message(self, locale: str = "en") -> str:
        """What is wrong, and where."""
        return TEXTS.text("library-line.text", locale, line=self.line, message=Fault.message(self, locale))


@dataclass(frozen=True)
class LibraryRow:
    """A good row: `line` is where it begins, `player` the name as it was written."""

    line: int
    player: str
    points: int
    day: date
    source: str


@dataclass(frozen=True)
class LibraryFile:
    """What a file holds: its good rows, and the faults of the others."""

    rows: tuple[LibraryRow, ...]
    faults: tuple[LineFault, ...]


def at_line(line: int, fault: Fault) -> LineFault:
    """The fault, as one of a line."""
    return LineFault(fault.code, f"/{line}", fault.params, reason=fault.reason, line=line)


def read_library(content: bytes) -> LibraryFile:
    """Read a file, by itself: whom it means and whether its days have come is not looked at.

    Raises `ArenaError` for what is wrong with it as a whole: `library-too-large`, `library-not-utf8`,
    `library-empty`, `library-columns`. Faults of lines: `library-broken`, `library-fields`, `library-points`,
    `library-day`, `library-source`, `library-player`, `library-repeated`.
    """
    text = _text(content)
    lines = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    rows: list[LibraryRow] = []
    faults: list[LineFault] = []
    first_with: dict[str, int] = {}
    try:
        head = next(lines, [])
        places = _places(head)
        for line, fields in _records(lines):
            row, found = _row(line, fields, len(head), places)
            if row is not None and first_with.setdefault(row.source, line) != line:
                found = [_repeated(row, first_with[row.source])]
            faults += [at_line(line, fault) for fault in found]
            rows += [row] if row is not None and not found else []
    except csv.Error as error:
        broken = Fault("library-broken", params={"reason": printable(str(error))})
        faults.append(at_line(lines.line_num, broken))
    if not rows and not faults:
        raise refuse("library-empty")
    return LibraryFile(tuple(rows), tuple(faults))


def _text(content: bytes) -> str:
    if len(content) > LONGEST_FILE:
        raise refuse("library-too-large", limit=LONGEST_FILE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise refuse("library-not-utf8", line=line, byte=f"0x{content[error.start]:02x}") from None


def _delimiter(text: str) -> str:
    head = text.partition("\n")[0]
    return ";" if head.count(";") > head.count(",") else ","


def _places(head: list[str]) -> Mapping[str, int]:
    """Where the columns stand. Raises `ArenaError` `library-empty`, `library-columns`."""
    names = [name.strip().casefold() for name in head]
    if not any(names):
        raise refuse("library-empty")
    params = {"wanted": ",".join(COLUMNS), "found": shown(head)}
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise refuse("library-columns", missing=", ".join(missing), **params)
    repeated = [name for name in COLUMNS if names.count(name) > 1]
    if repeated:
        raise refuse("library-columns", reason="repeated", repeated=", ".join(repeated), **params)
    return {name: names.index(name) for name in COLUMNS}


def _records(lines: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Each record that is not empty, with the line on which it begins: a quoted field may hold line
    breaks."""
    begins = lines.line_num + 1  # type: ignore[attr-defined]  # csv's reader has no public name
    for fields in lines:
        if any(field.strip() for field in fields):
            yield begins, fields
        begins = lines.line_num + 1  # type: ignore[attr-defined]


def _row(
    line: int, fields: list[str], columns: int, places: Mapping[str, int]
) -> tuple[LibraryRow | None, list[Fault]]:
    if not max(places.values()) < len(fields) <= columns:  # with more, who knows which is which
        return None, [Fault("library-fields", params={"found": len(fields), "wanted": columns})]
    player, points, day, source = (fields[places[name]].strip() for name in COLUMNS)
    found = [] if player else [Fault("library-player")]
    count, when = _points(points), _day(day)
    if count is None:
        found.append(Fault("library-points", params={"given": shown(points), "most": MOST_POINTS}))
    if when is None:
        found.append(Fault("library-day", params={"given": shown(day)}))
    found += filter(None, [source_fault(source)])
    if count is None or when is None or found:
        return None, found
    return LibraryRow(line, player, count, when, source), []


def _points(text: str) -> int | None:
    count = int(text) if NUMBER.fullmatch(text) else -1
    return count if 0 <= count <= MOST_POINTS else None


def _day(text: str) -> date | None:
    if not DAY.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _repeated(row: LibraryRow, first: int) -> Fault:
    params = {"source": printable(row.source), "first": first}
    return Fault("library-repeated", params=params, reason="file")
