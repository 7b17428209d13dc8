"""The tournament's run: entries, five rounds of pairs and battles, the table; late, also its publication."""

from datetime import datetime
from typing import Any

from sqlmodel import Session

from arena.desk.rounds.daily import paired_round, secret_of
from arena.desk.rounds.entries import Entries
from arena.desk.rounds.publishing import publish_late_tournament
from arena.desk.rounds.tournament import (
    PAIRS,
    Paired,
    enter_tournament,
    pair_next,
    placing_columns,
    results_of,
    rounds_of,
    store_placings,
)
from scheduler.jobs.battles import parts_of, play_round
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
    work.finish(lambda session, now, run: publish_late_tournament(session, work.desk, run, now))


def _enter(work: Work) -> Entries:
    def prepare() -> Entries:
        with work.desk.read() as (session, _):
            return enter_tournament(session, work.desk.calendar.roster_moment(occurrence_of(work.run)))

    return Entries.from_bytes(
        work.step("entries", prepare, lambda session, now, entries: entries.to_bytes(), ENTERED)
    )


def _play(work: Work, entries: Entries, played: list[Paired], number: int) -> Paired:
    """Pair and play a round; its pairs."""
    share = (PLAYED - ENTERED) / rounds_of(entries)
    begun = ENTERED + (number - 1) * share

    def prepare() -> Paired:
        with work.desk.read() as (session, _):
            return pair_next(session, work.run, entries, played)

    kept = work.step(f"{PAIRS}{number}", prepare, lambda session, now, paired: paired.to_bytes(), begun)
    paired = Paired.from_bytes(kept)
    with work.desk.read() as (session, _):
        secret = secret_of(session, work.run).value
    round_ = paired_round(work.run, secret, entries, paired.pairs, number, paired.first)
    play_round(work, f"battles:{number}", entries, round_, lambda done: begun + done * share)
    return paired


def _place(work: Work, entries: Entries, played: list[Paired]) -> None:
    parts = parts_of(len(entries), work.tools.chunk)
    if not parts or work.done(f"places:{len(parts) - 1}") is not None:
        return
    with work.desk.read() as (session, _):
        columns = placing_columns(work.run, entries, played, results_of(session, work.run, entries, played))
    for k, part in enumerate(parts):

        def write(session: Session, now: datetime, made: dict[str, list[Any]], part: slice = part) -> bytes:
            return store_placings(session, made, part)

        work.step(f"places:{k}", lambda: columns, write, PLAYED + (k + 1) / len(parts) * (PLACED - PLAYED))
