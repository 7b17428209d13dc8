"""Many rows in parts: every part is a step, named by its rows, so that whoever goes on with a run begins
where the rows end, whatever its parts are like."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TypeVar

from sqlmodel import Session

from scheduler.work import Work

Prepared = TypeVar("Prepared")


def do_in_parts(
    work: Work,
    name: str,
    count: int,
    prepare: Callable[[list[slice]], Iterator[Prepared]],
    write: Callable[[Session, Prepared, slice], None],
    progress: Callable[[float], float],
) -> None:
    """Do what is left of `count` rows.

    `prepare` gives what each of the parts needs, in their order, and is called only if there are any; `write`
    writes a part. `progress` says how far the run is when a share (0..1) of the rows is done.
    """
    begun, size = work.rows_done(name), work.tools.chunk
    parts = [slice(start, min(start + size, count)) for start in range(begun, count, size)]
    prepared = prepare(parts) if parts else iter(())
    for part in parts:

        def store(session: Session, now: datetime, made: Prepared, part: slice = part) -> bytes:
            write(session, made, part)
            return b""

        work.step(work.rows_key(name, part), lambda: next(prepared), store, progress(part.stop / count))
