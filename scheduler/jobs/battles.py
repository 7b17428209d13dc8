"""Playing a round of a run."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray
from sqlmodel import Session

from arena.desk.columns import records_of
from arena.desk.rounds.daily import store_battles
from arena.desk.rounds.entries import Entries
from arena.desk.rounds.play import Round
from scheduler.jobs.parts import do_in_parts
from scheduler.work import Work


def play_round(
    work: Work, name: str, entries: Entries, round_: Round, progress: Callable[[float], float]
) -> None:
    """Play and store what is left of a round. `progress` says how far the run is when a share (0..1) of the
    round is done."""
    run = work.run
    ruleset = run.ruleset
    assert ruleset is not None, "a run that was claimed has one"

    def play(parts: list[slice]) -> Iterator[NDArray[np.void]]:
        with work.desk.read() as (session, _):
            records = records_of(session, entries.versions)
        return work.tools.executor([round_.chunk(part, records, ruleset) for part in parts])

    def store(session: Session, outcomes: NDArray[np.void], part: slice) -> None:
        store_battles(session, run, round_, part, outcomes)

    do_in_parts(work, name, len(round_), play, store, progress)
