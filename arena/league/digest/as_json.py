"""A digest as JSON for programs: its facts, with every id beside what it is called."""

from typing import Any

from arena.instants import instant_text
from arena.league.digest.mine import MyDigest
from arena.league.digest.page import bare
from arena.league.digest.reading import ReadDigest
from arena.league.digest.telling import tell_digest


def digest_json(read: ReadDigest) -> dict[str, Any]:
    """Plain data. Ratings are in 1/100 of a point, tournament points doubled, instants in UTC; a hero or a
    participant is its id and name."""
    page = tell_digest(read)
    return {
        "locale": read.locale,
        "title": page.title,
        "lead": bare(page.lead),
        "published_at": instant_text(read.published_at),
        **read.digest.model_dump(mode="json", context=read.names),
    }


def my_digest_json(mine: MyDigest) -> dict[str, Any]:
    """One's own digest as plain data, in the same units; a battle's `score` is -1 for a draw."""
    return mine.model_dump(mode="json")
