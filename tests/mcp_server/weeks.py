"""A large league after its first week, and how to look for what an answer must not tell."""

import atexit
import fcntl
import json
import pickle
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arena.desk.battles.listing import list_battles
from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero
from arena.hero.sample import SAMPLE
from scheduler.tick import tick
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import Participant, answered, join

HEROES = 300
FEW = 8
Moment = tuple[int, ...]
MOMENTS: tuple[Moment, ...] = tuple(
    (2026, 4, day, hour, 1)
    for day, hour in ((20, 18), (21, 18), (22, 18), (23, 18), (24, 9), (24, 12), (24, 18))
)
"""At which something is due, in UTC: four days, Friday's freeze, its results, and its day."""
FRIDAY_NOON = (2026, 4, 24, 11, 59)
"""In UTC, a minute before the results."""
LARGEST = 9_000
"""Bytes of an answer's structure by default: its text says the same again."""

ANNAS_RULES = ["self.hp < 41% and not self.has(shield) -> shield", "self.energy >= 31 -> heavy"]
BORISS_RULES = ["enemy.hp < 37% -> heavy", "self.energy >= 43 -> shield", "turn <= 29 -> strike"]
STATS_OF_ANNA = {"hp": 28, "atk": 24, "def": 19, "spd": 15, "foc": 14}
STATS_OF_BORIS = {"hp": 31, "atk": 23, "def": 17, "spd": 16, "foc": 13}

OF_HEROES = {
    "stats", "rules", "rule", "rule_index", "fired", "skipped", "energy", "knowledge", "tick", "ticks",
    "seed", "hp", "hp_a", "hp_b", "exact", "xp",
}  # fmt: skip
"""Fields that may tell nothing of another participant's hero."""


@dataclass(frozen=True)
class Week:
    """Anna and Boris with heroes among many, Clara without one, on Friday evening."""

    desk: Desk
    clock: PutClock
    anna: Participant
    boris: Participant
    clara: Participant
    annas: int
    boriss: int


@dataclass(frozen=True)
class Played:
    """A database in which a week was played, and who is in it."""

    file: Path
    anna: Participant
    boris: Participant
    clara: Participant
    annas: int
    boriss: int


@contextmanager
def week_played(
    folder: Path, heroes: int = HEROES, moments: tuple[Moment, ...] = MOMENTS, kept: Path | None = None
) -> Iterator[Week]:
    """The days from Monday on, with Friday's tournament and its results, or only the first of `moments`. They
    are played once, by one of the processes that keep it in the same folder; whoever asks gets a copy."""
    played = _played(heroes, moments) if kept is None else _played_by_one(kept, heroes, moments)
    shutil.copy(played.file, folder / "league.sqlite")
    clock = PutClock()
    clock.put(*moments[-1])
    with opened(str(folder / "league.sqlite"), clock) as desk:
        yield Week(desk, clock, played.anna, played.boris, played.clara, played.annas, played.boriss)


def _played_by_one(folder: Path, heroes: int, moments: tuple[Moment, ...]) -> Played:
    told = folder / "week.pickle"
    with (folder / "week.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            told.write_bytes(pickle.dumps(_play(folder / "week.sqlite", heroes, moments)))
    played: Played = pickle.loads(told.read_bytes())
    return played


@cache
def _played(heroes: int, moments: tuple[Moment, ...]) -> Played:
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    return _play(Path(folder.name) / "league.sqlite", heroes, moments)


def _play(file: Path, heroes: int, moments: tuple[Moment, ...]) -> Played:
    clock = PutClock()
    with opened(str(file), clock) as desk:
        anna, boris, clara = (join(desk, name) for name in ("Anna", "Boris", "Clara"))
        told = {"name": "Pixel", "stats": STATS_OF_ANNA, "rules": ANNAS_RULES}
        annas = save_hero(desk, anna.id, {**SAMPLE, **told}).hero_id
        told = {"name": "Voxel", "stats": STATS_OF_BORIS, "rules": BORISS_RULES}
        boriss = save_hero(desk, boris.id, {**SAMPLE, **told}).hero_id
        populate(desk, heroes - 2)
        play_week(desk, clock, moments)
    return Played(file, anna, boris, clara, annas, boriss)


def play_week(desk: Desk, clock: PutClock, moments: tuple[Moment, ...] = MOMENTS) -> None:
    """Play everything from Monday on to the day's run after Friday's results."""
    for moment in moments:
        clock.put(*moment)
        assert tick(desk).failed == 0


def speaking(participant: Participant, locale: str) -> Participant:
    """The same participant with another language."""
    return replace(participant, owner=replace(participant.owner, lang=locale))


def size(data: object) -> int:
    """Bytes as JSON in UTF-8."""
    return len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def every_page(week: Week, tool: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """The items of a list, page after page."""
    items: list[dict[str, Any]] = []
    cursor = ""
    while True:
        told = answered(week.desk, week.anna, tool, {**arguments, "cursor": cursor})
        items += told["items"]
        if "next_cursor" not in told:
            return items
        cursor = told["next_cursor"]


def own_battles(week: Week, participant: Participant, hero: int) -> list[str]:
    """The ids of the last battles of a participant's hero, the newest run first."""
    rows = list_battles(week.desk, participant.id, "en", hero=str(hero)).rows
    return [f"{line.run_id}-{line.number}" for line in rows]


def tells_nothing_hidden(data: dict[str, Any]) -> None:
    """An answer to somebody who owns none of the heroes in it."""
    assert not names_of_fields(data) & OF_HEROES
    text = json.dumps(data, ensure_ascii=False)
    assert "->" not in text
    assert not [rule for rule in (*ANNAS_RULES, *BORISS_RULES) if rule in text]


def names_of_fields(data: object) -> set[str]:
    """The names of all fields, however deep."""
    if isinstance(data, dict):
        return set(data).union(*map(names_of_fields, data.values()))
    return set().union(*map(names_of_fields, data)) if isinstance(data, list) else set()
