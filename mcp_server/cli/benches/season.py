"""`arena bench season`: seasons simulated. Do ratings find the strong, do they stay where they began?"""

from collections.abc import Sequence
from itertools import islice
from statistics import mean
from typing import Annotated

import typer
from rich.table import Table

from arena.league.season import Ratings, Season, simulated
from mcp_server.cli.failures import DONE
from mcp_server.cli.numbers import count, decimal
from mcp_server.cli.screen import page, page_width, print_json, progress_bar
from mcp_server.words import Words

LOOKED_AT = (30, 90)
"""Days on which the ratings are told, and the last one."""

Seeds = Sequence[tuple[int, Sequence[Ratings]]]


def season(
    ctx: typer.Context,
    heroes: Annotated[int, typer.Option(metavar="N", min=16, max=10_000, help="bench.heroes-option")] = 1000,
    days: Annotated[int, typer.Option(metavar="N", min=1, max=3650, help="bench.days-option")] = 365,
    seeds: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="bench.seeds-option")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Simulate and show.

    JSON: `heroes`, `replaced` (the share of them that is new every day), `spread` (of the true strengths, in
    points), `seeds`, a list of `seed`, `day`, `mean`, `deviation`, `correlation`; and `mean`, that of all
    seeds on the last day.
    """
    words: Words = ctx.obj
    simulation = Season(heroes=heroes)
    with progress_bar() as progress:
        plan = progress.track(range(seeds), description=words("bench.simulating"))
        found = [(seed, _looked_at(simulation, seed, days)) for seed in plan]
    last = mean(told[-1].mean for _, told in found)
    if as_json:
        print_json(_data(simulation, found, last))
    else:
        _print(simulation, found, last, words)
    return DONE


def _looked_at(simulation: Season, seed: int, days: int) -> list[Ratings]:
    told = islice(simulated(simulation, seed), days)
    return [each for each in told if each.day in (*LOOKED_AT, days)]


def _print(simulation: Season, found: Seeds, last: float, words: Words) -> None:
    console, locale = page(), words.locale
    facts = {"heroes": simulation.heroes, "replaced": 100 * simulation.replaced, "spread": simulation.spread}
    told = {name: count(number, locale) for name, number in facts.items()}
    console.print(words("bench.season-header", **told), width=page_width(console))
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    for key in ("seed", "day", "mean", "deviation", "correlation"):
        table.add_column(words(f"bench.{key}"), justify="right", no_wrap=True)
    for seed, rows in found:
        for each in rows:
            points = (count(round(number, 1), locale) for number in (each.mean, each.deviation))
            table.add_row(f"{seed}", f"{each.day}", *points, decimal(each.correlation, 3, locale))
    console.print(table, width=page_width(console))
    console.print()
    console.print(words("bench.season-mean", mean=count(round(last, 1), locale)))


def _data(simulation: Season, found: Seeds, last: float) -> dict[str, object]:
    rows = [
        {
            "seed": seed,
            "day": each.day,
            "mean": each.mean,
            "deviation": each.deviation,
            "correlation": each.correlation,
        }
        for seed, told in found
        for each in told
    ]
    return {
        "heroes": simulation.heroes,
        "replaced": simulation.replaced,
        "spread": simulation.spread,
        "seeds": rows,
        "mean": last,
    }
