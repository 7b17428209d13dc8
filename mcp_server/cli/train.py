"""`arena train`: many battles against an opponent, how they ended, and what each rule did."""

import shlex
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena import roster
from arena.desk.training import Training, train
from arena.hero import check_hero
from arena.rulesets import CURRENT_ID, load_ruleset
from mcp_server.cli.bars import bar
from mcp_server.cli.compiling import have_kernel
from mcp_server.cli.failures import DONE
from mcp_server.cli.fight import read_seed
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.heroes import Contestant, contestant, printable_name
from mcp_server.cli.language import Words
from mcp_server.cli.numbers import count, percent
from mcp_server.cli.screen import page, page_width, print_json, progress_bar

ALL = "all"
BATTLES = 1000
MOST_BATTLES = 1_000_000
BAR_CELLS = 20
EVEN = 0.5

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

    JSON: `hero`, `ruleset`, `battles`, `seed` (of the first battle, as text), and `opponents`, a list of
    `hero`, `name`, `wins`, `draws`, `losses`, `win_share`, `win_share_95` (low, high), `mean_turns`,
    `lost_seed` (of the first battle that was lost, as text, or null) and `rules`: `rule` (from 0), `text`,
    `reached`, `true`, `fired`.
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
        print_json({**head, "opponents": told})
        return DONE
    console = page()
    if against == ALL:
        _print_all(console, opponents, trainings, words)
    else:
        _print_one(console, trainee, opponents[0], trainings[0], words)
    _print_next(console, trainee, opponents, trainings, ruleset, words)
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
    with progress_bar() as progress:
        task = progress.add_task(words("train.progress"), total=battles * len(opponents))
        return [
            train(
                trainee.hero,
                opponent.hero,
                battles,
                first_seed,
                ruleset,
                lambda fought: progress.advance(task, fought),
            )
            for opponent in opponents
        ]


def _print_one(
    console: Console, trainee: Contestant, opponent: Contestant, training: Training, words: Words
) -> None:
    locale = words.locale
    names = {"hero": trainee.hero.name, "opponent": opponent.hero.name}
    told = words("train.header", **names, battles=count(training.battles, locale), seed=training.first_seed)
    console.print(Text(told, "title"), width=page_width(console))
    table = Table.grid(padding=(0, 2, 0, 0))
    for key, number, style in (
        ("wins", training.wins, "good"),
        ("draws", training.draws, "quiet"),
        ("losses", training.losses, "bad"),
    ):
        share = number / training.battles
        table.add_row(words(f"train.{key}"), percent(share, locale), Text(bar(share, 1, BAR_CELLS), style))
    console.print(table)
    low, high = (percent(share, locale) for share in training.interval)
    console.print(words("train.interval", low=low, high=high), width=page_width(console))
    console.print(words("train.turns", turns=count(round(training.mean_turns, 1), locale)))
    console.print()
    if not trainee.hero.rules:
        console.print(words("check.no-rules"))
        return
    console.print(_coverage_table(trainee, training, words), width=page_width(console))
    for line in _silent_rules(trainee, training, words):
        console.print(line, width=page_width(console))


def _coverage_table(trainee: Contestant, training: Training, words: Words) -> Table:
    """A row a rule, and one for the turns in which none fired."""
    turns = max(training.turns_with_a_choice, 1)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    table.add_column("")
    table.add_column(words("train.rule"))
    for key in ("reached", "true", "fired", "share"):
        table.add_column(words(f"train.{key}"), justify="right", no_wrap=True)
    rest = turns
    for row, text in zip(training.coverage, trainee.hero.rules, strict=True):
        numbers = [count(number, words.locale) for number in (row.reached, row.true, row.fired)]
        share = percent(row.fired / turns, words.locale)
        table.add_row(f"{row.rule + 1}", text, *numbers, share, style="none" if row.fired else "advice")
        rest -= row.fired
    told = [words("fight.no-rule"), "", "", count(rest, words.locale), percent(rest / turns, words.locale)]
    table.add_row("", *told, style="quiet")
    return table


def _silent_rules(trainee: Contestant, training: Training, words: Words) -> list[str]:
    """A line for each rule that never fired: the advice on it, or where it got stuck in these battles."""
    advice = check_hero(trainee.hero).advice
    told = []
    for row in training.coverage:
        if row.fired:
            continue
        known = [each.message(words.locale) for each in advice if each.path == f"/rules/{row.rule}"]
        if known:
            told.append(words("train.silent", number=row.rule + 1, reason=known[0]))
        else:
            times = count(row.true, words.locale)
            told.append(words(f"train.silent-{row.silence}", number=row.rule + 1, times=times))
    return told


def _print_all(
    console: Console, opponents: Sequence[Contestant], trainings: Sequence[Training], words: Words
) -> None:
    """A row an opponent, the hardest first, and all together."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    for key in ("id", "opponent"):
        table.add_column(words(f"train.{key}"), no_wrap=key == "id")
    for key in ("wins", "range", "draws", "turns-short"):
        table.add_column(words(f"train.{key}"), justify="right", no_wrap=True)
    pairs = sorted(zip(opponents, trainings, strict=True), key=lambda pair: pair[1].wins)
    for opponent, training in pairs:
        share, (low, high) = training.wins / training.battles, training.interval
        table.add_row(
            opponent.given,
            opponent.hero.name,
            percent(share, words.locale),
            f"{percent(low, words.locale)} – {percent(high, words.locale)}",
            percent(training.draws / training.battles, words.locale),
            count(round(training.mean_turns, 1), words.locale),
            style="good" if low > EVEN else "bad" if high < EVEN else "none",
        )
    console.print(table, width=page_width(console))
    share = sum(each.wins for each in trainings) / sum(each.battles for each in trainings)
    console.print(Text(words("train.overall", share=percent(share, words.locale)), "title"))


def _print_next(
    console: Console,
    trainee: Contestant,
    opponents: Sequence[Contestant],
    trainings: Sequence[Training],
    ruleset: str,
    words: Words,
) -> None:
    """What to try: look at a battle that was lost to the hardest opponent, then the whole roster or one of
    it."""
    opponent, training = min(zip(opponents, trainings, strict=True), key=lambda pair: pair[1].wins)
    by = [] if ruleset == CURRENT_ID else ["--ruleset", ruleset]
    hero = printable_name(trainee.given)
    console.print()
    if training.lost_seed is not None:
        parts = [
            "arena",
            "fight",
            hero,
            printable_name(opponent.given),
            "--seed",
            f"{training.lost_seed}",
            "--why",
            *by,
        ]
        console.print(words("train.see-loss", command=shlex.join(parts)), soft_wrap=True)
    whom = opponent.given if len(opponents) > 1 else ALL
    parts = ["arena", "train", hero, "--against", printable_name(whom), *by]
    console.print(
        words("train.next-one" if len(opponents) > 1 else "train.next-all", command=shlex.join(parts)),
        soft_wrap=True,
    )


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
        "rules": [
            {"rule": row.rule, "text": text, "reached": row.reached, "true": row.true, "fired": row.fired}
            for row, text in zip(training.coverage, trainee.hero.rules, strict=True)
        ],
    }
