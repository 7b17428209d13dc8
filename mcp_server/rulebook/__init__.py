"""The whole game in Markdown: a topic, or all of it on one page."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, get_args

from mcp_server.rulebook import chapters, league, overview
from mcp_server.rulebook.book import Book
from mcp_server.rulebook.data import rulebook_data

__all__ = ["TOPICS", "Book", "Topic", "rulebook", "rulebook_data"]

Topic = Literal[
    "overview",
    "hero",
    "stats",
    "battle",
    "actions",
    "language",
    "levels",
    "dummies",
    "league",
    "changes",
    "all",
]
TOPICS: tuple[Topic, ...] = get_args(Topic)
"""The overview is for somebody new; all is every chapter after it, on one page."""

Chapter = Callable[[Book], Iterator[str]]
CHAPTERS: Mapping[str, Chapter] = {
    "hero": chapters.hero,
    "stats": chapters.stats,
    "battle": chapters.battle,
    "actions": chapters.actions,
    "language": chapters.language,
    "levels": chapters.levels,
    "dummies": chapters.dummies,
    "league": league.league,
    "changes": chapters.changes,
}


def rulebook(book: Book, topic: Topic = "all") -> str:
    """The rules on a topic as Markdown; nothing for the changes of a ruleset that has no previous one."""
    if topic == "overview":
        return _page(overview.overview(book))
    if topic != "all":
        return _page(CHAPTERS[topic](book))
    return _page(_whole(book))


def _whole(book: Book) -> Iterator[str]:
    yield book.words("rules.title", ruleset=book.ruleset.id)
    for chapter in CHAPTERS.values():
        yield from chapter(book)


def _page(parts: Iterable[str]) -> str:
    return "".join(f"{part}\n\n" for part in parts).removesuffix("\n")
