"""`arena bench daily` and `arena bench swiss`: how the league's work grows with its heroes."""

from math import log2
from typing import Annotated

import typer
from rich.table import Table

from mcp_server.cli.benches.daily_speed import DaySpeed, measure_day
from mcp_server.cli.benches.swiss_speed import SwissSpeed, measure_swiss
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.failures import DONE
from mcp_server.cli.numbers import count, decimal
from mcp_server.cli.screen import page, page_width, print_json, progress_bar
from mcp_server.words import Words

MEGABYTE = 1_000_000
FEWEST = 2
MOST = 10_000_000
DAYS = (100, 1_000, 10_000, 100_000)
TOURNAMENTS = (100, 1_000, 10_000, 100_000, 1_000_000)
SEED = 1

Heroes = Annotated[
    list[int] | None,
    typer.Option("-n", "--heroes", metavar="N", min=FEWEST, max=MOST, help="bench.heroes-of-each"),
]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


def daily(ctx: typer.Context, heroes: Heroes = None, as_json: AsJson = False) -> int:
    """Measure a day's run beside its floors, in throw-away databases.

    JSON: `days`, a list of `heroes`, `battles`, `rows_added`, `rows_changed`, `seconds`, `kernel_seconds`,
    `adding_seconds`, `changing_seconds`, `ratio` (to the sum of the floors), `ratio_to_added` (without the
    rows that were only changed), `rows_per_second`, `memory_bytes`.
    """
    words: Words = ctx.obj
    have_kernel(words)
    with progress_bar() as progress:
        plan = progress.track(heroes or DAYS, description=words("bench.measuring"))
        days = [measure_day(each) for each in plan]
    if as_json:
        print_json({"days": [_day_data(day) for day in days]})
    else:
        _print_days(days, words)
    return DONE


def swiss(ctx: typer.Context, heroes: Heroes = None, as_json: AsJson = False) -> int:
    """Measure the pairing of a tournament's rounds.

    JSON: `tournaments`, a list of `heroes`, `seconds` (of each round), `sort_seconds` (of one sort of the
    table), `ns_per_n_log_n` (of the slowest round), `memory_bytes`.
    """
    words: Words = ctx.obj
    with progress_bar() as progress:
        plan = progress.track(heroes or TOURNAMENTS, description=words("bench.measuring"))
        measured = [measure_swiss(each, SEED) for each in plan]
    if as_json:
        print_json({"tournaments": [_swiss_data(each) for each in measured]})
    else:
        _print_swiss(measured, words)
    return DONE


def _table(words: Words, *keys: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    for key in keys:
        table.add_column(words(f"bench.{key}"), justify="right", no_wrap=True)
    return table


def _print_days(days: list[DaySpeed], words: Words) -> None:
    console, locale = page(), words.locale
    console.print(words("bench.daily-header"), width=page_width(console))
    console.print()
    table = _table(
        words,
        "heroes",
        "rows",
        "seconds",
        "kernel",
        "adding",
        "changing",
        "ratio",
        "rows-per-second",
        "growth",
        "memory",
    )
    for day in days:
        times = (day.seconds, day.kernel, day.adding, day.changing)
        table.add_row(
            count(day.heroes, locale),
            count(day.added + day.changed, locale),
            *(decimal(each, 3, locale) for each in times),
            f"{decimal(day.ratio, 2, locale)} / {decimal(day.ratio_to_added, 2, locale)}",
            count(round(day.rows_per_second), locale),
            count(round(1e9 * day.seconds / (day.heroes * log2(day.heroes))), locale),
            count(round(day.memory / MEGABYTE), locale),
        )
    console.print(table, width=page_width(console))
    console.print()
    console.print(words("bench.daily-note"), width=page_width(console))


def _print_swiss(measured: list[SwissSpeed], words: Words) -> None:
    console, locale = page(), words.locale
    console.print(words("bench.swiss-header"), width=page_width(console))
    console.print()
    table = _table(words, "heroes", "rounds", "slowest", "sort", "to-sort", "growth", "memory")
    for each in measured:
        table.add_row(
            count(each.heroes, locale),
            "  ".join(decimal(seconds, 3, locale) for seconds in each.rounds),
            decimal(each.worst, 3, locale),
            decimal(each.sort, 4, locale),
            count(round(each.worst / each.sort, 1), locale),
            count(round(each.nanoseconds), locale),
            count(round(each.memory / MEGABYTE), locale),
        )
    console.print(table, width=page_width(console))


def _day_data(day: DaySpeed) -> dict[str, object]:
    return {
        "heroes": day.heroes,
        "battles": day.battles,
        "rows_added": day.added,
        "rows_changed": day.changed,
        "seconds": day.seconds,
        "kernel_seconds": day.kernel,
        "adding_seconds": day.adding,
        "changing_seconds": day.changing,
        "ratio": day.ratio,
        "ratio_to_added": day.ratio_to_added,
        "rows_per_second": day.rows_per_second,
        "memory_bytes": day.memory,
    }


def _swiss_data(each: SwissSpeed) -> dict[str, object]:
    return {
        "heroes": each.heroes,
        "seconds": list(each.rounds),
        "sort_seconds": each.sort,
        "ns_per_n_log_n": each.nanoseconds,
        "memory_bytes": each.memory,
    }
