"""The tournament's run: entries, five rounds of pairs and battles, the table; late, also its publication."""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

from arena.desk.digests import read_played_tournament
from arena.desk.rounds.daily import paired_round, secret_of
from arena.desk.rounds.entries import Entries, entries_at
from arena.desk.rounds.publishing import publish_late_tournament, results_have_ended
from arena.desk.rounds.tournament import (
    PAIRS,
    Paired,
    pair_next,
    placing_columns,
    results_of,
    rounds_of,
    store_placings,
)
from arena.league.digest.model import Tournament
from scheduler.jobs.battles import play_round
from scheduler.jobs.parts import do_in_parts
from scheduler.runs import occurrence_of
from scheduler.work import Work

ENTERED, PLAYED, PLACED = 0.05, 0.9, 0.99
"""How far the run is after each part, about."""


def run_tournament(work: Work) -> None:
    """Work a tournament to its end. Raises `LostLeaseError` if another worker takes over."""
    entries = _enter(work)
    played: list[Paired] = []
    for number in range(1, rounds_of(entries) + 1):
        played.append(_play(work, entries, played, number))
    _place(work, entries, played)
    told = _told_late(work)
    work.finish(lambda session, now, run: publish_late_tournament(session, work.desk, run, now, told))


def _told_late(work: Work) -> Tournament | None:
    """What a supplement tells of the tournament, read before: of a large one it takes a while. None for one
    whose results are still to come."""
    with work.desk.read() as (session, _):
        if results_have_ended(session, work.run):
            return read_played_tournament(session, work.run, None)
    return None


def _enter(work: Work) -> Entries:
    def prepare() -> bytes:
        with work.desk.read() as (session, _):
            return entries_at(session, work.desk.calendar.roster_moment(occurrence_of(work.run))).to_bytes()

    return Entries.from_bytes(work.step("entries", prepare, lambda session, now, kept: kept, ENTERED))


def _play(work: Work, entries: Entries, played: list[Paired], number: int) -> Paired:
    """Pair and play a round; its pairs."""
    share = (PLAYED - ENTERED) / rounds_of(entries)
    begun = ENTERED + (number - 1) * share

    def prepare() -> bytes:
        with work.desk.read() as (session, _):
            return pair_next(session, work.run, entries, played).to_bytes()

    kept = work.step(f"{PAIRS}{number}", prepare, lambda session, now, pairs: pairs, begun)
    paired = Paired.from_bytes(kept)
    with work.desk.read() as (session, _):
        secret = secret_of(session, work.run).value
    round_ = paired_round(work.run, secret, entries, paired.pairs, number, paired.first)
    play_round(work, f"battles:{number}", entries, round_, lambda done: begun + done * share)
    return paired


def _place(work: Work, entries: Entries, played: list[Paired]) -> None:
    def compute(parts: list[slice]) -> Iterator[dict[str, list[Any]]]:
        with work.desk.read() as (session, _):
            results = results_of(session, work.run, entries, played)
        return repeat(placing_columns(work.run, entries, played, results))

    do_in_parts(
        work,
        "places",
        len(entries),
        compute,
        store_placings,
        lambda share: PLAYED + share * (PLACED - PLAYED),
    )
