"""The week of `arena demo` as people read it: a line a day, Friday's digest, a battle, what to do next; and
how to come in where it stays open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from babel.dates import format_skeleton
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from arena.battle import Sides
from arena.hero import Hero
from arena.league.digest import tell_digest
from arena.league.digest.telling.friday import tell_look, tell_tournament
from arena.league.digest.telling.speaker import Speaker
from arena.league.digest.words import Words as DigestWords
from mcp_server.cli.pages.battle_page import BattlePage
from mcp_server.cli.pages.sprites import sprite_text
from mcp_server.cli.pages.told_page import print_title, print_told, told_head, told_section, told_sentence
from mcp_server.cli.screen import page_width, print_text, shows_colour
from mcp_server.cli.week import Week
from mcp_server.program_name import program_name
from mcp_server.words import Words

NAME = "hero-arena-demo"
"""What an agent calls the arena: not as the README has people call the one that they keep."""
SHOWN_TURNS = 3
"""Turns of the shown battle at its beginning, and as many at its end."""
PICTURE, TEXT = 34, 44
"""Columns that a picture takes at most, with its margin, and that the text beside it needs."""
NEXT = (
    ("rules", "rules"),
    ("check", "check hero.json"),
    ("train", "train kerning --against golem"),
)


@dataclass(frozen=True)
class Invitation:
    """How to come in: the arena's address, that of its MCP server with a participant's key for an agent, and
    the one at which the same participant signs in, once, within some minutes."""

    address: str
    endpoint: str
    key: str = field(repr=False)
    sign_in: str = field(repr=False)
    minutes: int


def print_week(
    console: Console, week: Week, heroes: Mapping[str, Hero], words: Words, more: Sequence[str] = ()
) -> None:
    """All of it. `heroes`: those who took part, by their ids; `more`: options of the commands to be typed."""
    console.print()
    _print_days(console, week, words)
    console.print()
    _print_friday(console, week, heroes)
    console.print()
    _print_battle(console, week, heroes, words, more)
    console.print()
    _print_next(console, words, more)


def _print_days(console: Console, week: Week, words: Words) -> None:
    print_title(console, words("demo.week"))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="quiet", no_wrap=True)
    table.add_column()
    for read in week.days:
        day = format_skeleton("MMMEd", read.digest.local_date, locale=words.locale)
        table.add_row(day, told_sentence(tell_digest(read).lead))
    console.print(table, width=page_width(console))


def _print_friday(console: Console, week: Week, heroes: Mapping[str, Hero]) -> None:
    """Of Friday's digest what this week came to: the table, the stories, the look of the week."""
    read, told = week.friday, tell_digest(week.friday)
    tournament, look = read.digest.tournament, read.digest.look
    assert tournament is not None, "a Friday's digest has both"
    assert look is not None
    speaker = Speaker(DigestWords(read.locale, read.digest.zone), read.names)
    table, stories, _rounds = tell_tournament(speaker, tournament)
    voted = tell_look(speaker, look)
    if not console.is_terminal:
        print_told(console, replace(told, sections=(table, voted, stories)))
        return
    width = page_width(console)
    print_title(console, told.title)
    console.print(told_head(told), told_section(table), width=width)
    pictured = [heroes[week.ids[id_]] for id_ in look.winners] if shows_colour(console) else []
    text = Group(told_section(voted), told_section(stories))
    console.print(_beside(text, pictured, width), width=width)


def _beside(text: RenderableType, pictured: Sequence[Hero], width: int) -> Table:
    """A text and, at its right, as many of these heroes as there is room for."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    shown = pictured[: max(width - TEXT, 0) // PICTURE]
    pictures = [Group(sprite_text(hero.sprite, colour=True), Text(hero.name, "quiet")) for hero in shown]
    table.add_row(text, *pictures)
    return table


def _print_battle(
    console: Console, week: Week, heroes: Mapping[str, Hero], words: Words, more: Sequence[str]
) -> None:
    """The battle in as few lines as fit a screen: how it began and how it ended."""
    battle, sides = week.battle, week.sides
    shown = BattlePage(battle, Sides(heroes[sides.a], heroes[sides.b]), words)
    turns = len(battle.log)
    numbers = sorted({*range(min(SHOWN_TURNS, turns)), *range(max(turns - SHOWN_TURNS, 0), turns)})
    print_title(console, words("demo.battle"))
    shown.print_header(console)
    shown.print_turns(console, numbers)
    shown.print_end(console)
    shown.print_commands(console, sides, more)


def _print_next(console: Console, words: Words, more: Sequence[str]) -> None:
    print_title(console, words("demo.next"))
    for key, command in NEXT:
        print_text(console, words(f"demo.next-{key}"))
        console.print(Text(" ".join([program_name(), command, *more]), "code"), soft_wrap=True)


def print_invitation(console: Console, invitation: Invitation, words: Words) -> None:
    """What to paste where. A line to be pasted is broken by the terminal alone, which copies it whole."""
    console.print()
    print_title(console, words("demo.open"))
    print_text(console, words("demo.open-at", address=invitation.address))
    console.print()
    print_text(console, words("demo.open-agent"))
    console.print(Text(_agent_line(invitation), "code"), soft_wrap=True)
    print_text(console, words("demo.open-ask"))
    console.print()
    print_text(console, words("demo.open-look", minutes=invitation.minutes))
    console.print(Text(invitation.sign_in, "code"), soft_wrap=True)


def print_farewell(console: Console, words: Words) -> None:
    """What is left to be done where the arena was added to an agent."""
    console.print()
    print_text(console, words("demo.gone", command=f"claude mcp remove {NAME}"))


def _agent_line(invitation: Invitation) -> str:
    """The command of Claude Code that adds the arena."""
    header = f"Authorization: Bearer {invitation.key}"
    return f'claude mcp add --transport http {NAME} {invitation.endpoint} --header "{header}"'
