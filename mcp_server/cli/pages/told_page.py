"""A digest on a terminal: as wide as that is, names and titles marked. Elsewhere it is plain text."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from arena.league.digest import plain_text
from arena.league.digest.page import Code, Link, Name, Page, Section, Sentence
from arena.league.digest.page import Table as Rows
from mcp_server.cli.screen import page_width, print_text

INDENT = 2


def print_told(console: Console, told: Page) -> None:
    """The page with all its sections."""
    if not console.is_terminal:
        console.print(plain_text(told), soft_wrap=True, end="")
        return
    width = page_width(console)
    print_title(console, told.title)
    console.print(told_head(told), width=width)
    for section in told.sections:
        console.print()
        console.print(told_section(section), width=width)
    if told.addresses is not None:
        console.print()
        console.print(Text(told.addresses.title, "title"))
        for line in told.addresses.lines:  # an address that is broken could not be followed
            print_text(console, told_sentence(line))


def print_title(console: Console, title: str) -> None:
    """A title with a line across the page; elsewhere than on a terminal the title alone."""
    if console.is_terminal:
        console.print(Rule(Text(title, "title"), align="left", style="quiet"), width=page_width(console))
    else:
        console.print(title)


def told_head(told: Page) -> RenderableType:
    """The lead and the summary."""
    return Group(Text(style="title").append_text(told_sentence(told.lead)), *map(told_sentence, told.summary))


def told_section(section: Section) -> RenderableType:
    """A section under its title."""
    parts: list[RenderableType] = [told_sentence(section.intro)] if section.intro else []
    if section.table is not None:
        parts.append(_table(section.table))
    parts += map(told_sentence, section.lines)
    style = "quiet" if section.small else ""
    body = Padding(Group(*parts), (0, 0, 0, INDENT), style=style)
    return Group(Text(section.title, "title"), body) if section.title else body


def told_sentence(sentence: Sentence, name_style: str = "title") -> Text:
    """A sentence with its names and codes marked."""
    text = Text()
    for part in sentence:
        match part:
            case Name(told):
                text.append(told, name_style)
            case Code(told):
                text.append(told, "code")
            case Link(told):
                text.append("" if part.spare else told)
            case told:
                text.append(told)
    return text


def _table(rows: Rows) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="quiet")
    for i, title in enumerate(rows.header):
        table.add_column(title, justify="right" if i in rows.numbers else "left", overflow="fold")
    for row in rows.rows:
        table.add_row(*(told_sentence(cell, name_style="") for cell in row))
    return table
