"""A digest as a page to read: its words are chosen, its form is not. Each format makes its own of it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Name:
    """What somebody chose to be called: a format marks it, and escapes it like all other text."""

    text: str


@dataclass(frozen=True)
class Code:
    """A text for programs: a hash, a rule, a command."""

    text: str


Sentence = tuple[str | Name | Code, ...]


@dataclass(frozen=True)
class Table:
    """Rows of sentences under `header`; the columns in `numbers` (from 0) hold numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[Sentence, ...], ...]
    numbers: frozenset[int]


@dataclass(frozen=True)
class Section:
    """A part of the page: its intro, a table, then lines. `small` is for those who look closer."""

    title: str
    table: Table | None = None
    lines: tuple[Sentence, ...] = ()
    intro: Sentence = ()
    small: bool = False


@dataclass(frozen=True)
class Page:
    """The page: `lead`, the most interesting thing, then `summary`, then the sections."""

    locale: str
    title: str
    lead: Sentence
    summary: tuple[Sentence, ...]
    sections: tuple[Section, ...]


def bare(sentence: Sentence) -> str:
    """A sentence without any marks."""
    return "".join(part if isinstance(part, str) else part.text for part in sentence)
