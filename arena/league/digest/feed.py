"""Digests as an Atom feed (RFC 4287)."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from feedgen.feed import FeedGenerator

from arena.league.digest.html import html_fragment
from arena.league.digest.page import bare
from arena.league.digest.reading import ReadDigest
from arena.league.digest.telling import tell_digest
from arena.messages import TEXTS

AUTHOR = "Hero Arena"


def atom_feed(reads: Sequence[ReadDigest], locale: str, host: str, since: date, link: str) -> bytes:
    """The digests, the newest first, as they are read in one language; XML in UTF-8.

    `host` and `since`, a domain and a day on which the league had it, make the ids (RFC 4151), which must
    never change. `link` is the page of all digests; each has its own at `link/key`.
    """
    tag = f"tag:{host},{since.isoformat()}:digest/{locale}"
    feed = FeedGenerator()
    feed.id(tag)
    feed.title(TEXTS.text("digest.feed", locale))
    feed.author(name=AUTHOR)
    feed.generator(AUTHOR)
    feed.language(locale)
    feed.link(href=link, rel="alternate")
    beginning = datetime(since.year, since.month, since.day, tzinfo=UTC)
    feed.updated(max((read.published_at for read in reads), default=beginning))
    for read in reads:
        page = tell_digest(read)
        entry = feed.add_entry(order="append")
        entry.id(f"{tag}/{read.digest.key}")
        entry.title(f"{page.title}: {bare(page.lead)}")
        entry.published(read.published_at)
        entry.updated(read.published_at)
        entry.link(href=f"{link}/{read.digest.key}", rel="alternate")
        entry.content(html_fragment(page), type="html")
    atom: bytes = feed.atom_str(pretty=True)
    return atom
