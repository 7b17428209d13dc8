"""Digests: made when a run ends, kept as facts, read with the names of the day.

Source: the league's rules, "Digests".
"""

from arena.desk.digests.composing import compose_day, compose_friday, compose_supplement
from arena.desk.digests.friday import read_tournament
from arena.desk.digests.gathering import read_day
from arena.desk.digests.mine import my_digest
from arena.desk.digests.reading import ListedDigest, list_digests, read_digest, store_digest

__all__ = [
    "ListedDigest",
    "compose_day",
    "compose_friday",
    "compose_supplement",
    "list_digests",
    "my_digest",
    "read_day",
    "read_digest",
    "read_tournament",
    "store_digest",
]
