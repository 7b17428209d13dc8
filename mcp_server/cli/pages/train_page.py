"""Trainings to read: how the battles ended, what each rule did, which are silent and why, what to try."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.desk.training.statistics import RuleWork, Training, Unready, together
from arena.hero import Hero, check_hero
from mcp_server.cli.contestants import (
    Contestant,
    as_argument,
    battle_to_type,
    command_to_type,
    ruleset_again,
)
from mcp_server.cli.numbers import count, percent
from mcp_server.cli.pages.bars import bar
from mcp_server.cli.screen import page_width
from mcp_server.words import Words

ALL = "all"
"""What `--against` takes for every hero of the roster."""
BAR_CELLS = 20
EVEN = 0.5
COLUMNS = 80
"""The narrowest page on which a rule and its numbers stand in one row."""
COUNTS = ("reached", "true", "fired", "share")
LACKS = ("energy", "knowledge", "cooldown")


@dataclass(frozen=True)
class TrainPage:
    """One hero's trainings, an opponent each, and what is needed to show them; `more`: options of the
    commands to be typed."""

    trainee: Contestant
    opponents: Sequence[Contestant]
    trainings: Sequence[Training]
    ruleset: str
    words: Words
    more: Sequence[str] = ()

    @property
    def _hardest(self) -> tuple[Contestant, Training]:
        return min(zip(self.opponents, self.trainings, strict=True), key=lambda pair: pair[1].wins)

    def print_one(self, console: Console) -> None:
        """One opponent in detail."""
        words, locale = self.words, self.words.locale
        (opponent,), (training,) = self.opponents, self.trainings
        names = {"hero": self.trainee.hero.name, "opponent": opponent.hero.name}
        told = words(
            "train.header", **names, battles=count(training.battles, locale), seed=training.first_seed
        )
        console.print(Text(told, "title"), width=page_width(console))
        console.print(_shares(training, words))
        low, high = (percent(share, locale) for share in training.interval)
        console.print(words("train.interval", low=low, high=high), width=page_width(console))
        console.print(words("train.turns", turns=count(round(training.mean_turns, 1), locale)))
        console.print()
        self._print_rules(console, training.rules)

    def print_all(self, console: Console) -> None:
        """A row an opponent, the hardest first; all together; the rules against all of them."""
        words, width = self.words, page_width(console)
        console.print(self._opponents_table(), width=width)
        share = sum(each.wins for each in self.trainings) / sum(each.battles for each in self.trainings)
        console.print(Text(words("train.overall", share=percent(share, words.locale)), "title"), width=width)
        console.print()
        console.print(Text(words("train.rules-all"), "title"))
        self._print_rules(console, together([each.rules for each in self.trainings]))

    def _opponents_table(self) -> Table:
        words, locale = self.words, self.words.locale
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
        for key in ("id", "opponent"):
            table.add_column(words(f"train.{key}"), no_wrap=key == "id")
        for key in ("wins", "range", "draws", "turns-short"):
            table.add_column(words(f"train.{key}"), justify="right", no_wrap=True)
        pairs = sorted(zip(self.opponents, self.trainings, strict=True), key=lambda pair: pair[1].wins)
        for opponent, training in pairs:
            share, (low, high) = training.wins / training.battles, training.interval
            table.add_row(
                opponent.given,
                opponent.hero.name,
                percent(share, locale),
                f"{percent(low, locale)} – {percent(high, locale)}",
                percent(training.draws / training.battles, locale),
                count(round(training.mean_turns, 1), locale),
                style="good" if low > EVEN else "bad" if high < EVEN else "none",
            )
        return table

    def _print_rules(self, console: Console, work: RuleWork) -> None:
        words, width, hero = self.words, page_width(console), self.trainee.hero
        if not hero.rules:
            console.print(words("check.no-rules"), width=width)
            return
        console.print(_rules_table(hero, work, width, words), width=width)
        if any(row.turns for row in work.unready):
            console.print(Text(words("train.not-ready-note", battles=work.sampled), "quiet"), width=width)
        for line in silent_rules(hero, work, words):
            console.print(line, width=width)

    def print_next(self, console: Console) -> None:
        """What to try: a battle to look at that was lost to the hardest opponent, then the whole roster or
        that opponent in detail."""
        words, (opponent, training) = self.words, self._hardest
        by = [*ruleset_again(self.ruleset), *self.more]
        heroes = [self.trainee.given, opponent.given]
        hero, rival = map(as_argument, heroes)
        console.print()
        if not training.wins:
            told = words("train.no-wins", opponent=opponent.hero.name)
            console.print(Text(told, "advice"), width=page_width(console))
        if training.lost_seed is not None:
            more = ["--why", *self.more]
            look = battle_to_type("fight", heroes, training.lost_seed, self.ruleset, more)
            _print_command(console, words, "train.see-loss", look)
        one = len(self.opponents) > 1
        again = command_to_type("train", hero, "--against", rival if one else ALL, *by)
        _print_command(console, words, "train.next-one" if one else "train.next-all", again)


def _print_command(console: Console, words: Words, key: str, command: str | None) -> None:
    if command:
        console.print(words(key, command=command), soft_wrap=True)


def _shares(training: Training, words: Words) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for key, number, style in (
        ("wins", training.wins, "good"),
        ("draws", training.draws, "quiet"),
        ("losses", training.losses, "bad"),
    ):
        share = number / training.battles
        table.add_row(
            words(f"train.{key}"), percent(share, words.locale), Text(bar(share, 1, BAR_CELLS), style)
        )
    return table


def _rules_table(hero: Hero, work: RuleWork, width: int, words: Words) -> Table:
    """A row a rule, and one for the turns in which none fired. Where it is narrow, a rule's numbers stand
    below its text."""
    wide, turns = width >= COLUMNS, work.turns_with_a_choice
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title", show_header=wide)
    table.add_column("")
    table.add_column(words("train.rule"), overflow="fold")
    for key in COUNTS if wide else ():
        table.add_column(words(f"train.{key}"), justify="right", no_wrap=True)

    def add(number: str, text: str, numbers: Sequence[str], below: Sequence[str], style: str) -> None:
        told = [text, *([] if wide else [_named(numbers, words)]), *below]
        table.add_row(number, "\n".join(told), *(numbers if wide else ()), style=style)

    def fired(times: int) -> list[str]:
        return [count(times, words.locale), percent(times / max(turns, 1), words.locale)]

    for row, lacking, text in zip(work.coverage, work.unready, hero.rules, strict=True):
        numbers = [count(row.reached, words.locale), count(row.true, words.locale), *fired(row.fired)]
        add(f"{row.rule + 1}", text, numbers, _not_ready(lacking, words), "none" if row.fired else "advice")
    rest = turns - sum(row.fired for row in work.coverage)
    add("", words("fight.no-rule"), ["", "", *fired(rest)], [], "quiet")
    return table


def _named(numbers: Sequence[str], words: Words) -> str:
    """The numbers of a row, each with the name of its column."""
    named = zip(COUNTS, numbers, strict=True)
    return " · ".join(f"{words(f'train.{key}')}: {number}" for key, number in named if number)


def _not_ready(row: Unready, words: Words) -> list[str]:
    """A line with what the action lacked, each in its share of the turns in which it was not ready; or
    none."""
    lacks = {kind: turns for kind in LACKS if (turns := getattr(row, kind))}
    reasons = (
        words(f"train.lacks-{kind}", share=percent(turns / row.turns, words.locale))
        for kind, turns in lacks.items()
    )
    return [words("train.not-ready", reasons=", ".join(reasons))] if lacks else []


def silent_rules(hero: Hero, work: RuleWork, words: Words) -> list[str]:
    """A line for each rule that never fired: the advice on it, or where it got stuck in these battles."""
    advice = check_hero(hero).advice
    told = []
    for row in work.coverage:
        if row.fired:
            continue
        known = [each.text(words.locale) for each in advice if each.path == f"/rules/{row.rule}"]
        if known:
            told.append(words("train.silent", number=row.rule + 1, reason=known[0]))
        else:
            times = count(row.true, words.locale)
            told.append(words(f"train.silent-{row.silence}", number=row.rule + 1, times=times))
    return told
