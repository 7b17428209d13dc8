"""A battle to read: who fights, a row a turn between the two health bars, how it ended.

On a terminal it is laid out in columns; elsewhere each turn is one line with everything in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rich.align import Align
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.battle import Battle, Sides, Turn, whole_health
from arena.battle.sides import SIDE_NAMES
from arena.hero import Hero
from arena.rulesets import load_ruleset
from mcp_server.cli.contestants import battle_to_type
from mcp_server.cli.pages.bars import bar, health_style
from mcp_server.cli.pages.sprites import sprite_text
from mcp_server.cli.pages.turn_text import Teller
from mcp_server.cli.screen import page_width, shows_colour
from mcp_server.words import Words

ONE_LINE = 130
"""The narrowest page on which a turn's deed and its rule stand in one row."""
NAMED = 100
"""The narrowest page on which each turn says the hero's name, not only its side."""
PICTURES = 72
ARROWS = Sides("▶", "◀")
COMMANDS = {"fight.again": "fight", "fight.film": "render battle"}
"""To be typed after a battle, by the keys of the texts that say what for."""

NO_EFFECTS: Sides[tuple[str, ...]] = Sides((), ())


@dataclass(frozen=True)
class BattlePage:
    """One battle and what is needed to show it."""

    battle: Battle
    heroes: Sides[Hero]
    words: Words

    @cached_property
    def teller(self) -> Teller:
        """What tells the turns."""
        return Teller(self.heroes, load_ruleset(self.battle.ruleset), self.words)

    @cached_property
    def max_hp(self) -> Sides[int]:
        """The health both begin with."""
        return whole_health(self.heroes, self.battle.ruleset)

    def print_header(self, console: Console) -> None:
        """The ruleset and the seed; who fights; what E and K mean."""
        battle, words, width = self.battle, self.words, page_width(console)
        console.print(Text(words("fight.header", ruleset=battle.ruleset, seed=battle.seed), "quiet"))
        if console.is_terminal:
            console.print(self._face_to_face(console), width=width)
        else:
            for side, hero in zip(SIDE_NAMES, self.heroes, strict=True):
                console.print(f"{side.upper()} {hero.name}" + (f": {hero.motto}" if hero.motto else ""))
        console.print(Text(words("fight.legend"), "quiet"), width=width)

    def _face_to_face(self, console: Console) -> Table:
        """The names and mottos and, where there is room, the looks of both."""
        a, b = self.heroes
        table = Table.grid(expand=True, padding=(0, 1))
        table.add_column(justify="left")
        table.add_column(justify="right")
        table.add_row(Text(f"{ARROWS.a} {a.name}", "side.a"), Text(f"{b.name} {ARROWS.b}", "side.b"))
        table.add_row(Text(a.motto, "quiet"), Text(b.motto, "quiet"))
        if page_width(console) >= PICTURES:
            colour = shows_colour(console)
            right = sprite_text(b.sprite, colour=colour, mirrored=True)
            table.add_row(sprite_text(a.sprite, colour=colour), Align.right(right))
        return table

    def print_turns(self, console: Console, shown: Sequence[int], *, why: bool = False) -> None:
        """The turns with these numbers (from 0), and how many are left out between them; `why` adds why the
        rules above did not fire."""
        if console.is_terminal:
            self._print_table(console, shown, why)
            return
        for left_out, number in _with_gaps(shown):
            if left_out:
                console.print(self.words("fight.left-out", turns=left_out))
            self._print_line(console, number, why)

    def _print_line(self, console: Console, number: int, why: bool) -> None:
        turn, teller = self.battle.log[number], self.teller
        side = SIDE_NAMES.index(turn.side)
        told = [f"{turn.tick} {turn.side.upper()} {self.heroes[side].name}: {self._deed(number)}"]
        told += [rule] if (rule := teller.rule(turn)) else []
        for each, name in enumerate(SIDE_NAMES):
            health = f"{name.upper()} {(turn.hp_a, turn.hp_b)[each]}/{self.max_hp[each]}"
            told.append(f"{health} {teller.state(turn, each)}")
        console.print(" | ".join(told), soft_wrap=True)
        for reason in teller.why(turn) if why else ():
            console.print(f"    {reason}", soft_wrap=True)

    def _deed(self, number: int) -> Text:
        log = self.battle.log
        return self.teller.deed(log[number], log[number - 1].effects if number else NO_EFFECTS)

    def _print_table(self, console: Console, shown: Sequence[int], why: bool) -> None:
        width = page_width(console)
        table = Table.grid(expand=True, padding=(0, 1, 0, 0))
        table.add_column(justify="right", style="quiet", width=3)
        table.add_column(no_wrap=True)
        table.add_column(ratio=4)
        if width >= ONE_LINE:
            table.add_column(ratio=5)
        table.add_column(no_wrap=True)
        for left_out, number in _with_gaps(shown):
            if left_out:
                table.add_row("", "", Text(self.words("fight.left-out", turns=left_out), "quiet"))
            self._add_turn(table, number, width, why)
        console.print(table, width=width)

    def _add_turn(self, table: Table, number: int, width: int, why: bool) -> None:
        turn, teller = self.battle.log[number], self.teller
        side = SIDE_NAMES.index(turn.side)
        who = f"{self.heroes[side].name}: " if width >= NAMED else ""
        deed = Text.assemble((f"{ARROWS[side]} {who}", f"side.{turn.side}"), self._deed(number))
        rule = Text("\n".join([teller.rule(turn), *(teller.why(turn) if why else ())]).strip("\n"), "quiet")
        left, right = (self._health(turn, each, width) for each in (0, 1))
        if width >= ONE_LINE:
            table.add_row(f"{turn.tick}", left, deed, rule, right)
            return
        middle = Text("\n").join([deed, *([rule] if rule else [])])
        table.add_row(f"{turn.tick}", left, middle, right)

    def _health(self, turn: Turn, side: int, width: int) -> Text:
        """A health bar with its number; energy and knowledge beside it, or below where it is narrow."""
        hp, most = (turn.hp_a, turn.hp_b)[side], self.max_hp[side]
        cells = 10 if width >= NAMED else 6
        between = " " if width >= ONE_LINE else "\n"
        return Text.assemble(
            (bar(hp, most, cells), health_style(hp, most)),
            f" {hp:>3}",
            between,
            (self.teller.state(turn, side), "quiet"),
        )

    def print_end(self, console: Console) -> None:
        """Who won and how, in a sentence."""
        battle, words = self.battle, self.words
        left = Sides(battle.hp_a, battle.hp_b)
        if battle.winner is None:
            console.print(Text(words("fight.draw", ticks=battle.ticks, turns=battle.turns), "title"))
            return
        side = SIDE_NAMES.index(battle.winner)
        told = words(
            f"fight.won-by-{battle.end}",
            winner=self.heroes[side].name,
            loser=self.heroes[1 - side].name,
            poison=self.teller.name("poison"),
            ticks=battle.ticks,
            turns=battle.turns,
            hp=left[side],
            max_hp=self.max_hp[side],
        )
        console.print(Text(told, f"side.{battle.winner}"), width=page_width(console))

    def print_commands(self, console: Console, given: Sequence[str], more: Sequence[str]) -> None:
        """What to type to see this very battle again, and for its film, with the heroes as a call named them
        and `more` options; nothing for a file whose name cannot be typed."""
        for key, command in COMMANDS.items():
            typed = battle_to_type(command, given, self.battle.seed, self.battle.ruleset, more)
            if typed is not None:
                console.print(self.words(key, command=typed), soft_wrap=True)


def _with_gaps(shown: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each number with how many are missing before it."""
    for before, number in pairwise([-1, *shown]):
        yield number - before - 1, number
