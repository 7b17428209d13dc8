"""Runs as commands show them: for people and for programs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, JustifyMethod
from rich.table import Table

from arena.desk.reasons import reason_code, reason_text, reason_traceback
from arena.league.calendar import Calendar
from arena.store.tables import Run, RunState
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.numbers import percent
from mcp_server.cli.screen import page_width, progress_bar
from mcp_server.words import Words

ENDED, REASONS = 80, 110
"""The narrowest pages that have columns for when a run ended, and why."""
STYLES = {RunState.FAILED: "bad", RunState.SKIPPED: "advice", RunState.DONE: "good"}


def job_name(job: str, words: Words) -> str:
    """A job as people call it."""
    return words(f"runs.job-{job}")


def state_name(run: Run, words: Words) -> str:
    """How a run stands; how far it is, while it is at work."""
    told = words(f"runs.state-{run.state}")
    return f"{told} {percent(run.progress, words.locale)}" if run.state == RunState.RUNNING else told


def run_data(run: Run) -> dict[str, object]:
    """A run for programs."""
    return {
        "id": run.id,
        "job": run.job,
        "scheduled_for": instant(run.scheduled_for),
        "local_date": run.local_date.isoformat(),
        "by_calendar": run.by_calendar,
        "state": run.state,
        "progress": run.progress,
        "failures": run.failures,
        "error": reason_text(run.error, "en") or None,
        "error_code": reason_code(run.error),
        "traceback": reason_traceback(run.error),
        "ruleset": run.ruleset,
        "started_at": instant(run.started_at),
        "finished_at": instant(run.finished_at),
    }


@contextmanager
def shown_progress(words: Words) -> Iterator[Callable[[Run, float], None]]:
    """A bar on the terminal, and what tells it of a run's progress (0..1)."""
    with progress_bar() as progress:
        task = progress.add_task("", total=1.0)

        def told(run: Run, share: float) -> None:
            progress.update(task, completed=share, description=job_name(run.job, words))

        yield told


def print_runs(console: Console, runs: Sequence[Run], calendar: Calendar, words: Words) -> None:
    """A table, a line a run; where it is narrow the reasons stand below it."""
    width = page_width(console)
    ended, why = width >= ENDED, width >= REASONS
    shown = ["id", "job", "moment", "state", *(["finished"] if ended else []), *(["reason"] if why else [])]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    for name in shown:
        justify: JustifyMethod = "right" if name == "id" else "left"
        folds = name in ("job", "reason")
        table.add_column(words(f"runs.head-{name}"), justify=justify, no_wrap=not folds, overflow="fold")
    for run in runs:
        cells = {
            "id": str(run.id),
            "job": job_name(run.job, words),
            "moment": local_minute(run.scheduled_for, calendar),
            "state": state_name(run, words),
            "finished": "" if run.finished_at is None else local_minute(run.finished_at, calendar),
            "reason": reason_text(run.error, words.locale),
        }
        table.add_row(*(cells[name] for name in shown), style=STYLES.get(RunState(run.state)))
    console.print(table, width=width)
    for run in runs:
        if not why and (reason := reason_text(run.error, words.locale)):
            console.print(f"{run.id}: {reason}", style=STYLES.get(RunState(run.state)), width=width)
