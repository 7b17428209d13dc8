"""Runs worked in a process of their own, so that a server goes on answering while one is at work: threads of
one process wait for one interpreter, and for its collecting of a run's garbage.

The process is started when something is due, and is gone when it is done, with all its memory.
"""

import multiprocessing
import signal
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

from arena.desk.desk import Desk
from arena.desk.opening import open_desk
from arena.logs import log_unexpected
from arena.store.tables import Run
from scheduler.runs import ensure_runs, has_free_run
from scheduler.tick import LANES, Ticked, work_due
from scheduler.work import StopAskedError, Tools, never, told_nobody

LOOKED_AT_EVERY = 0.5
"""Seconds between two looks whether somebody asks to stop."""
FAILED = 1
"""Exit code of a process that has logged what went wrong."""


class WorkerDiedError(Exception):
    """The process that worked the runs ended before it was done; the next tick takes up what it held."""


@dataclass(frozen=True)
class _Place:
    """What opens the same league in another process. The address may hold a password: it goes through a
    pipe, never into the list of processes."""

    address: str
    zone: str
    notify_urls: tuple[str, ...]
    alert_urls: tuple[str, ...]
    lang: str
    lock_timeout: float

    @classmethod
    def of(cls, desk: Desk) -> "_Place":
        return cls(
            desk.store.url.render_as_string(hide_password=False),
            desk.calendar.zone.key,
            desk.notify_urls,
            desk.alert_urls,
            desk.lang,
            desk.store.lock_timeout,
        )

    def open(self) -> Desk:
        return open_desk(
            self.address,
            self.zone,
            notify_urls=self.notify_urls,
            alert_urls=self.alert_urls,
            lang=self.lang,
            lock_timeout=self.lock_timeout,
        )


def work_due_apart(desk: Desk, tools: Tools) -> Ticked:
    """What `work_due` does, in a process of its own, if there is anything to do. The desk's clock must be the
    machine's.

    Raises `StopAskedError` as `work_due` does, `WorkerDiedError`.
    """
    ensure_runs(desk)
    if not any(has_free_run(desk, lane) for lane in LANES):
        return Ticked(0, 0)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    given = replace(tools, told=told_nobody, stopping=never, send=None, addresses=None)
    worker = context.Process(target=_work, args=(theirs, _Place.of(desk), given), name="arena-runs")
    with ours:
        worker.start()
        theirs.close()
        worked = _followed(ours, tools)
    worker.join()
    if worked is not None:
        return worked
    if tools.stopping():
        raise StopAskedError
    raise WorkerDiedError(f"the process of the runs ended with {worker.exitcode}")


def _followed(ours: Connection, tools: Tools) -> Ticked | None:
    """Listen to the process until it is done; None if it ended without that, or is asked to stop."""
    while not tools.stopping():
        if not ours.poll(LOOKED_AT_EVERY):
            continue
        try:
            message = ours.recv()
        except (EOFError, ConnectionResetError):
            return None
        if isinstance(message, Ticked):
            return message
        tools.told(*message)
    return None


def _work(connection: Connection, place: _Place, tools: Tools) -> None:
    """The process. Whoever started it closes the connection to ask it to stop, or by dying."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the one who started it, who asks to stop
        signal.signal(number, signal.SIG_IGN)

    def told(run: Run, progress: float) -> None:
        try:
            connection.send((run, progress))
        except ConnectionError:
            raise StopAskedError from None

    desk = place.open()
    try:
        connection.send(work_due(desk, replace(tools, told=told, stopping=connection.poll)))
    except (StopAskedError, ConnectionError):
        return
    except Exception as error:
        log_unexpected("runs_failed", error)
        raise SystemExit(FAILED) from None
    finally:
        desk.store.close()
