"""Working on a claimed run: its steps, each done once.

A step is prepared outside a transaction, where it may take its time, and written in one that holds the run's
fence and notes the step. A step that is noted is not done again; its result is what it was.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.digests.sights import Addresses
from arena.desk.rounds.play import CHUNK, Executor, play_on_threads
from arena.store.tables import Run, RunState, RunStep
from scheduler.housekeeping import Housekeeping
from scheduler.runs import LEASE, Claim, end, hold, promise_next
from scheduler.sending import Send

Prepared = TypeVar("Prepared")
OTHERS_TURN = 0.002
"""Seconds between two steps, in which others who wait to write begin."""


def told_nobody(run: Run, progress: float) -> None:
    """Tell nobody of a run's progress."""


def never() -> bool:
    """Nobody asks to stop."""
    return False


class StopAskedError(BaseException):
    """Somebody has asked to stop: the step at work is done, the run is let go."""


@dataclass(frozen=True)
class Tools:
    """How runs are worked: who plays the battles, in chunks of how many, for how long a claim holds, who is
    told of progress (0..1), how nights keep house, who sends messages (None: they wait), which `addresses`
    they lead to (None: to none), and whether somebody asks to stop."""

    executor: Executor = play_on_threads
    chunk: int = CHUNK
    lease: float = LEASE
    told: Callable[[Run, float], object] = told_nobody
    housekeeping: Housekeeping = field(default_factory=Housekeeping)
    send: Send | None = None
    addresses: Addresses | None = None
    stopping: Callable[[], bool] = never


@dataclass(frozen=True)
class Work:
    """A run at work. `run` is as it was when it was claimed."""

    desk: Desk
    claim: Claim
    run: Run
    tools: Tools

    def done(self, key: str) -> bytes | None:
        """What a step has left; None if it is still to be done."""
        with self.desk.read() as (session, _):
            step = session.get(RunStep, (self.claim.run_id, key))
            return None if step is None else step.result

    def rows_done(self, name: str) -> int:
        """Up to which row the steps have come that `rows_key` names so."""
        with self.desk.read() as (session, _):
            keys = session.exec(
                select(RunStep.key).where(
                    col(RunStep.run_id) == self.claim.run_id, col(RunStep.key).startswith(f"{name}:")
                )
            )
            return max((int(key.rpartition("-")[2]) for key in keys), default=0)

    @staticmethod
    def rows_key(name: str, rows: slice) -> str:
        """The key of a step that does some of many rows."""
        return f"{name}:{rows.start}-{rows.stop}"

    def step(
        self,
        key: str,
        prepare: Callable[[], Prepared],
        write: Callable[[Session, datetime, Prepared], bytes],
        progress: float,
    ) -> bytes:
        """Do a step unless it was done; its result.

        Raises `LostLeaseError` if the run is not ours any more, `StopAskedError` if it is to be let go.
        """
        before = self.done(key)
        if before is not None:
            return before
        prepared = prepare()
        with self.desk.write() as (session, now):
            hold(session, self.desk, self.claim, progress, self.tools.lease)
            result = write(session, now, prepared)
            session.add(RunStep(run_id=self.claim.run_id, key=key, result=result))
        self.tools.told(self.run, progress)
        time.sleep(OTHERS_TURN)
        if self.tools.stopping():
            raise StopAskedError
        return result

    def finish(self, write: Callable[[Session, datetime, Run], object]) -> None:
        """The last step: what it writes and the run's end are one transaction."""
        with self.desk.write() as (session, now):
            hold(session, self.desk, self.claim, 1.0, self.tools.lease)
            run = session.get_one(Run, self.claim.run_id)
            promise_next(session, self.desk, run, now)
            write(session, now, run)
            end(session, self.desk, run, RunState.DONE, now)
        self.tools.told(self.run, 1.0)
