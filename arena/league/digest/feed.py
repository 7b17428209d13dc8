"""Digests as an Atom feed (RFC 4287)."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from feedgen.feed import FeedGenerator

from arena.league.digest.html import html_fragment
from arena.league.digest.page import bare
from arena.league.digest.reading import ReadDigest
from arena.league.digest.telling import tell_digest
from arena.messages import TEXTS

AUTHOR = "Hero Arena"


def atom_feed(
    reads: Sequence[ReadDigest], locale: str, league: UUID, founded: datetime, link: str | None
) -> bytes:
    """The digests, the newest first, as they are read in one language; XML in UTF-8.

    `league` makes the ids, which must never change, wherever the league is reached. `link` is the
    league's first page, None if nobody knows where it is; a digest has no page of its own, and stands in the
    feed whole. A feed without digests is as old as the league, `founded`.
    """
    feed = FeedGenerator()
    feed.id(_id(league, locale))
    feed.title(TEXTS.text("digest.feed", locale))
    feed.author(name=AUTHOR)
    feed.generator(AUTHOR)
    feed.language(locale)
    if link is not None:
        feed.link(href=link, rel="alternate")
    feed.updated(max((read.published_at for read in reads), default=founded))
    for read in reads:
        page = tell_digest(read)
        entry = feed.add_entry(order="append")
        entry.id(_id(league, f"{locale}/{read.digest.key}"))
        entry.title(f"{page.title}: {bare(page.lead)}")
        entry.published(read.published_at)
        entry.updated(read.published_at)
        entry.content(html_fragment(page), type="html")
    atom: bytes = feed.atom_str(pretty=True)
    return atom


def _id(league: UUID, name: str) -> str:
    """An id that nothing else has (RFC 9562, section 5.5)."""
    return uuid5(league, f"digest/{name}").urn
