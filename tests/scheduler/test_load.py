"""Sixteen clients check and save a hundred drafts a second while the day is played: none fails.

Run with -s -n0 to see how long they wait and what they cost the run.
"""

import json
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlmodel import col, func, select, update

from arena import roster
from arena.desk.battles.verifying import verify_run
from arena.desk.heroes.checking import check_draft
from arena.desk.heroes.documents import document_of
from arena.desk.heroes.saving import save_hero
from arena.store.tables import BattleRow, HeroVersion, Player
from scheduler.work import Tools
from tests.conftest import DATABASES
from tests.leagues import MONDAY, PutClock, fresh_address, opened, populate
from tests.scheduler.killing import work_at
from tests.waiting import LONGEST, end_in_time, join_all

HEROES = 20_000
CLIENTS = 16
A_SECOND = 100
EVENING = MONDAY.replace(hour=18)
MOST = 1000
"""Seconds for a day that is played, on the slowest machine."""
SEVERAL = multiprocessing.get_context("fork")


@dataclass
class Calls:
    """What clients have done: seconds of each call by kind, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {"check": [], "save": []})
    failures: list[str] = field(default_factory=list)


def drafts(client: int) -> Iterator[tuple[int, str]]:
    """Players with drafts that none of them has saved before."""
    designs = [json.loads(document_of(roster.load(name))) for name in roster.names()]
    number = 0
    while True:
        player = 1 + client + CLIENTS * (number % (HEROES // CLIENTS))
        named = {"name": f"Hero {player} of {number}", "motto": f"Take {number}"}
        yield player, json.dumps(designs[number % len(designs)] | named)
        number += 1


def act(address: str, clients: range, stop: Event) -> Calls:
    """Let these clients of one process act in turn, each in a thread of its own, until they are stopped."""
    end_in_time(MOST)
    calls, begun = Calls(), time.monotonic()

    def client(own: int) -> None:
        for number, (player, draft) in enumerate(drafts(own)):
            time.sleep(max(0, begun + (own + number * CLIENTS) / A_SECOND - time.monotonic()))
            if stop.is_set():
                return
            kind = "check" if number % 2 else "save"
            at = time.monotonic()
            try:
                if kind == "check":
                    assert check_draft(desk, player, draft).check.hero is not None
                else:
                    assert save_hero(desk, player, draft).changed
            except Exception as error:
                calls.failures.append(repr(error))
            calls.seconds[kind].append(time.monotonic() - at)

    with opened(address, PutClock(EVENING)) as desk, ThreadPoolExecutor(len(clients)) as threads:
        list(threads.map(client, clients))
    return calls


def play(address: str) -> None:
    """Play the day, in a process of its own."""
    end_in_time(MOST)
    work_at(address, EVENING, Tools())


def load(address: str, processes: int) -> tuple[float, list[Calls]]:
    """Play the day with so many processes of clients beside it (0: none); its seconds, and what they did."""
    stop, done = SEVERAL.Event(), SEVERAL.Queue()
    each = CLIENTS // max(processes, 1)
    started = [
        SEVERAL.Process(
            target=lambda first=number * each: done.put(act(address, range(first, first + each), stop)),
            daemon=True,
        )
        for number in range(processes)
    ]
    for process in started:
        process.start()
    time.sleep(1 if processes else 0)
    at = time.monotonic()
    run = SEVERAL.Process(target=play, args=(address,), daemon=True)
    run.start()
    join_all(run, seconds=MOST)
    seconds = time.monotonic() - at
    stop.set()
    calls = [done.get(timeout=LONGEST) for _ in started]
    join_all(*started)
    assert run.exitcode == 0
    return seconds, calls


def told(calls: list[Calls], kind: str) -> str:
    waits: Any = np.array([seconds for each in calls for seconds in each.seconds[kind]]) * 1000
    p50, p99 = np.percentile(waits, [50, 99])
    return f"{len(waits)} {kind}s: p50 {p50:.1f} ms, p99 {p99:.0f} ms, longest {waits.max():.0f} ms"


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 4])
@pytest.mark.parametrize("kind", DATABASES)
def test_nobody_fails_who_checks_and_saves_while_the_day_is_played(
    kind: str, processes: int, tmp_path: Path
) -> None:
    seconds = {}
    for beside in (0, processes):
        folder = tmp_path / f"{beside}"
        folder.mkdir()
        with fresh_address(kind, folder) as address:
            with opened(address) as desk:
                populate(desk, HEROES)
                with desk.write() as (session, _):
                    session.exec(update(Player).values(xp_peak=5000))
            seconds[beside], calls = load(address, beside)
            with opened(address, PutClock(EVENING)) as desk:
                assert verify_run(desk, "daily-2026-04-20").battles == HEROES * 3 // 2
                with desk.read() as (session, _):
                    saved = select(func.count()).where(col(HeroVersion.number) > 1)
                    versions = session.exec(saved).one()
                    fought = session.exec(select(func.max(BattleRow.version_a))).one()
    for each in ("check", "save"):
        print(told(calls, each))
    print(f"the run alone: {seconds[0]:.2f} s, beside them: {seconds[processes]:.2f} s")
    assert [failure for each in calls for failure in each.failures] == []
    assert versions == sum(len(each.seconds["save"]) for each in calls)
    assert fought <= HEROES, "what was saved after the run's moment does not fight in it"
    assert all(each.seconds[call] for each in calls for call in ("check", "save")), "they were at work"
