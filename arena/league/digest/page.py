"""A digest as a page to read: its words are chosen, its form is not. Each format makes its own of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain


@dataclass(frozen=True)
class Name:
    """What somebody chose to be called: a format marks it, and escapes it like all other text. At its
    `address`, if it has one, there is a picture."""

    text: str
    address: str | None = None


@dataclass(frozen=True)
class Code:
    """A text for programs: a hash, a rule, a command."""

    text: str


@dataclass(frozen=True)
class Link:
    """A text that leads to an `address`, where `title` is to be seen. One that is `spare` stands there for
    that alone: where nothing can lead anywhere it is left out."""

    text: str
    address: str
    title: str
    spare: bool = False


Part = str | Name | Code | Link
Sentence = tuple[Part, ...]


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
    """The page: `lead`, the most interesting thing, then `summary`, then the sections. `addresses`: where the
    foremost of its links lead, for formats that have none."""

    locale: str
    title: str
    lead: Sentence
    summary: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    addresses: Section | None = None


def bare(sentence: Sentence) -> str:
    """A sentence without any marks and links."""
    return "".join(map(_bare, sentence))


def parts_of(lead: Sentence, sections: Iterable[Section]) -> Iterator[Part]:
    """All parts of the sentences and tables."""
    yield from lead
    yield from chain.from_iterable(map(_parts, sections))


def leads(parts: Iterable[Part]) -> dict[str, str]:
    """Where parts of sentences lead, with what is to be seen there: an address once, films first."""
    links: dict[str, str] = {}
    names: dict[str, str] = {}
    for part in parts:
        if isinstance(part, Link):
            links.setdefault(part.address, part.title)
        elif isinstance(part, Name) and part.address is not None:
            names.setdefault(part.address, part.text)
    return links | names


def _bare(part: Part) -> str:
    match part:
        case str():
            return part
        case Link(spare=True):
            return ""
    return part.text


def _parts(section: Section) -> Iterator[Part]:
    yield from section.intro
    for row in section.table.rows if section.table is not None else ():
        yield from chain.from_iterable(row)
    yield from chain.from_iterable(section.lines)
