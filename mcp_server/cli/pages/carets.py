"""A text with its faulty part underlined, in cells of a terminal: wide letters take two, marks none."""

from dataclasses import dataclass

from rich.cells import cell_len

from arena.excerpt import printable

CUT = "…"


@dataclass(frozen=True)
class Underlined:
    """A line to show, and where to underline it: the first cell and how many."""

    line: str
    start: int
    cells: int

    @property
    def carets(self) -> str:
        """The line to print under `line`."""
        return " " * self.start + "^" * self.cells


def underlined(text: str, span: tuple[int, int], width: int) -> Underlined:
    """The part of `text` around `span` (half-open, code points) that fits into `width` cells.

    What cannot be seen is escaped, a tab is a space. A place without width, or a mark that adds none, gets
    one caret.
    """
    pieces = [" " if char == "\t" else printable(char, 1) for char in text]
    start, end = (min(max(place, 0), len(text)) for place in span)
    first, last = _window(pieces, start, end, width)
    head, tail = CUT if first > 0 else "", CUT if last < len(pieces) else ""
    before = head + "".join(pieces[first:start])
    marked = "".join(pieces[start : min(end, last)])
    column = cell_len(before)
    cells = cell_len(before + marked) - column
    if marked and cells == 0:
        column -= 1
    return Underlined(head + "".join(pieces[first:last]) + tail, column, max(cells, 1))


def _window(pieces: list[str], start: int, end: int, width: int) -> tuple[int, int]:
    """The pieces to show, [first, last): the start of the place, then as much around as fits."""
    room = width - 2 * cell_len(CUT)
    if cell_len("".join(pieces)) <= width:
        return 0, len(pieces)
    first = last = start
    while last < len(pieces) and last < end and cell_len("".join(pieces[first : last + 1])) <= room:
        last += 1
    grown = True
    while grown:
        grown = False
        if first > 0 and cell_len("".join(pieces[first - 1 : last])) <= room:
            first, grown = first - 1, True
        if last < len(pieces) and cell_len("".join(pieces[first : last + 1])) <= room:
            last, grown = last + 1, True
    return first, last
