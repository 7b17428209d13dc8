"""`arena verify`: a run's battles fought again, from what is stored."""

from collections.abc import Sequence
from typing import Annotated

import typer

from arena.desk.battles.verifying import Verified, verify_run
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.failures import DONE, REQUEST_AT_FAULT
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.league import league_desk
from mcp_server.cli.numbers import count
from mcp_server.cli.pages.runs_page import job_name
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.words import Words

SHOWN = 10
"""Battles that differ which are named."""

app = typer.Typer(add_completion=False)


@app.command("verify", cls=ArenaCommand)
def verify(
    ctx: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="verify.run")],
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Fight a run's battles again and say whether all is as it is stored.

    JSON: `holds`, `run`, `job`, `local_date`, `battles`, `missing` (of those that were paired),
    `other_outcomes` and `other_seeds` (numbers of battles), `secret`, `commitment` (hexadecimal),
    `keeps_promise`. Exit code 1 if something is not.
    """
    words: Words = ctx.obj
    have_kernel(words)
    with league_desk() as desk:
        found = verify_run(desk, run)
    if as_json:
        print_json(_data(found))
    else:
        _print(found, words)
    return DONE if found.holds else REQUEST_AT_FAULT


def _print(found: Verified, words: Words) -> None:
    console = page()
    head = {"job": job_name(found.job, words), "day": found.local_date.isoformat()}
    print_text(console, words("verify.battles", **head, battles=count(found.battles, words.locale)))
    if found.missing:
        missing = count(found.missing, words.locale)
        print_text(console, words("verify.missing", missing=missing), style="bad")
    for key, numbers in (("outcomes", found.other_outcomes), ("seeds", found.other_seeds)):
        told = words(f"verify.other-{key}", numbers=_listed(numbers)) if numbers else words(f"verify.{key}")
        print_text(console, told, style="bad" if numbers else "good")
    promise = words("verify.promise" if found.keeps_promise else "verify.no-promise")
    print_text(console, promise, style="good" if found.keeps_promise else "bad")
    print_text(console, words("verify.secret", secret=found.secret, commitment=found.commitment))


def _listed(numbers: Sequence[int]) -> str:
    first = ", ".join(map(str, numbers[:SHOWN]))
    return first if len(numbers) <= SHOWN else f"{first}, …"


def _data(found: Verified) -> dict[str, object]:
    return {
        "holds": found.holds,
        "run": found.run_id,
        "job": found.job.value,
        "local_date": found.local_date.isoformat(),
        "battles": found.battles,
        "missing": found.missing,
        "other_outcomes": list(found.other_outcomes),
        "other_seeds": list(found.other_seeds),
        "secret": found.secret,
        "commitment": found.commitment,
        "keeps_promise": found.keeps_promise,
    }
