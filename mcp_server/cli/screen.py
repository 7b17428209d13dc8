"""Where output goes: pages on stdout, progress and faults on stderr, and what a terminal can show.

A page is plain text where stdout is no terminal, and lines are then as long as they are: a pipe has no width.
All texts are data, never markup.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, cast

from rich import _wrap
from rich.console import Console
from rich.text import Text
from rich.theme import Theme

if TYPE_CHECKING:
    from rich.progress import Progress

PIPE_WIDTH = 10_000
NARROWEST = 20
"""Columns that a page is laid out in at least: on fewer there is nothing to read, and Rich prints nothing."""
WIDEST = 140
"""Columns that a page uses at most: the eye loses longer lines."""

THEME = Theme(
    {
        "fault": "bold red",
        "advice": "yellow",
        "good": "green",
        "bad": "red",
        "place": "cyan",
        "quiet": "dim",
        "side.a": "bold cyan",
        "side.b": "bold magenta",
        "title": "bold",
        "code": "bold",
    }
)


# Rich would end a line at a hard space too, between a number and its %, and has no setting for that.
_wrap.re_word = re.compile(r"[^\S\u00a0]*[\S\u00a0]+[^\S\u00a0]*")


class ReaderLeftError(Exception):
    """Whoever read our output has closed it, as `head` does when it has enough."""


class Page(Console):
    """A console that takes texts as they are and tells a closed pipe as `ReaderLeftError`."""

    def on_broken_pipe(self) -> NoReturn:
        raise ReaderLeftError


class StderrPage(Page):
    """The console on stderr, which only accompanies the work: where it takes nothing, the exit code tells."""

    def print(self, *objects: Any, **options: Any) -> None:
        with suppress(OSError, ReaderLeftError):
            super().print(*objects, **options)


class BarPage(StderrPage):
    """The console under a bar. What is written to stderr meanwhile, such as an event of the log, comes here
    and stands above the bar, in lines as long as they are."""

    def print(self, *objects: Any, **options: Any) -> None:
        is_written = bool(objects) and all(isinstance(each, Text) for each in objects)
        super().print(*objects, **({"soft_wrap": True} if is_written else {}), **options)


@dataclass(frozen=True)
class Trimmed:
    """A stream that is no terminal: it is spared the spaces that only fill up a line."""

    stream: TextIO

    @property
    def encoding(self) -> str:
        return self.stream.encoding

    def write(self, text: str) -> int:
        return self.stream.write(trimmed(text))

    def flush(self) -> None:
        self.stream.flush()


def trimmed(text: str) -> str:
    """`text` without spaces at the ends of its lines."""
    return re.sub(r" +(?=\n|$)", "", text)


def page() -> Page:
    """The page on stdout."""
    return _console(Page, sys.stdout)


def stderr_page() -> Page:
    """Progress and faults, on stderr."""
    return _console(StderrPage, sys.stderr)


def _console(kind: type[Page], stream: TextIO) -> Page:
    plain: dict[str, Any] = {"theme": THEME, "markup": False, "emoji": False, "highlight": False}
    console = kind(file=stream, **plain)
    if console.is_terminal:
        console.width = max(console.width, NARROWEST)
        return console
    width = max(console.width, NARROWEST) if os.environ.get("COLUMNS") else PIPE_WIDTH
    return kind(file=cast(TextIO, Trimmed(stream)), width=width, force_terminal=False, **plain)


def page_width(console: Console) -> int:
    """Columns to lay a page out in."""
    return min(console.width, WIDEST) if console.is_terminal else console.width


def print_text(console: Console, text: str | Text, **options: Any) -> None:
    """A text for people: on a terminal it is broken between words, elsewhere it is one line. A word that is
    longer than a line, as a path may be, is left to the terminal, so that it can be copied whole."""
    told = Text(text) if isinstance(text, str) else text
    if console.is_terminal:
        told = Text("\n").join(_lines(told, page_width(console)))
    console.print(told, soft_wrap=True, **options)


def _lines(text: Text, width: int) -> Iterator[Text]:
    for paragraph in text.split("\n", allow_blank=True):
        for line in paragraph.divide(_wrap.divide_line(paragraph.plain, width, fold=False)):
            line.rstrip()
            yield line


def shows_colour(console: Console) -> bool:
    """Whether pictures made of coloured cells can be seen."""
    return console.color_system is not None and not console.no_color


def progress_bar() -> "Progress":
    """A bar on stderr that goes when the work is done; nothing outside a terminal."""
    from rich.progress import Progress

    console = _console(BarPage, sys.stderr)
    disable = not console.is_terminal
    return Progress(console=console, transient=True, redirect_stdout=False, disable=disable)


def print_json(data: Any) -> None:
    """`data` on stdout. What cannot be seen, or is half a surrogate pair as in an odd file name, is escaped:
    JSON may be read on a terminal."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    lines = ("".join(map(_in_json, line)) for line in text.split("\n"))
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _in_json(char: str) -> str:
    """`char`, or JSON's escape of it if it cannot be seen or stdout has no such letter."""
    return char if char.isprintable() and _has_letter(sys.stdout.encoding, char) else json.dumps(char)[1:-1]


@cache
def _has_letter(encoding: str, char: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def ready_streams() -> None:
    """Have both streams take any letter, if need be as an escape; one that the caller has closed goes nowhere
    and holds nothing."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        getattr(sys, name).reconfigure(errors="backslashreplace")


def drop_unwritten() -> None:
    """Where stdout takes nothing more, point it nowhere: Python would try again at its end, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
