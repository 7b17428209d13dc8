"""The texts of the examples in every language and format, as they are kept in `golden/`.

Run as a module (`python -m tests.arena.league.digest.golden`) it writes them anew; look at what changed.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from arena.league.digest import (
    atom_feed,
    digest_json,
    html_page,
    markdown_text,
    my_digest_json,
    plain_text,
    tell_digest,
    tell_mine,
)
from arena.league.digest.page import Page
from arena.messages import LOCALES
from tests.arena.league.digest.examples import day_digest, friday_digest, my_digest, read, seen

LEAGUE, FOUNDED = UUID("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"), datetime(2026, 1, 1, tzinfo=UTC)
FOLDER = Path(__file__).parent / "golden"


def texts() -> dict[str, str]:
    """The texts by the names of their files."""
    return {name: text for locale in LOCALES for name, text in _of(locale)}


def _of(locale: str) -> Iterator[tuple[str, str]]:
    reads = {"day": read(day_digest(), locale), "friday": read(friday_digest(), locale)}
    for kind, each in reads.items():
        yield from _formats(f"{kind}.{locale}", tell_digest(each))
        yield f"{kind}.{locale}.json", _json(digest_json(each))
    linked = read(day_digest(), locale, sights=seen(locale))
    yield from _formats(f"day-linked.{locale}", tell_digest(linked))
    yield f"feed-linked.{locale}.xml", atom_feed([linked], locale, LEAGUE, FOUNDED, None).decode()
    yield f"mine.{locale}.txt", plain_text(tell_mine(my_digest(), locale))
    yield f"mine.{locale}.json", _json(my_digest_json(my_digest()))
    newest = [reads["friday"], reads["day"]]
    feed = atom_feed(newest, locale, LEAGUE, FOUNDED, "https://arena.example/")
    yield f"feed.{locale}.xml", feed.decode()


def _formats(name: str, page: Page) -> Iterator[tuple[str, str]]:
    yield f"{name}.txt", plain_text(page)
    yield f"{name}.md", markdown_text(page)
    yield f"{name}.html", html_page(page)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
