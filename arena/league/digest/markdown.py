"""A digest as Markdown (CommonMark with tables)."""

import re
from collections.abc import Iterator

from arena.league.digest.page import Code, Name, Page, Section, Sentence, Table

_SIGNS = re.compile(r"[\\`*_{}\[\]<>|~&]")
_SIGNS_IN_NAMES = re.compile(r"[\\`*_{}\[\]()<>|~&#!]")
"""What Markdown may read as a sign within a line."""
_FIRST = re.compile(r"^(?:([-+#=])|(\d+)([.)]))", re.ASCII)
"""And at its beginning."""
_TICKS = re.compile("`+")


def markdown_text(page: Page) -> str:
    """The page as Markdown; no name can be read as a sign of it."""
    head = [f"# {_sentence(page.lead, strong=False)}", _escaped(page.title)]
    if page.summary:
        head.append("  \n".join(map(_line, page.summary)))
    return "\n\n".join([*head, *(block for section in page.sections for block in _section(section))]) + "\n"


def _section(section: Section) -> Iterator[str]:
    if section.title:
        yield f"## {_escaped(section.title)}"
    if section.intro:
        yield _line(section.intro)
    if section.table is not None:
        yield _table(section.table)
    if section.lines:
        yield "\n".join(f"- {_line(line)}" for line in section.lines)


def _table(table: Table) -> str:
    rule = ["---:" if i in table.numbers else ":---" for i in range(len(table.header))]
    cells = [[_escaped(title) for title in table.header], rule]
    cells += [[_sentence(cell, strong=False) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _line(sentence: Sentence) -> str:
    """A sentence at the beginning of a line, where more could be a sign."""
    return _FIRST.sub(lambda sign: f"{sign[2] or ''}\\{sign[1] or sign[3]}", _sentence(sentence))


def _sentence(sentence: Sentence, strong: bool = True) -> str:
    return "".join(_part(part, strong) for part in sentence)


def _part(part: str | Name | Code, strong: bool) -> str:
    match part:
        case Name(text):
            escaped = _escaped(text, _SIGNS_IN_NAMES)
            return f"**{escaped}**" if strong else escaped
        case Code(text):
            return _code(text)
        case text:
            return _escaped(text)


def _escaped(text: str, signs: re.Pattern[str] = _SIGNS) -> str:
    return signs.sub(r"\\\g<0>", text)


def _code(text: str) -> str:
    """Between more backticks than stand together in it."""
    fence = "`" * (1 + max(map(len, _TICKS.findall(text)), default=0))
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"
