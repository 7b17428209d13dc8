"""A digest as Markdown (CommonMark with tables)."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from arena.league.digest.page import Code, Link, Name, Page, Part, Section, Sentence, Table

_SIGNS = re.compile(r"[\\`*_{}\[\]<>|~&]")
_SIGNS_IN_NAMES = re.compile(r"[\\`*_{}\[\]()<>|~&#!]")
"""What Markdown may read as a sign within a line."""
_FIRST = re.compile(r"^(?:([-+#=])|(\d+)([.)]))", re.ASCII)
"""And at its beginning."""
_TICKS = re.compile("`+")
_SIGNS_IN_ADDRESSES = re.compile(r"[\\`*_{}\[\]()<>|~&!\s]")
"""What may end an address, or be read as a sign in it: one that was given by an organiser may have any."""

TABLE_HEADER = 2
"""Lines of a table's header."""


def markdown_text(page: Page) -> str:
    """The page as Markdown; no name can be read as a sign of it."""
    return _joined(_blocks(page))


def markdown_parts(page: Page, most: int) -> tuple[str, ...]:
    """The same in parts of about `most` bytes of UTF-8, cut between blocks or, of a long one, between lines.

    A heading stays with what it heads, and a table that goes on in another part has its header there too.
    """
    parts: list[list[str]] = [[]]
    for piece in chain.from_iterable(_pieces(block, most) for block in _blocks(page)):
        if _size(_joined([*parts[-1], piece])) > most:
            ends_with_heading = bool(parts[-1]) and parts[-1][-1].startswith("## ")
            parts.append([parts[-1].pop()] if ends_with_heading else [])
        parts[-1].append(piece)
    return tuple(_joined(part) for part in parts if part)


def _blocks(page: Page) -> Iterator[str]:
    yield f"# {_sentence(page.lead, strong=False)}"
    yield _escaped(page.title)
    if page.summary:
        yield "  \n".join(map(_line, page.summary))
    for section in page.sections:
        yield from _section(section)


def _pieces(block: str, most: int) -> Iterator[str]:
    """A block in pieces that leave half of a part to what stands before them, if it is longer."""
    lines = block.split("\n")
    header = lines[:TABLE_HEADER] if block.startswith("| ") else []
    piece = list(header)
    for line in lines[len(header) :]:
        if len(piece) > len(header) and _size("\n".join([*piece, line])) > most // 2:
            yield "\n".join(piece)
            piece = list(header)
        piece.append(line)
    yield "\n".join(piece)


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def _size(text: str) -> int:
    return len(text.encode())


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


def _part(part: Part, strong: bool) -> str:
    match part:
        case Name(text, address):
            escaped = _escaped(text, _SIGNS_IN_NAMES)
            marked = f"**{escaped}**" if strong else escaped
            return marked if address is None else _link(marked, address)
        case Link(text, address):
            return (" " if part.spare else "") + _link(_escaped(text, _SIGNS_IN_NAMES), address)
        case Code(text):
            return _code(text)
        case text:
            return _escaped(text)


def _link(marked: str, address: str) -> str:
    encoded = _SIGNS_IN_ADDRESSES.sub(lambda sign: f"%{ord(sign[0]):02X}", address)
    return f"[{marked}]({encoded})"


def _escaped(text: str, signs: re.Pattern[str] = _SIGNS) -> str:
    return signs.sub(r"\\\g<0>", text)


def _code(text: str) -> str:
    """Between more backticks than stand together in it."""
    fence = "`" * (1 + max(map(len, _TICKS.findall(text)), default=0))
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"
