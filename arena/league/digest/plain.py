"""A digest as plain text, at most 80 columns wide but for addresses, which stand at its end."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from arena.league.digest.page import Page, Section, Table, bare

WIDTH = 80
INDENT = "  "
GAP = "  "


def plain_text(page: Page, *, titled: bool = True) -> str:
    """The page as text, under its title or, where that is told beside it, without. A word that is longer than
    a line stands on one of its own."""
    title = _wrapped(page.title, "") if titled else []
    return "\n".join([*title, *_lines(page)]) + "\n"


def _lines(page: Page) -> Iterator[str]:
    yield from _wrapped(bare(page.lead), "")
    for sentence in page.summary:
        yield from _wrapped(bare(sentence), "")
    for section in page.sections:
        yield from _section(section)
    if page.addresses is not None:
        yield from _section(page.addresses)


def _section(section: Section) -> Iterator[str]:
    yield ""
    if section.title:
        yield section.title.upper()
    if section.intro:
        yield from _wrapped(bare(section.intro), INDENT)
    if section.table is not None:
        yield from _table(section.table)
    for line in section.lines:
        yield from _wrapped(bare(line), INDENT)


def _table(table: Table) -> Iterator[str]:
    rows = [table.header, *(tuple(map(bare, row)) for row in table.rows)]
    widths = _widths(rows)
    for row in rows:
        cells = (_padded(cell, widths[i], i in table.numbers) for i, cell in enumerate(row))
        yield (INDENT + GAP.join(cells)).rstrip()


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Of each column, in the terminal's cells; if a line is too long the widest columns give way."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    while cell_len(INDENT) + sum(widths) + len(GAP) * (len(widths) - 1) > WIDTH:
        widths[widths.index(max(widths))] -= 1
    return widths


def _padded(cell: str, width: int, to_the_right: bool) -> str:
    if cell_len(cell) > width:
        cell = f"{set_cell_size(cell, width - 1).rstrip()}…"
    space = " " * (width - cell_len(cell))
    return space + cell if to_the_right else cell + space


def _wrapped(text: str, indent: str) -> list[str]:
    """Lines of whole words; a space that does not break stays in its word."""
    lines, line = [], indent
    for word in text.split(" "):
        longer = f"{line} {word}" if line.strip() else f"{indent}{word}"
        if cell_len(longer) > WIDTH and line.strip():
            lines.append(line)
            longer = f"{indent}{word}"
        line = longer
    return [*lines, line]
