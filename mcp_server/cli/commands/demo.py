"""`arena demo`: the sample heroes checked, a week of their league, what to do next; then it stays open."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from arena import roster
from arena.desk.desk import Desk, utc_now
from arena.errors import ArenaError
from arena.hero import Hero, check_hero, read_hero
from arena.league.digest import digest_json
from arena.logs import set_up_logs
from arena.rulesets import CURRENT_ID
from arena.store.tables import Run
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.failures import DONE, write_down
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import given_again
from mcp_server.cli.pages.demo_page import print_farewell, print_invitation, print_week
from mcp_server.cli.pages.runs_page import job_name
from mcp_server.cli.screen import page, print_json, progress_bar
from mcp_server.cli.week import Week, play_week, throw_away_league
from mcp_server.words import Words

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class Entrant:
    """A sample hero that passed its check, and how much advice there was."""

    id: str
    hero: Hero
    level: int
    advice: int


@app.command("demo", cls=ArenaCommand)
def demo(
    ctx: typer.Context,
    port: Annotated[
        int | None, typer.Option("--port", metavar="PORT", min=1, max=65535, help="demo.port-option")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="demo.once-option")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Show what the arena is, a week of a league, and serve it until Ctrl-C unless `once` or as JSON.

    JSON: `ruleset`; `heroes`, a list of `id`, `name`, `level`, `advice` (how many); `digests`, those of the
    week as `arena digest --json` has them, the last one Friday's; `standings`, the rating list, of `place`,
    `hero`, `name`, `rating` (in 1/100), `rated_battles`; `battle`, the last that the tournament's winner won:
    `a` and `b` (ids), `seed` (as text), `winner` ("a", "b", null).
    """
    words: Words = ctx.obj
    set_up_logs("error", write_down)  # what a league is warned of a throw-away one need not hear
    entrants = _check(words)
    have_kernel(words)
    heroes = {each.id: each.hero for each in entrants}
    with throw_away_league() as desk:
        week = _play(desk, heroes, words)
        if as_json:
            print_json(_data(entrants, week))
            return DONE
        console = page()
        advice = sum(each.advice for each in entrants)
        console.print(words("demo.checked", heroes=len(entrants), advice=advice))
        print_week(console, week, heroes, words, given_again(ctx))
        if not once:
            _stay_open(replace(desk, clock=utc_now), port, words)
    return DONE


def _stay_open(desk: Desk, port: int | None, words: Words) -> None:
    """Serve the arena as it is now to an agent and a person, until Ctrl-C."""
    from mcp_server.cli.inviting import invite
    from mcp_server.serving import PORT, Options, serve

    def told(address: str) -> None:
        print_invitation(page(), invite(desk, address, words), words)
        sys.stdout.flush()

    try:
        with TemporaryDirectory(prefix="arena-demo-") as films:
            options = Options(port=0, films_dir=Path(films))
            try:
                serve(desk, replace(options, port=port or PORT), told)
            except ArenaError as error:
                if port is not None or error.code != "port-taken":
                    raise
                serve(desk, options, told)
    except KeyboardInterrupt:  # as it was told
        print_farewell(page(), words)


def _check(words: Words) -> list[Entrant]:
    entrants = []
    with progress_bar() as progress:
        for id_ in progress.track(roster.sample_ids(), description=words("demo.checking")):
            check = check_hero(read_hero(roster.document(id_)))
            if check.hero is None or check.needs_level is None:
                raise ArenaError(check.faults)
            entrants.append(Entrant(id_, check.hero, check.needs_level, len(check.advice)))
    return entrants


def _play(desk: Desk, heroes: dict[str, Hero], words: Words) -> Week:
    with progress_bar() as progress:
        task = progress.add_task("", total=1.0)

        def told(run: Run, done: float) -> None:
            progress.update(task, completed=done, description=f"{run.local_date} {job_name(run.job, words)}")

        return play_week(desk, heroes, words.locale, told)


def _data(entrants: Sequence[Entrant], week: Week) -> dict[str, object]:
    checked = [
        {"id": each.id, "name": each.hero.name, "level": each.level, "advice": each.advice}
        for each in entrants
    ]
    standings = [
        {
            "place": line.place,
            "hero": week.ids[line.hero_id],
            "name": line.name,
            "rating": line.rating,
            "rated_battles": line.rated_battles,
        }
        for line in week.standings
    ]
    sides, battle = week.sides, week.battle
    return {
        "ruleset": CURRENT_ID,
        "heroes": checked,
        "digests": [digest_json(read) for read in week.digests],
        "standings": standings,
        "battle": {"a": sides.a, "b": sides.b, "seed": str(battle.seed), "winner": battle.winner},
    }
