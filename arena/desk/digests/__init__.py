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

__all__ = [
    "ListedDigest",
    "compose_day",
    "compose_friday",
    "compose_supplement",
    "digest_that_tells",
    "list_digests",
    "my_digest",
    "read_day",
    "read_digest",
    "read_played_tournament",
    "read_tournament",
    "store_digest",
]
