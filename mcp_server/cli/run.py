"""`arena run`: a job, now that it is due."""

from datetime import date
from typing import Annotated

import typer

from arena.desk.desk import Desk
from arena.errors import refuse
from arena.league.calendar import Job
from arena.store.tables import Run, RunState
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.days import read_day
from mcp_server.cli.failures import DONE, OUR_FAULT
from mcp_server.cli.help_page import ArenaCommand, ArenaGroup
from mcp_server.cli.language import Words
from mcp_server.cli.league import league_desk, league_tools
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.runs_page import job_name, print_runs, run_data
from mcp_server.cli.screen import page, print_json, progress_bar

app = typer.Typer(cls=ArenaGroup, add_completion=False)

For = Annotated[str | None, typer.Option("--for", metavar="DATE", help="run.for-option")]
Now = Annotated[bool, typer.Option("--now", help="run.now-option")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="run.dry-run-option")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.callback(invoke_without_command=True)
def run(ctx: typer.Context) -> None:
    """Without a job: the help."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command("daily", cls=ArenaCommand)
def daily(
    ctx: typer.Context, day: For = None, now: Now = False, dry_run: DryRun = False, as_json: AsJson = False
) -> int:
    """The day's battles."""
    return _run(ctx, Job.DAILY, day, now, dry_run, as_json)


@app.command("tournament", cls=ArenaCommand)
def tournament(
    ctx: typer.Context, day: For = None, now: Now = False, dry_run: DryRun = False, as_json: AsJson = False
) -> int:
    """The Friday tournament."""
    return _run(ctx, Job.TOURNAMENT, day, now, dry_run, as_json)


@app.command("results", cls=ArenaCommand)
def results(
    ctx: typer.Context, day: For = None, now: Now = False, dry_run: DryRun = False, as_json: AsJson = False
) -> int:
    """Friday's results."""
    return _run(ctx, Job.RESULTS, day, now, dry_run, as_json)


def _run(ctx: typer.Context, job: Job, day: str | None, now: bool, dry_run: bool, as_json: bool) -> int:
    """Run a job up to a day, with all that was due before; or tell what would be run.

    JSON: a run as `arena runs list` has it; with --dry-run `due`, a list of `job`, `scheduled_for`,
    `local_date`, `heroes`. Exit code 3 if the run has failed or waits for its next attempt.
    """
    words: Words = ctx.obj
    if now and (day is not None or dry_run):
        raise refuse("run-now-alone")
    wanted = None if day is None else read_day(day, ctx.command_path, "--for")
    with league_desk() as desk:
        if dry_run:
            return _tell_due(desk, words, as_json)
        worked = _work(desk, job, wanted, now, words)
        if as_json:
            print_json(run_data(worked))
        else:
            _print(worked, desk, words)
    return OUR_FAULT if worked.state in (RunState.FAILED, RunState.DUE) else DONE


def _work(desk: Desk, job: Job, day: date | None, now: bool, words: Words) -> Run:
    from scheduler.orders import asked_for, run_now, run_up_to

    occurrence = None if now else asked_for(desk, job, day)
    have_kernel(words)
    with progress_bar() as progress:
        task = progress.add_task("", total=1.0)

        def told(worked: Run, share: float) -> None:
            progress.update(task, completed=share, description=job_name(worked.job, words))

        tools = league_tools(told)
        return run_now(desk, job, tools) if occurrence is None else run_up_to(desk, occurrence, tools)


def _print(worked: Run, desk: Desk, words: Words) -> None:
    console = page()
    print_runs(console, [worked], desk.calendar, words)
    if worked.state == RunState.DONE:
        console.print(words("run.read-digest", command="arena digest"), soft_wrap=True)
    elif worked.state == RunState.DUE:
        console.print(words("run.waits", command=f"arena runs retry {worked.id}"), soft_wrap=True)
    elif worked.state == RunState.FAILED:
        console.print(words("run.failed", command=f"arena runs retry {worked.id}"), soft_wrap=True)


def _tell_due(desk: Desk, words: Words, as_json: bool) -> int:
    from scheduler.orders import what_is_due

    due = what_is_due(desk)
    if as_json:
        rows = [
            {
                "job": each.occurrence.job.value,
                "scheduled_for": instant(each.occurrence.scheduled_for),
                "local_date": each.occurrence.local_date.isoformat(),
                "heroes": each.heroes,
            }
            for each in due
        ]
        print_json({"due": rows})
        return DONE
    console = page()
    for each in due:
        moment = local_minute(each.occurrence.scheduled_for, desk.calendar)
        name = job_name(each.occurrence.job, words)
        console.print(words("run.would", job=name, moment=moment, heroes=each.heroes), soft_wrap=True)
    if not due:
        console.print(words("run.nothing-due"), soft_wrap=True)
    return DONE
