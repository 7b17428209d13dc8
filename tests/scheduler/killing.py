"""Processes that work on a league and are killed at any statement or commit; and the league's state, to be
compared with that of one that nobody disturbed."""

import os
import random
import re
import signal
from collections.abc import Callable
from datetime import datetime
from typing import Any

import sqlmodel
from sqlalchemy import Engine, event, select
from sqlalchemy.pool import Pool

from arena.desk.desk import Desk
from arena.league.calendar import friday_on_or_before
from arena.store.tables import METADATA, Player, Run, RunState, Vote
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import PutClock, opened, populate
from tests.waiting import forked

NOTIFIED = ("json://league.example",)
"""Where digests go: the outbox is written, and nobody sends."""
TOOLS = Tools(chunk=100)
"""Small chunks: a day of 500 heroes has some twenty steps."""

UNLIKE = {
    "run": {"id", "fence", "owner", "lease_until", "deaths"},
    "experience": {"id"},
    "message": {"id"},
    "secret": {"id"},
    "installation": {"ballot_key", "uuid", "disks_seen_at"},
}
"""What two leagues may differ in: numbers that the database hands out, who worked, the ballots' own key,
the feeds' own id, and when somebody looked at the disks."""


def settle(address: str, heroes: int) -> None:
    """Found a league of so many heroes, three of whose people want their digests, and a week's votes."""
    with opened(address) as desk:
        populate(desk, heroes)
        with desk.write() as (session, now):
            for player in session.exec(sqlmodel.select(Player).order_by(sqlmodel.col(Player.id)).limit(3)):
                player.address = f"json://people.example/{player.id}"
                session.add(player)
            for voter in range(1, 40):
                friday = friday_on_or_before(desk.calendar.local_date(now))
                session.add(Vote(friday=friday, voter_id=voter, hero_id=voter % 7 + 100, cast_at=now))


def in_a_child(work: Callable[[], object]) -> int:
    """Do `work` in a process of its own; 0 if it came to its end, the signal's number if it was killed.

    Raises `RuntimeError` if it failed otherwise, or did not end.
    """
    _, status = os.waitpid(forked(work), 0)
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) == signal.SIGALRM:
            raise RuntimeError("the child has not come to its end")
        return os.WTERMSIG(status)
    if os.WEXITSTATUS(status):
        raise RuntimeError(f"the child has left with {os.WEXITSTATUS(status)}")
    return 0


def killed_after(events: int) -> None:
    """Kill this process at its `events`-th event: before or after a statement, before or after a commit."""
    left = events

    def count(*_: Any, **__: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    for name in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(Engine, name, count)
    event.listen(Pool, "checkin", count)


def work_at(address: str, now: datetime, tools: Tools = TOOLS) -> None:
    """Do what is due at `now`."""
    with opened(address, PutClock(now), notify_urls=NOTIFIED) as desk:
        tick(desk, tools)


def events_of(address: str, now: datetime) -> int:
    """How many events doing what is due takes; it is done in this process."""
    counted = 0

    def count(*_: Any, **__: Any) -> None:
        nonlocal counted
        counted += 1

    names = ("before_cursor_execute", "after_cursor_execute", "commit")
    for name in names:
        event.listen(Engine, name, count)
    event.listen(Pool, "checkin", count)
    try:
        work_at(address, now)
    finally:
        for name in names:
            event.remove(Engine, name, count)
        event.remove(Pool, "checkin", count)
    return counted


def work_under_fire(address: str, now: datetime, events: int, chance: random.Random, most: int) -> int:
    """Do what is due, in children that are killed until one comes to its end; how many were killed in the
    middle of a run, at most `most`."""
    kills = 0
    while True:
        point = chance.randint(1, events) if kills < most else 0

        def work(point: int = point) -> None:
            if point:
                killed_after(point)
            work_at(address, now)

        if in_a_child(work) == 0:
            return kills
        kills += _is_in_the_middle_of_a_run(address)


def _is_in_the_middle_of_a_run(address: str) -> bool:
    """Whether somebody who is gone has claimed a run and not come to its end."""
    with opened(address) as desk, desk.read() as (session, _):
        return session.exec(sqlmodel.select(Run.id).where(Run.state == RunState.RUNNING)).first() is not None


def state_of(desk: Desk) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables but what two leagues may differ in; runs by their job and day."""
    with desk.read() as (session, _):
        names = {
            id_: f"{job} {day}" for id_, job, day in session.execute(select(Run.id, Run.job, Run.local_date))
        }
        return {
            table.name: sorted(
                (
                    tuple(
                        _told(column.name, value, names)
                        for column, value in zip(table.columns, row, strict=True)
                        if column.name not in UNLIKE.get(table.name, ())
                    )
                    for row in session.execute(select(table))
                ),
                key=repr,
            )
            for table in METADATA.sorted_tables
        }


def _told(name: str, value: Any, runs: dict[int, str]) -> Any:
    if name == "run_id" and value is not None:
        return runs[value]
    if name == "content":
        return re.sub(r'"run_id":(\d+)', lambda found: f'"run_id":"{runs[int(found[1])]}"', value)
    return value
