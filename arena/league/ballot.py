"""The blind vote for the look of the week: who sees what in which order, which votes count, who wins.

A voter sees looks and no names. Ballot ids are opaque: without the ballot's secret nobody can tell that
two voters' ids, or two weeks', mean the same look. Source: «Облик недели» in «Ритм и лимиты».
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from arena.errors import ArenaError, Fault
from arena.league.settings import league

ID_BYTES = 16


def ballot_id(secret: bytes, friday: date, voter: int, hero: int) -> str:
    """What a look is called on this voter's ballot of this week: 32 hexadecimal digits."""
    return _code(secret, "id", friday, voter, hero)[:ID_BYTES].hex()


def ballot_order(secret: bytes, friday: date, voter: int, heroes: Iterable[int]) -> list[int]:
    """The heroes in the order in which this voter sees their looks; the order of `heroes` does not matter."""
    return sorted(heroes, key=lambda hero: _code(secret, "order", friday, voter, hero))


def _code(secret: bytes, use: str, friday: date, voter: int, hero: int) -> bytes:
    return hmac.digest(secret, f"{use}|{friday.isoformat()}|{voter}|{hero}".encode(), hashlib.sha256)


def check_votes(chosen: Sequence[str], ballot: Collection[str], own: str | None) -> None:
    """Refuse votes that do not count: `chosen` ballot ids of a voter's `ballot`, `own` that of its own
    look.

    Raises `ArenaError` with every fault: `vote-too-many`, `vote-unknown-look`, `vote-repeated`,
    `vote-own`; paths are places in `chosen`.
    """
    most = league().vote.votes
    faults = []
    if len(chosen) > most:
        faults.append(Fault("vote-too-many", params={"found": len(chosen), "most": most}))
    for i, look in enumerate(chosen):
        if look not in ballot:
            faults.append(Fault("vote-unknown-look", f"/{i}"))
        elif look == own:
            faults.append(Fault("vote-own", f"/{i}"))
        elif look in chosen[:i]:
            faults.append(Fault("vote-repeated", f"/{i}", {"first": chosen.index(look) + 1, "again": i + 1}))
    if faults:
        raise ArenaError(faults)


@dataclass(frozen=True)
class Tally:
    """A week's count: the heroes with the most votes, who share the title, and the votes of each that had
    any."""

    winners: tuple[int, ...]
    counts: dict[int, int]


def tally(votes: Iterable[tuple[int, int]], candidates: Collection[int]) -> Tally:
    """Count votes (voter, hero). One for a hero that is no candidate any more (hidden, forgotten) does
    not count."""
    counts = Counter(hero for _, hero in set(votes) if hero in candidates)
    most = max(counts.values(), default=0)
    winners = sorted(hero for hero, count in counts.items() if count == most)
    return Tally(tuple(winners), dict(sorted(counts.items())))
