"""`arena train`: many battles against an opponent, how they ended, and what each rule did."""

from collections.abc import Sequence
from typing import Annotated

import typer

from arena import roster
from arena.desk.training.statistics import SAMPLED, RuleWork, Training, together, train
from arena.hero import Hero
from arena.rulesets import CURRENT_ID, load_ruleset
from mcp_server.cli.commands.fight import read_seed
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.contestants import Contestant, contestant
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import given_again
from mcp_server.cli.pages.train_page import ALL, LACKS, TrainPage
from mcp_server.cli.screen import page, print_json, progress_bar
from mcp_server.words import Words

BATTLES = 1000
MOST_BATTLES = 1_000_000
SAMPLED_OF_EACH = 10
"""Battles with each opponent of which the logs are read when there are many opponents."""

app = typer.Typer(add_completion=False)


@app.command("train", cls=ArenaCommand)
def train_command(
    ctx: typer.Context,
    hero: Annotated[str, typer.Argument(metavar="HERO", help="train.hero")],
    against: Annotated[str, typer.Option("--against", metavar="WHO", help="train.against-option")],
    battles: Annotated[
        int,
        typer.Option("-n", "--battles", metavar="N", min=1, max=MOST_BATTLES, help="train.battles-option"),
    ] = BATTLES,
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="train.seed-option")] = "1",
    ruleset: Annotated[str, typer.Option("--ruleset", metavar="ID", help="ruleset-option")] = CURRENT_ID,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Train and show what it brought.

    JSON: `hero`, `ruleset`, `battles` (with each opponent), `seed` (of the first battle, as text),
    `opponents`, a list of `hero`, `name`, `wins`, `draws`, `losses`, `win_share`, `win_share_95` (low, high),
    `mean_turns`, `lost_seed` (of the first battle that was lost, as text, or null), `sampled` and `rules`;
    and the `sampled` and `rules` of all opponents together. `rules` is a list of `rule` (from 0), `text`,
    `reached`, `true`, `fired` (turns) and `not_ready`: of the first `sampled` battles the `turns` in which
    the rule was true and its action not ready, and in how many of them `energy` or `knowledge` was too little
    or the `cooldown` not over.
    """
    words: Words = ctx.obj
    first_seed = read_seed(seed, ctx.command_path)
    load_ruleset(ruleset)
    trainee = contestant(hero)
    opponents = _opponents(against)
    have_kernel(words)
    trainings = _train_all(trainee, opponents, battles, first_seed, ruleset, words)
    if as_json:
        told = [_data(opponent, each, trainee) for opponent, each in zip(opponents, trainings, strict=True)]
        head = {"hero": trainee.given, "ruleset": ruleset, "battles": battles, "seed": str(first_seed)}
        work = together([each.rules for each in trainings])
        print_json({**head, "opponents": told, **_rules_data(work, trainee.hero)})
        return DONE
    console, shown = page(), TrainPage(trainee, opponents, trainings, ruleset, words, given_again(ctx))
    if len(opponents) > 1:
        shown.print_all(console)
    else:
        shown.print_one(console)
    shown.print_next(console)
    return DONE


def _opponents(against: str) -> list[Contestant]:
    if against != ALL:
        return [contestant(against)]
    return [Contestant(id_, roster.load(id_)) for id_ in roster.names()]


def _train_all(
    trainee: Contestant,
    opponents: Sequence[Contestant],
    battles: int,
    first_seed: int,
    ruleset: str,
    words: Words,
) -> list[Training]:
    sampled = SAMPLED if len(opponents) == 1 else SAMPLED_OF_EACH
    with progress_bar() as progress:
        task = progress.add_task(words("train.progress"), total=battles * len(opponents))
        return [
            train(
                trainee.hero,
                opponent.hero,
                battles,
                first_seed,
                ruleset,
                sampled=sampled,
                advanced=lambda fought: progress.advance(task, fought),
            )
            for opponent in opponents
        ]


def _data(opponent: Contestant, training: Training, trainee: Contestant) -> dict[str, object]:
    lost = training.lost_seed
    return {
        "hero": opponent.given,
        "name": opponent.hero.name,
        "wins": training.wins,
        "draws": training.draws,
        "losses": training.losses,
        "win_share": training.wins / training.battles,
        "win_share_95": list(training.interval),
        "mean_turns": training.mean_turns,
        "lost_seed": None if lost is None else str(lost),
        **_rules_data(training.rules, trainee.hero),
    }


def _rules_data(work: RuleWork, hero: Hero) -> dict[str, object]:
    rules = [
        {
            "rule": row.rule,
            "text": text,
            "reached": row.reached,
            "true": row.true,
            "fired": row.fired,
            "not_ready": {name: getattr(lacks, name) for name in ("turns", *LACKS)},
        }
        for row, lacks, text in zip(work.coverage, work.unready, hero.rules, strict=True)
    ]
    return {"sampled": work.sampled, "rules": rules}
