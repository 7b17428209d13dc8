"""Digests: made when a run ends, kept as facts, read with the names of the day.

Source: the league's rules, "Digests".
"""

from arena.desk.digests.composing import compose_day, compose_friday, compose_supplement
from arena.desk.digests.friday import read_played_tournament, read_tournament
from arena.desk.digests.gathering import read_day
from arena.desk.digests.mine import my_digest
from arena.desk.digests.reading import (
    ListedDigest,
    digest_that_tells,
    list_digests,
    read_digest,
    store_digest,
)
from arena.desk.digests.sights import (
    Addresses,
    battles_of,
    films_of,
    pictures_of,
    sights_of,
    sights_of_mine,
    told_bouts,
)

__all__ = [
    "Addresses",
    "ListedDigest",
    "battles_of",
    "compose_day",
    "compose_friday",
    "compose_supplement",
    "digest_that_tells",
    "films_of",
    "list_digests",
    "my_digest",
    "pictures_of",
    "read_day",
    "read_digest",
    "read_played_tournament",
    "read_tournament",
    "sights_of",
    "sights_of_mine",
    "store_digest",
    "told_bouts",
]
