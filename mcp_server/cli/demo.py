"""`arena demo`: the roster checked, a round robin, one battle, what to do next."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from arena import roster
from arena.battle import Sides, fight
from arena.errors import ArenaError
from arena.hero import Hero, check_hero, read_hero
from arena.league.round_robin import RoundRobin, round_robin
from arena.rulesets import CURRENT_ID
from mcp_server.cli.bars import bar
from mcp_server.cli.battle_page import BattlePage
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import Words
from mcp_server.cli.numbers import count, percent
from mcp_server.cli.screen import page, page_width, print_json, progress_bar

BATTLES_A_PAIR = 1000
MOST_BATTLES_A_PAIR = 10_000
SHOWN_SEED = 1
SHOWN_TURNS = 3
"""Turns of the shown battle at its beginning, and as many at its end."""
BAR_CELLS = 10
HARD_SPACE = "\u00a0"
BESTS = 100
"""The narrowest page that has room for whom each hero does best and worst against."""
NEXT = (
    ("rules", "arena rules"),
    ("check", "arena check hero.json"),
    ("train", "arena train kerning --against golem"),
)

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class Entrant:
    """A hero of the roster that passed its check, and how much advice there was."""

    id: str
    hero: Hero
    level: int
    advice: int


@app.command("demo", cls=ArenaCommand)
def demo(
    ctx: typer.Context,
    battles: Annotated[
        int,
        typer.Option(
            "-n", "--battles", metavar="N", min=1, max=MOST_BATTLES_A_PAIR, help="demo.battles-option"
        ),
    ] = BATTLES_A_PAIR,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Show what the arena can do.

    JSON: `battles`, `battles_per_second` and `heroes`, the best first: `id`, `name`, `level`,
    `advice` (how many), `points` (share of all, a win 1, a draw a half), `best_against` and `worst_against`
    (ids).
    """
    words: Words = ctx.obj
    entrants = _check(words)
    have_kernel(words)
    with progress_bar() as progress:
        progress.add_task(words("demo.fighting"), total=None)
        played = round_robin([each.hero for each in entrants], battles, os.cpu_count() or 1)
    if as_json:
        print_json(_data(entrants, played))
        return DONE
    console = page()
    advice = sum(each.advice for each in entrants)
    console.print(words("demo.checked", heroes=len(entrants), advice=advice))
    _print_ranking(console, entrants, played, words)
    _print_battle(console, [entrants[place] for place in played.places[:2]], words)
    _print_next(console, words)
    return DONE


def _check(words: Words) -> list[Entrant]:
    entrants = []
    with progress_bar() as progress:
        for id_ in progress.track(roster.names(), description=words("demo.checking")):
            check = check_hero(read_hero(roster.document(id_)))
            if check.hero is None or check.needs_level is None:
                raise ArenaError(check.faults)
            entrants.append(Entrant(id_, check.hero, check.needs_level, len(check.advice)))
    return entrants


def _print_ranking(console: Console, entrants: Sequence[Entrant], played: RoundRobin, words: Words) -> None:
    locale, width = words.locale, page_width(console)
    told = words(
        "demo.fought",
        battles=count(played.battles_a_pair, locale),
        total=count(played.battles, locale),
        rate=count(round(played.battles / played.seconds), locale),
    )
    console.print(told, width=width)
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    table.add_column("", justify="right")
    table.add_column("id", style="place", no_wrap=True)
    table.add_column(words("demo.hero"), overflow="fold")
    table.add_column(words("demo.level"), justify="right", no_wrap=True)
    table.add_column(words("demo.points"), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True, style="good")
    wide = width >= BESTS
    for key in ("beats", "fears") if wide else ():
        table.add_column(words(f"demo.{key}"))
    for place, hero in enumerate(played.places, start=1):
        entrant, points = entrants[hero], float(played.points[hero])
        row = [f"{place}", entrant.id, entrant.hero.name, f"{entrant.level}", percent(points, locale)]
        row.append(bar(points, 1, BAR_CELLS))
        row += [
            f"{entrants[other].id}{HARD_SPACE}{percent(float(played.shares[hero, other]), locale)}"
            for other in ((played.easiest(hero), played.hardest(hero)) if wide else ())
        ]
        table.add_row(*row)
    console.print(table, width=width)


def _print_battle(console: Console, entrants: Sequence[Entrant], words: Words) -> None:
    """The first two, in as few lines as fit a screen: how it began and how it ended."""
    first, second = (each.hero for each in entrants)
    battle = fight(first, second, SHOWN_SEED)
    shown = BattlePage(battle, Sides(first, second), words)
    turns = len(battle.log)
    numbers = sorted({*range(min(SHOWN_TURNS, turns)), *range(max(turns - SHOWN_TURNS, 0), turns)})
    console.print()
    _print_title(console, words("demo.battle"))
    shown.print_header(console)
    shown.print_turns(console, numbers)
    shown.print_end(console)
    command = f"arena fight {entrants[0].id} {entrants[1].id} --seed {SHOWN_SEED}"
    console.print(words("fight.again", command=command), soft_wrap=True)


def _print_next(console: Console, words: Words) -> None:
    console.print()
    _print_title(console, words("demo.next"))
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for key, command in NEXT:
        table.add_row(Text(command, "code"), words(f"demo.next-{key}"))
    console.print(table)


def _print_title(console: Console, title: str) -> None:
    if console.is_terminal:
        console.print(Rule(Text(title, "title"), align="left", style="quiet"), width=page_width(console))
    else:
        console.print(title)


def _data(entrants: Sequence[Entrant], played: RoundRobin) -> dict[str, object]:
    heroes = [
        {
            "id": entrants[hero].id,
            "name": entrants[hero].hero.name,
            "level": entrants[hero].level,
            "advice": entrants[hero].advice,
            "points": float(played.points[hero]),
            "best_against": entrants[played.easiest(hero)].id,
            "worst_against": entrants[played.hardest(hero)].id,
        }
        for hero in played.places
    ]
    rate = round(played.battles / played.seconds)
    return {"ruleset": CURRENT_ID, "battles": played.battles, "battles_per_second": rate, "heroes": heroes}
