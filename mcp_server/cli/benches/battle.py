"""`arena bench battle`: battles a second on this machine."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mcp_server.cli.benches.battle_speed import (
    BYTES_A_TURN,
    RUNS,
    Speed,
    checksum,
    load_of,
    measure,
    measurements,
)
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.failures import DONE
from mcp_server.cli.numbers import count, percent
from mcp_server.cli.screen import page, page_width, print_json, progress_bar
from mcp_server.words import Words

BATTLES = 200_000
MOST_BATTLES = 10_000_000


def battle(
    ctx: typer.Context,
    battles: Annotated[
        int,
        typer.Option("-n", "--battles", metavar="N", min=1, max=MOST_BATTLES, help="bench.battles-option"),
    ] = BATTLES,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Measure and show.

    JSON: `battles`, `runs`, `checksum`, `log_bytes_per_turn`, `logged_to_plain` (a ruleset's speed with a log
    to that without, by ruleset) and `speeds`, a list of `ruleset`, `what` ("plain", "logged", "coverage"),
    `threads`, `turns`, `battles_per_second`, `turns_per_second`, `ns_per_turn`, `spread` (longest less
    shortest run, of the median).
    """
    words: Words = ctx.obj
    have_kernel(words)
    sum_ = checksum()
    load = load_of(battles)
    with progress_bar() as progress:
        plan = progress.track(measurements(), description=words("bench.measuring"))
        speeds = [measure(load, each) for each in plan]
    if as_json:
        print_json(_data(battles, sum_, speeds))
    else:
        _print(page(), battles, sum_, speeds, words)
    return DONE


def logged_to_plain(speeds: Sequence[Speed]) -> dict[str, float]:
    """By ruleset, the speed with a log as a share of that without, both on one thread."""
    single = {(each.ruleset, each.what): each for each in speeds if each.threads == 1}
    return {
        ruleset: single[ruleset, "logged"].turns_per_second / each.turns_per_second
        for (ruleset, what), each in single.items()
        if what == "plain"
    }


def _print(console: Console, battles: int, sum_: str, speeds: Sequence[Speed], words: Words) -> None:
    locale = words.locale
    console.print(words("bench.header", battles=count(battles, locale), runs=RUNS))
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    for key in ("ruleset", "what"):
        table.add_column(words(f"bench.{key}"))
    for key in ("threads", "battles-per-second", "turns-per-second", "ns-per-turn", "spread"):
        table.add_column(words(f"bench.{key}"), justify="right", no_wrap=True)
    for each in speeds:
        table.add_row(
            each.ruleset,
            words(f"bench.{each.what}"),
            f"{each.threads}",
            count(round(each.battles_per_second), locale),
            count(round(each.turns_per_second), locale),
            count(round(each.nanoseconds_per_turn, 1), locale),
            percent(each.spread, locale),
        )
    console.print(table, width=page_width(console))
    console.print()
    ratio = ", ".join(
        f"{ruleset} {percent(share, locale)}" for ruleset, share in logged_to_plain(speeds).items()
    )
    console.print(words("bench.log", bytes=BYTES_A_TURN, ratio=ratio), width=page_width(console))
    console.print(words("bench.checksum", checksum=sum_))


def _data(battles: int, sum_: str, speeds: Sequence[Speed]) -> dict[str, object]:
    told = [
        {
            "ruleset": each.ruleset,
            "what": each.what,
            "threads": each.threads,
            "turns": each.turns,
            "battles_per_second": each.battles_per_second,
            "turns_per_second": each.turns_per_second,
            "ns_per_turn": each.nanoseconds_per_turn,
            "spread": each.spread,
        }
        for each in speeds
    ]
    return {
        "battles": battles,
        "runs": RUNS,
        "checksum": sum_,
        "log_bytes_per_turn": BYTES_A_TURN,
        "logged_to_plain": logged_to_plain(speeds),
        "speeds": told,
    }
