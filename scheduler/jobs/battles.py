"""Playing a round of a run in chunks: every chunk is a step."""

from collections.abc import Callable
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from sqlmodel import Session

from arena.desk.columns import records_of
from arena.desk.rounds.daily import store_battles
from arena.desk.rounds.entries import Entries
from arena.desk.rounds.play import Round
from scheduler.work import Work


def parts_of(count: int, size: int) -> list[slice]:
    """`count` rows in parts of at most `size`."""
    return [slice(start, min(start + size, count)) for start in range(0, count, size)]


def play_round(
    work: Work, name: str, entries: Entries, round_: Round, progress: Callable[[float], float]
) -> None:
    """Play and store what is left of a round. `progress` says how far the run is when a share (0..1) of the
    round is done."""
    parts = parts_of(len(round_), work.tools.chunk)
    left = [(k, part) for k, part in enumerate(parts) if work.done(f"{name}:{k}") is None]
    if not left:
        return
    run = work.run
    assert run.ruleset is not None
    with work.desk.read() as (session, _):
        records = records_of(session, entries.versions)
    chunks = [round_.chunk(part, records, run.ruleset) for _, part in left]
    outcomes = work.tools.executor(chunks)
    for k, part in left:

        def write(session: Session, now: datetime, played: NDArray[np.void], part: slice = part) -> bytes:
            return store_battles(session, run, round_, part, played)

        work.step(f"{name}:{k}", lambda: next(outcomes), write, progress((k + 1) / len(parts)))
