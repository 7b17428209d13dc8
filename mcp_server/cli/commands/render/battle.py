"""`arena render battle`: a film of a battle."""

import secrets
from typing import Annotated, ClassVar

import typer

from arena.battle import Sides, fight
from arena.rulesets import CURRENT_ID, load_ruleset
from mcp_server.cli.commands.fight import RANDOM_SEEDS, read_seed
from mcp_server.cli.commands.render.kinds import FILMS
from mcp_server.cli.commands.render.output import kind_for, own_name, place_for, tell_made, write
from mcp_server.cli.compiling import have_kernel, have_renderer
from mcp_server.cli.contestants import contestant
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.screen import print_json, progress_bar
from mcp_server.words import Words
from render.film.screenplay import LONGEST

USUAL = "webp"


class BattleCommand(ArenaCommand):
    """Its help tells how long a film may be, and of which kinds films are."""

    fillings: ClassVar = {"seconds": LONGEST / 1000, "kinds": ", ".join(FILMS), "usual": USUAL}


def battle(
    ctx: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help="fight.a")],
    b: Annotated[str, typer.Argument(metavar="B", help="fight.b")],
    kind_given: Annotated[str | None, typer.Option("--as", metavar="KIND", help="render.film-option")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="fight.seed-option")] = None,
    ruleset: Annotated[str, typer.Option("--ruleset", metavar="ID", help="ruleset-option")] = CURRENT_ID,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="render.film-output-option")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Fight, film it and tell where the film is; with `-o -` its bytes are all that is on stdout.

    JSON: `ruleset`, `seed` (as text: 64 bits do not fit every reader's numbers), `a` and `b` (`hero` as
    given, `name`), `winner` ("a", "b", null), `turns`, `as`, `file`, `bytes`.
    """
    words: Words = ctx.obj
    kind = kind_for(kind_given, output, FILMS, ctx.command_path, USUAL)
    load_ruleset(ruleset)
    number = secrets.randbelow(RANDOM_SEEDS) if seed is None else read_seed(seed, ctx.command_path)
    found = Sides(contestant(a), contestant(b))
    name = own_name((each.given for each in found), kind, number)
    file = place_for(output, name, ctx.command_path, as_json)
    have_kernel(words)
    have_renderer(words)
    fought = fight(found.a.hero, found.b.hero, number, ruleset)
    with progress_bar() as progress:
        task = progress.add_task(words("render.filming"), total=1.0)
        content = FILMS[kind](
            found.a.hero,
            found.b.hero,
            fought,
            words.locale,
            lambda share: progress.update(task, completed=share),
        )
    write(file, content)
    if as_json:
        sides = {side: {"hero": each.given, "name": each.hero.name} for side, each in found._asdict().items()}
        told = {"ruleset": ruleset, "seed": str(number), **sides, "winner": fought.winner}
        print_json({**told, "turns": fought.turns, "as": kind, "file": file, "bytes": len(content)})
    else:
        tell_made(file, content, words)
    return DONE
