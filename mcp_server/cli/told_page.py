"""A digest's page on a terminal: as wide as that is, names and headings marked. Elsewhere it is plain text."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.league.digest import plain_text
from arena.league.digest.page import Code, Name, Page, Section, Sentence
from arena.league.digest.page import Table as Rows
from mcp_server.cli.screen import page_width

INDENT = 2


def print_told(console: Console, told: Page) -> None:
    """The page with all its sections."""
    if not console.is_terminal:
        console.print(plain_text(told), soft_wrap=True, end="")
        return
    width = page_width(console)
    console.print(told_head(told), width=width)
    for section in told.sections:
        console.print()
        console.print(told_section(section), width=width)


def told_head(told: Page) -> RenderableType:
    """The lead, which digest this is, and the summary."""
    lead, title = Text.assemble(told_sentence(told.lead), style="title"), Text(told.title, "quiet")
    return Group(lead, title, *map(told_sentence, told.summary))


def told_section(section: Section) -> RenderableType:
    """A section under its title."""
    parts: list[RenderableType] = [told_sentence(section.intro)] if section.intro else []
    if section.table is not None:
        parts.append(_table(section.table))
    parts += [_line(line) for line in section.lines]
    style = "quiet" if section.small else ""
    body = Padding(Group(*parts), (0, 0, 0, INDENT), style=style)
    return Group(Text(section.title, "title"), body) if section.title else body


def told_sentence(sentence: Sentence, name_style: str = "name") -> Text:
    """A sentence with its names and codes marked."""
    return Text.assemble(*(_part(part, name_style) for part in sentence))


def _part(part: str | Name | Code, name_style: str) -> tuple[str, str]:
    match part:
        case Name(text):
            return text, name_style
        case Code(text):
            return text, "code"
        case text:
            return text, ""


def _line(line: Sentence) -> Text:
    text = told_sentence(line)
    if any(isinstance(part, Code) for part in line):
        text.overflow = "fold"
    return text


def _table(rows: Rows) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="quiet")
    for i, title in enumerate(rows.header):
        table.add_column(title, justify="right" if i in rows.numbers else "left", overflow="fold")
    for row in rows.rows:
        table.add_row(*(told_sentence(cell, name_style="") for cell in row))
    return table
