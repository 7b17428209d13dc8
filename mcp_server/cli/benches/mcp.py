"""`arena bench mcp`: how fast the MCP server answers over HTTP."""

from typing import Annotated

import typer
from rich.table import Table

from mcp_server.cli.benches.mcp_client import Latency
from mcp_server.cli.benches.mcp_speed import CLIENTS, MANY, ROUNDS, McpSpeed, ToolSpeed, measure_mcp
from mcp_server.cli.benches.target import exit_code, print_verdicts
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.numbers import count, decimal
from mcp_server.cli.screen import page, page_width, print_json, print_text, stderr_page
from mcp_server.words import Words

HEROES = 100_000
REQUESTS = 800


def mcp(
    ctx: typer.Context,
    heroes: Annotated[
        int, typer.Option("-n", "--heroes", metavar="N", min=16, max=10_000_000, help="bench.heroes-option")
    ] = HEROES,
    requests: Annotated[
        int, typer.Option(metavar="N", min=CLIENTS, max=1_000_000, help="bench.requests-option")
    ] = REQUESTS,
    many: Annotated[int, typer.Option(metavar="N", min=100, max=10_000_000, help="bench.many-option")] = MANY,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Measure a server in a process of its own, over a throw-away database. Fails if a target is missed.

    JSON: `nothing` (the tool that does nothing) and `tools`, a list, of `tool`, `alone` and `together` (one
    client and many: `requests_per_second`, `p50_ms`, `p99_ms`), `dearer_ms` (at the median, to one client),
    `kept` (the share of the requests per second, of many clients); `memory_grown_bytes`; `run`: `heroes`,
    `seconds`, `quiet` and `beside` (as `alone`), `requests` (answered while it lasted), `p99_ratio`;
    `targets`, a list, of `name`, `measured`, `bound`, `met`.
    """
    words: Words = ctx.obj
    have_kernel(words)
    if not as_json:
        print_text(stderr_page(), words("bench.mcp-wait"))
    speed = measure_mcp(heroes, requests, many)
    if as_json:
        print_json(_data(speed))
    else:
        _print(speed, words)
    return exit_code(speed.targets)


def _print(speed: McpSpeed, words: Words) -> None:
    console, locale = page(), words.locale
    console.print(words("bench.mcp-header", rounds=ROUNDS), width=page_width(console))
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    for key in ("tool", "clients", "per-second", "p50", "p99", "beside-nothing"):
        table.add_column(
            words(f"bench.mcp-{key}"), justify="left" if key == "tool" else "right", no_wrap=True
        )
    for each in (speed.nothing, *speed.tools):
        dearer = words("bench.mcp-dearer", ms=decimal(each.dearer, 2, locale))
        kept = f"{decimal(each.kept, 2, locale)}×"
        for clients, latency, told in (("1", each.alone, dearer), (f"{CLIENTS}", each.together, kept)):
            table.add_row(each.tool, clients, *_told(latency, locale), told)
    console.print(table, width=page_width(console))
    console.print()
    run = speed.run
    facts = {
        "heroes": count(run.heroes, locale),
        "seconds": decimal(run.seconds, 1, locale),
        "requests": count(run.beside.requests, locale),
        "quiet": decimal(run.quiet.p99, 1, locale),
        "beside": decimal(run.beside.p99, 1, locale),
        "ratio": decimal(run.ratio, 2, locale),
    }
    print_text(console, words("bench.mcp-run", **facts))
    console.print()
    print_verdicts(speed.targets, "mcp", words)


def _told(latency: Latency, locale: str) -> tuple[str, str, str]:
    return (
        count(round(latency.per_second), locale),
        decimal(latency.p50, 2, locale),
        decimal(latency.p99, 2, locale),
    )


def _data(speed: McpSpeed) -> dict[str, object]:
    run = speed.run
    return {
        "nothing": _tool_data(speed.nothing),
        "tools": [_tool_data(each) for each in speed.tools],
        "memory_grown_bytes": speed.grown,
        "run": {
            "heroes": run.heroes,
            "seconds": run.seconds,
            "requests": run.beside.requests,
            "quiet": _latency_data(run.quiet),
            "beside": _latency_data(run.beside),
            "p99_ratio": run.ratio,
        },
        "targets": [each.data for each in speed.targets],
    }


def _tool_data(speed: ToolSpeed) -> dict[str, object]:
    return {
        "tool": speed.tool,
        "alone": _latency_data(speed.alone),
        "together": _latency_data(speed.together),
        "dearer_ms": speed.dearer,
        "kept": speed.kept,
    }


def _latency_data(latency: Latency) -> dict[str, object]:
    return {"requests_per_second": latency.per_second, "p50_ms": latency.p50, "p99_ms": latency.p99}
