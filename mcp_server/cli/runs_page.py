"""Runs as commands show them: for people and for programs."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from arena.league.calendar import Calendar
from arena.store.tables import Run, RunState
from mcp_server.cli.language import Words
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.numbers import percent
from mcp_server.cli.screen import page_width

LONGEST_REASON = 300
STYLES = {RunState.FAILED: "bad", RunState.SKIPPED: "advice", RunState.DONE: "good"}


def job_name(job: str, words: Words) -> str:
    """A job as people call it."""
    return words(f"runs.job-{job}")


def state_name(run: Run, words: Words) -> str:
    """How a run stands; how far it is, while it is at work."""
    told = words(f"runs.state-{run.state}")
    return f"{told} {percent(run.progress, words.locale)}" if run.state == RunState.RUNNING else told


def reason_of(run: Run, words: Words) -> str:
    """Why a run failed, waits or was skipped: the last line, which of a traceback says what went wrong."""
    from arena.excerpt import printable

    if not run.error:
        return ""
    last = run.error.strip().rpartition("\n")[2]
    return (
        words(f"runs.reason-{last}") if last in ("too-late", "by-hand") else printable(last, LONGEST_REASON)
    )


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
        "error": run.error,
        "ruleset": run.ruleset,
        "started_at": instant(run.started_at),
        "finished_at": instant(run.finished_at),
    }


def print_runs(console: Console, runs: Sequence[Run], calendar: Calendar, words: Words) -> None:
    """A table, a line a run."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    table.add_column(words("runs.head-id"), justify="right", no_wrap=True)
    table.add_column(words("runs.head-job"), no_wrap=True)
    table.add_column(words("runs.head-moment"), no_wrap=True)
    table.add_column(words("runs.head-state"), no_wrap=True)
    table.add_column(words("runs.head-finished"), no_wrap=True)
    table.add_column(words("runs.head-reason"), overflow="fold")
    for run in runs:
        ended = "" if run.finished_at is None else local_minute(run.finished_at, calendar)
        moment = local_minute(run.scheduled_for, calendar)
        row = [str(run.id), job_name(run.job, words), moment, state_name(run, words), ended]
        table.add_row(*row, reason_of(run, words), style=STYLES.get(RunState(run.state)))
    console.print(table, width=page_width(console))
