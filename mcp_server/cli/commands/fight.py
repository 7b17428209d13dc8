"""`arena fight`: one battle, turn by turn."""

import re
import secrets
from dataclasses import asdict
from typing import Annotated

import typer

from arena.battle import Sides, Turn, fight
from arena.excerpt import printable
from arena.rulesets import CURRENT_ID, load_ruleset
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.contestants import Contestant, contestant
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import given_again
from mcp_server.cli.pages.battle_page import BattlePage
from mcp_server.cli.screen import page, print_json
from mcp_server.words import Words

SEED_BITS = 64
RANDOM_SEEDS = 1 << 32
"""Seeds that are drawn for the reader: short enough to type again."""

app = typer.Typer(add_completion=False)


@app.command("fight", cls=ArenaCommand)
def fight_command(
    ctx: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help="fight.a")],
    b: Annotated[str, typer.Argument(metavar="B", help="fight.b")],
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="fight.seed-option")] = None,
    ruleset: Annotated[str, typer.Option("--ruleset", metavar="ID", help="ruleset-option")] = CURRENT_ID,
    why: Annotated[bool, typer.Option("--why", help="fight.why-option")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Fight and show it.

    JSON: `ruleset`, `seed` (as text: 64 bits do not fit every reader's numbers), `a` and `b` (`hero` as
    given, `name`, `max_hp`), `winner` ("a", "b", null), `end` ("hit", "poison", "ticks"), `ticks`, `turns`,
    `hp_a`, `hp_b`, and `log`, a list of turns with the fields of `arena.battle.Turn` (`rule` counts from 0;
    pairs are side A, side B).
    """
    words: Words = ctx.obj
    load_ruleset(ruleset)
    number = secrets.randbelow(RANDOM_SEEDS) if seed is None else read_seed(seed, ctx.command_path)
    contestants = Sides(contestant(a), contestant(b))
    have_kernel(words)
    battle = fight(contestants.a.hero, contestants.b.hero, number, ruleset)
    shown_page = BattlePage(battle, Sides(*(each.hero for each in contestants)), words)
    if as_json:
        print_json(_data(shown_page, contestants))
        return DONE
    console = page()
    shown_page.print_header(console)
    console.print()
    shown_page.print_turns(console, range(len(battle.log)), why=why)
    console.print()
    shown_page.print_end(console)
    shown_page.print_commands(console, [each.given for each in contestants], given_again(ctx))
    return DONE


def read_seed(given: str, command: str) -> int:
    """A seed, 0..2^64-1, in decimal or as `0x…`. Raises `WrongUsageError`."""
    written = re.fullmatch(r"0[xX]0*(?P<hex>[0-9a-fA-F]{1,16})|0*(?P<decimal>[0-9]{1,20})", given)
    if written:
        seed = int(written["hex"], 16) if written["hex"] else int(written["decimal"])
        if seed < 1 << SEED_BITS:
            return seed
    raise WrongUsageError("usage.seed", command, given=printable(given))


def _data(shown_page: BattlePage, contestants: Sides[Contestant]) -> dict[str, object]:
    battle = shown_page.battle
    fighters = {
        side: {"hero": each.given, "name": each.hero.name, "max_hp": max_hp}
        for side, each, max_hp in zip("ab", contestants, shown_page.max_hp, strict=True)
    }
    end = {name: getattr(battle, name) for name in ("winner", "end", "ticks", "turns", "hp_a", "hp_b")}
    log = [_turn_data(turn) for turn in battle.log]
    return {"ruleset": battle.ruleset, "seed": str(battle.seed), **fighters, **end, "log": log}


def _turn_data(turn: Turn) -> dict[str, object]:
    data = asdict(turn)
    pairs = {name: getattr(turn, name)._asdict() for name in ("energy", "knowledge", "effects")}
    return {**data, **pairs, "hits": [hit._asdict() for hit in turn.hits]}
