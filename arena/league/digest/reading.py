"""A digest as it is read: its facts, and what those it speaks of are called in the reader's language."""

from dataclasses import dataclass
from datetime import datetime

from arena.league.digest.model import Digest
from arena.league.digest.naming import Names
from arena.league.digest.sights import NOTHING, Sights


@dataclass(frozen=True)
class ReadDigest:
    """A digest, with names, for a reader of the language `locale` (ru, en, es); `sights`: where that reader
    can look at what it tells of."""

    digest: Digest
    names: Names
    published_at: datetime
    locale: str
    sights: Sights = NOTHING
