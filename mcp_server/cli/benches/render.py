"""`arena bench render`: how long pictures, figures and films take."""

from dataclasses import asdict
from typing import Annotated, ClassVar

import typer
from rich.table import Table

from arena import roster
from mcp_server.cli.benches.render_speed import (
    LEAST_FRAMES_PER_SECOND,
    MOST_FIGURE_MS,
    MOST_FILM_SECONDS,
    MOST_HOSTILE,
    MOST_PICTURE_MS,
    PICTURE_SIZE,
    ROUNDS,
    HeroSpeed,
    LookSpeed,
    RenderSpeed,
    measure_render,
    steps,
)
from mcp_server.cli.benches.target import exit_code, print_verdicts
from mcp_server.cli.compiling import have_kernel, have_renderer
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.numbers import count, decimal
from mcp_server.cli.screen import page, page_width, print_json, print_text, progress_bar
from mcp_server.words import Words

COLUMNS = ("picture", "figure", "triangles", "bytes", "small-triangles", "small-bytes")


class RenderCommand(ArenaCommand):
    """Its help tells what its targets are."""

    fillings: ClassVar = {
        "picture": MOST_PICTURE_MS,
        "figure": MOST_FIGURE_MS,
        "awkward": MOST_HOSTILE,
        "film": MOST_FILM_SECONDS,
        "frames": LEAST_FRAMES_PER_SECOND,
    }


def render(
    ctx: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Measure every hero of the roster, hostile looks and a few films. Fails if a target is missed.

    JSON: `rounds`, `picture_size`; `heroes`, a list of `hero` (its id), `picture_ms`, `figure_ms` (medians of
    the rounds), `figure` and `small` (`triangles`, those of a second frame included, and `bytes`); `median`,
    the same over all heroes, without `hero`; `hostile`, a list of `look` (its name), `picture_ms`,
    `figure_ms`; `films`, a list of `a`, `b` (ids), `seed`, `frames`, `seconds` (from the heroes to the film)
    and `frames_per_second` (drawn); `targets`, a list of `name`, `measured`, `bound`, `met`.
    """
    words: Words = ctx.obj
    have_kernel(words)
    have_renderer(words)
    ids = roster.names()
    with progress_bar() as progress:
        task = progress.add_task(words("bench.measuring"), total=steps(ids))
        speed = measure_render(ids, lambda: progress.advance(task))
    if as_json:
        print_json(_data(speed))
    else:
        _print(speed, words)
    return exit_code(speed.targets)


def _print(speed: RenderSpeed, words: Words) -> None:
    console, locale = page(), words.locale
    header = words("bench.render-header", rounds=ROUNDS, size=PICTURE_SIZE, heroes=len(speed.heroes))
    print_text(console, header)
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    table.add_column(words("bench.render-hero"), no_wrap=True)
    for key in COLUMNS:
        table.add_column(words(f"bench.render-{key}"), justify="right")
    for each in speed.heroes:
        table.add_row(each.name, *_told(each, locale))
    table.add_row(words("bench.render-median"), *_told(speed.middle, locale), style="title")
    console.print(table, width=page_width(console))
    console.print()
    print_verdicts(speed.targets, "render", words)


def _told(speed: HeroSpeed, locale: str) -> tuple[str, ...]:
    sizes = (speed.whole.triangles, speed.whole.bytes, speed.small.triangles, speed.small.bytes)
    return (
        decimal(speed.picture_ms, 1, locale),
        decimal(speed.figure_ms, 1, locale),
        *(count(round(each), locale) for each in sizes),
    )


def _data(speed: RenderSpeed) -> dict[str, object]:
    return {
        "rounds": ROUNDS,
        "picture_size": PICTURE_SIZE,
        "heroes": [{"hero": each.name, **_hero_data(each)} for each in speed.heroes],
        "median": _hero_data(speed.middle),
        "hostile": [{"look": each.name, **_look_data(each)} for each in speed.hostile],
        "films": [asdict(each) for each in speed.films],
        "targets": [each.data for each in speed.targets],
    }


def _hero_data(speed: HeroSpeed) -> dict[str, object]:
    return {
        **_look_data(speed),
        "figure": asdict(speed.whole),
        "small": asdict(speed.small),
    }


def _look_data(speed: LookSpeed) -> dict[str, float]:
    return {"picture_ms": speed.picture_ms, "figure_ms": speed.figure_ms}
