"""How long a day's run takes, beside the least that it could: its battles in the kernel, its rows in the
database.

Both floors are measured in the same process, right after the run, over the same rows: the kernel fights the
day's battles in one call, and the driver writes, in one transaction of a copy of the database as it was
before, what the run has written.
"""

import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from arena import roster
from arena.battle import fight_many
from arena.desk.columns import records_of
from arena.desk.desk import Desk
from arena.desk.heroes.peopling import people
from arena.desk.opening import open_desk
from arena.desk.rounds.daily import day_round, planned_day
from arena.league.calendar import DAY, Calendar, Job, Occurrence
from arena.league.settings import league
from arena.store.tables import Run
from scheduler.orders import run_up_to
from scheduler.work import Tools

FIRST = date(2026, 4, 20)
"""The first day, which is not measured: nobody has a yesterday yet."""
RUNS = 3
"""Days that are measured; the one of the median ratio is told."""
PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON")
WRITTEN = ("run", "run_step", "battle", "rating_change", "experience", "digest", "secret")
"""The tables that a run adds rows to, in an order that foreign keys allow."""
CHANGED = {"hero": ("rating", "rated_battles", "rests"), "player": ("xp", "xp_peak", "told_level")}
"""The columns that a run changes in rows that were there."""

Row = tuple[Any, ...]


@dataclass(frozen=True)
class DaySpeed:
    """A day's run: seconds of all of it and of its floors, rows added and changed, the largest memory
    in bytes so far."""

    heroes: int
    battles: int
    added: int
    changed: int
    seconds: float
    kernel: float
    adding: float
    changing: float
    memory: int

    @property
    def floor(self) -> float:
        """Seconds of the kernel and of all rows."""
        return self.kernel + self.adding + self.changing

    @property
    def ratio(self) -> float:
        return self.seconds / self.floor

    @property
    def ratio_to_added(self) -> float:
        """The same without the rows that were only changed: the stricter floor."""
        return self.seconds / (self.kernel + self.adding)

    @property
    def rows_per_second(self) -> float:
        return (self.added + self.changed) / self.seconds


def measure_day(heroes: int) -> DaySpeed:
    """Measure a day of so many heroes, in a throw-away database."""
    with TemporaryDirectory() as folder, _league(Path(folder), heroes) as file:
        days = [_measure(file, number, heroes) for number in range(RUNS + 1)][1:]
    return sorted(days, key=lambda day: day.ratio)[len(days) // 2]


@contextmanager
def _league(folder: Path, heroes: int) -> Iterator[Path]:
    """A league peopled with the roster's designs."""
    file = folder / "league.sqlite"
    designs = [roster.load(id_) for id_ in roster.names()]
    with (
        _opened(file, _occurrence(0).scheduled_for - timedelta(hours=1)) as desk,
        desk.write() as (session, now),
    ):
        names = [f"Hero {number}" for number in range(1, heroes + 1)]
        people(session, now, names, [designs[i % len(designs)] for i in range(heroes)])
    yield file


@contextmanager
def _opened(file: Path, now: datetime) -> Iterator[Desk]:
    desk = open_desk(str(file), league().calendar.zone, clock=lambda: now)
    try:
        yield desk
    finally:
        desk.store.close()


def _occurrence(number: int) -> Occurrence:
    """The run of a day, counted from 0."""
    return Calendar.of(league().calendar.zone).moment(Job.DAILY, FIRST + number * DAY)


def _measure(file: Path, number: int, heroes: int) -> DaySpeed:
    before = file.with_suffix(".before")
    copy(file, before)
    occurrence = _occurrence(number)
    with _opened(file, occurrence.scheduled_for) as desk:
        start = perf_counter()
        run = run_up_to(desk, occurrence, Tools())
        seconds = perf_counter() - start
        kernel, battles = _fight(desk, run)
    assert run.id is not None
    added, changed = _rows(file, before, run.id)
    adding, changing = _write(before, added, changed)
    return DaySpeed(
        heroes,
        battles,
        sum(map(len, added.values())),
        sum(map(len, changed.values())),
        seconds,
        kernel,
        adding,
        changing,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    )


def _fight(desk: Desk, run: Run) -> tuple[float, int]:
    """Seconds of the kernel for a run's battles, and how many there are."""
    with desk.read() as (session, _):
        day = planned_day(session, run)
        round_ = day_round(session, run, day)
        records = records_of(session, day.entries.versions)
    start = perf_counter()
    outcomes = fight_many(
        records, round_.a, round_.b, round_.seeds, run.ruleset or "", threads=os.cpu_count() or 1
    )
    return perf_counter() - start, len(outcomes)


def _rows(file: Path, before: Path, run_id: int) -> tuple[dict[str, list[Row]], dict[str, list[Row]]]:
    """What a run has added to the tables, and changed in them (new values, then the row's id)."""
    with closing(sqlite3.connect(file)) as now:
        now.execute("ATTACH ? AS before", (str(before),))
        added = {
            name: now.execute(f"SELECT * FROM {name} WHERE {_of_run(name)}", (run_id,)).fetchall()
            for name in WRITTEN
        }
        changed = {}
        for name, columns in CHANGED.items():
            listed = ", ".join(f"n.{column}" for column in columns)
            differs = " OR ".join(f"n.{column} <> b.{column}" for column in columns)
            rows = f"SELECT {listed}, n.id FROM {name} n JOIN before.{name} b USING (id) WHERE {differs}"
            changed[name] = now.execute(rows).fetchall()
    return added, changed


def _of_run(table: str) -> str:
    """The rows of a run: itself, and whatever names it; the secret that the next one will use."""
    return {"run": "id = ?", "secret": "run_id IS NULL AND job = 'daily' AND ?"}.get(table, "run_id = ?")


def _write(file: Path, added: dict[str, list[Row]], changed: dict[str, list[Row]]) -> tuple[float, float]:
    """Seconds of the bare driver for adding and for changing these rows, in one transaction each."""
    with closing(sqlite3.connect(file, isolation_level=None)) as bare:
        for pragma in PRAGMAS:
            bare.execute(f"PRAGMA {pragma}")
        bare.execute("UPDATE secret SET run_id = NULL, job = job || id")
        start = perf_counter()
        bare.execute("BEGIN IMMEDIATE")
        for name, rows in added.items():
            if rows:
                bare.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        bare.execute("COMMIT")
        between = perf_counter()
        bare.execute("BEGIN IMMEDIATE")
        for name, rows in changed.items():
            told = ", ".join(f"{column} = ?" for column in CHANGED[name])
            bare.executemany(f"UPDATE {name} SET {told} WHERE id = ?", rows)
        bare.execute("COMMIT")
        return between - start, perf_counter() - between
