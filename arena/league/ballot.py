"""The blind vote for the look of the week: who sees what in which order, which votes count, who wins.

A voter sees looks and no names. Ballot ids are opaque: without the ballot's secret nobody can tell which
hero one means, nor that two voters' ids, or two weeks', mean the same look. With it an id is opened at once,
however many heroes there are: it holds its hero's number, enciphered. Source: «Облик недели» in «Ритм и
лимиты».
"""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from arena.errors import ArenaError, Fault
from arena.league.settings import league

HALF = 8
"""Bytes of an id's halves: a code of the hero, and the hero's number under a mask that the code gives."""
FORM = re.compile(r"[0-9a-f]{32}", re.ASCII)


def ballot_ids(secret: bytes, friday: date, voter: int, heroes: Iterable[int]) -> dict[str, int]:
    """What looks are called on this voter's ballot of this week, 32 hexadecimal digits each, with their
    heroes; in an order of this voter's own, whatever that of `heroes` is."""
    keys = _keys(secret, friday, voter)
    return dict(sorted((_sealed(keys, hero), hero) for hero in heroes))


def hero_behind(secret: bytes, friday: date, voter: int, look: str) -> int | None:
    """The hero of an id on this voter's ballot of this week; None for what is no such id."""
    if not FORM.fullmatch(look):
        return None
    keys = _keys(secret, friday, voter)
    code, masked = bytes.fromhex(look[: 2 * HALF]), bytes.fromhex(look[2 * HALF :])
    hero = int.from_bytes(_mixed(masked, _digest(keys[1], code)))
    return hero if hmac.compare_digest(_sealed(keys, hero), look) else None


def _keys(secret: bytes, friday: date, voter: int) -> tuple[bytes, bytes]:
    """Those of one voter's ballot of a week: for the code and for the mask."""
    ballot = f"{friday.isoformat()}|{voter}"
    code, mask = (hmac.digest(secret, f"{use}|{ballot}".encode(), hashlib.sha256) for use in ("code", "mask"))
    return code, mask


def _sealed(keys: tuple[bytes, bytes], hero: int) -> str:
    number = hero.to_bytes(HALF)
    code = _digest(keys[0], number)
    return (code + _mixed(number, _digest(keys[1], code))).hex()


def _digest(key: bytes, message: bytes) -> bytes:
    return hashlib.blake2b(message, key=key, digest_size=HALF).digest()


def _mixed(number: bytes, mask: bytes) -> bytes:
    return (int.from_bytes(number) ^ int.from_bytes(mask)).to_bytes(HALF)


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
