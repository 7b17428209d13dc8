"""`arena runs`: what was run and how it ended; a failed run tried again, or skipped."""

from typing import Annotated

import typer

from arena.league.calendar import LEAGUE_JOBS
from arena.store.tables import Run, RunState
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.help_page import ArenaCommand, command_group
from mcp_server.cli.league import league_desk
from mcp_server.cli.pages.runs_page import print_runs, run_data
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.program_name import program_name
from mcp_server.words import Words

LISTED = 20
MOST_LISTED = 1000

app = command_group()

Id = Annotated[int, typer.Argument(metavar="ID", min=1, max=2**63 - 1, help="runs.id")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.command("list", cls=ArenaCommand)
def list_(
    ctx: typer.Context,
    state: Annotated[str | None, typer.Option("--state", metavar="STATE", help="runs.state-option")] = None,
    limit: Annotated[
        int, typer.Option("-n", "--limit", metavar="N", min=1, max=MOST_LISTED, help="runs.limit-option")
    ] = LISTED,
    as_json: AsJson = False,
) -> int:
    """List the last runs, the newest first.

    JSON: `runs`, a list of `id`, `job`, `scheduled_for`, `local_date`, `by_calendar`, `state`, `progress`
    (0..1), `failures`, `error`, `error_code`, `traceback` (of an error that nobody expected), `ruleset`,
    `started_at`, `finished_at`.
    """
    from scheduler.orders import list_runs

    words: Words = ctx.obj
    if state is not None and state not in tuple(RunState):
        raise WrongUsageError(
            "usage.bad-choice", ctx.command_path, name="--state", choices=", ".join(RunState)
        )
    with league_desk() as desk:
        listed = list_runs(desk, tuple(RunState) if state is None else (RunState(state),), limit)
        if as_json:
            print_json({"runs": [run_data(run) for run in listed]})
        elif listed:
            print_runs(page(), listed, desk.calendar, words)
        else:
            print_text(page(), words("runs.none"))
    return DONE


@app.command("retry", cls=ArenaCommand)
def retry(ctx: typer.Context, id_: Id, as_json: AsJson = False) -> int:
    """Let a run be tried again at the next tick. JSON: the run."""
    from scheduler.orders import retry_run

    with league_desk() as desk:
        run = retry_run(desk, id_)
    _tell("runs.retried", run, ctx.obj, as_json)
    return DONE


@app.command("skip", cls=ArenaCommand)
def skip(ctx: typer.Context, id_: Id, as_json: AsJson = False) -> int:
    """Skip a run. JSON: the run."""
    from scheduler.orders import skip_run

    with league_desk() as desk:
        run = skip_run(desk, id_)
    _tell("runs.skipped" if run.job in LEAGUE_JOBS else "runs.skipped-nightly", run, ctx.obj, as_json)
    return DONE


def _tell(key: str, run: Run, words: Words, as_json: bool) -> None:
    if as_json:
        print_json(run_data(run))
    else:
        print_text(page(), words(key, id=run.id, command=f"{program_name()} tick"))
