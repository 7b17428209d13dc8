"""`arena run`: a job, now that it is due."""

from collections.abc import Sequence
from typing import Annotated

import typer

from arena.desk.desk import Desk
from arena.desk.digests import digest_that_tells
from arena.league.calendar import Calendar, Job
from arena.store.tables import Run, RunState
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.days import day_given
from mcp_server.cli.failures import DONE, OUR_FAULT, REQUEST_AT_FAULT, WrongUsageError
from mcp_server.cli.help_page import ArenaCommand, command_group
from mcp_server.cli.league import league_desk, league_tools
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.pages.runs_page import job_name, print_runs, run_data, shown_progress
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.program_name import program_name
from mcp_server.words import Words
from scheduler.orders import Due, asked_for, run_now, run_up_to, what_is_due
from scheduler.outbox import send_waiting

CODES = {RunState.DONE: DONE, RunState.SKIPPED: REQUEST_AT_FAULT}
"""Exit codes by how a run stands; it is our fault where it has failed or waits for its next attempt."""

app = command_group()

For = Annotated[str | None, typer.Option("--for", metavar="DATE", help="run.for-option")]
Now = Annotated[bool, typer.Option("--now", help="run.now-option")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="run.dry-run-option")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


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
    `local_date`, `heroes`. Exit code 1 if the run was skipped before, 3 if it has failed or waits for its
    next attempt.
    """
    words: Words = ctx.obj
    for option, is_given in (("--for", day is not None), ("--dry-run", dry_run)):
        if now and is_given:
            raise WrongUsageError("usage.together", ctx.command_path, first="--now", second=option)
    wanted = None if day is None else day_given(day, ctx.command_path, "--for")
    with league_desk() as desk:
        occurrence = None if now else asked_for(desk, job, wanted)
        if occurrence is not None and dry_run:
            due = [each for each in what_is_due(desk) if each.occurrence <= occurrence]
            _print_due(due, desk.calendar, words, as_json)
            return DONE
        have_kernel(words)
        with shown_progress(words) as told:
            tools = league_tools(told)
            worked = run_now(desk, job, tools) if occurrence is None else run_up_to(desk, occurrence, tools)
            if tools.send is not None:
                send_waiting(desk, tools.send, addresses=tools.addresses)
        if as_json:
            print_json(run_data(worked))
        else:
            _print(worked, desk, words)
    return CODES.get(RunState(worked.state), OUR_FAULT)


def _print(worked: Run, desk: Desk, words: Words) -> None:
    program = program_name()
    console, retry = page(), f"{program} runs retry {worked.id}"
    print_runs(console, [worked], desk.calendar, words)
    match worked.state:
        case RunState.DONE if _is_hidden(worked, desk):
            opens = desk.calendar.moment(Job.RESULTS, worked.local_date).scheduled_for
            told = words("run.hidden", moment=local_minute(opens, desk.calendar))
        case RunState.DONE if (key := digest_that_tells(desk, worked)) is not None:
            told = words("run.read-digest", command=f"{program} digest {key}")
        case RunState.DONE:
            results = f"{program} run results{'' if worked.by_calendar else ' --now'}"
            told = words("run.results-next", command=results)
        case RunState.DUE if worked.failures:
            told = words("run.waits", command=retry)
        case RunState.DUE:
            told = words("run.behind", command=f"{program} runs list")
        case RunState.FAILED:
            told = words("run.failed", command=retry)
        case _:
            told = words("run.skipped", command=retry)
    print_text(console, told)


def _is_hidden(worked: Run, desk: Desk) -> bool:
    """Whether it is a tournament whose results are still to come."""
    friday, is_tournament = worked.local_date, worked.job == Job.TOURNAMENT and worked.by_calendar
    return is_tournament and not desk.calendar.tournament_is_visible(friday, desk.clock())


def _print_due(due: Sequence[Due], calendar: Calendar, words: Words, as_json: bool) -> None:
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
        return
    console = page()
    for each in due:
        moment = local_minute(each.occurrence.scheduled_for, calendar)
        name = job_name(each.occurrence.job, words)
        print_text(console, words("run.would", job=name, moment=moment, heroes=each.heroes))
    if not due:
        print_text(console, words("run.nothing-due"))
