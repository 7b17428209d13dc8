"""The Friday tournament: who takes part, who meets whom in each round, and the table.

Source: the league's rules, "Tournament".
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import select
from sqlmodel import Session, col

from arena.desk.byes import bit_of
from arena.desk.columns import Integers, read_columns
from arena.desk.rounds.arrays import from_bytes, to_bytes
from arena.desk.rounds.entries import Entries
from arena.league.swiss import pair_round, planned_rounds
from arena.league.tiebreaks import Results, RoundResult, Standings, read_results, standings
from arena.store import insert_rows
from arena.store.tables import BattleRow, Placing, Run

PAIRS = "pairs:"
"""With a round's number, the step whose result are its pairs."""
TIE_BREAKS = ("buchholz_cut1", "buchholz", "sonneborn_berger", "wins")
"""The criteria that a place keeps, each in the column of its name."""


@dataclass(frozen=True)
class Paired:
    """A round's pairs, (k, 2) ids, side A first, and who rests; `first` is the number of its first battle."""

    pairs: Integers
    bye: int | None
    first: int

    def to_bytes(self) -> bytes:
        bye = np.array([] if self.bye is None else [self.bye], np.int64)
        return to_bytes(pairs=self.pairs, bye=bye, first=np.array(self.first))

    @classmethod
    def from_bytes(cls, kept: bytes) -> "Paired":
        arrays = from_bytes(kept)
        bye = arrays["bye"].tolist()
        return cls(arrays["pairs"], bye[0] if bye else None, int(arrays["first"]))


def rounds_of(entries: Entries) -> int:
    """How many rounds are played."""
    return planned_rounds(len(entries))


def pair_next(session: Session, run: Run, entries: Entries, played: list[Paired]) -> Paired:
    """Pair the round after those that were played."""
    results = results_of(session, run, entries, played)
    met = np.concatenate([each.pairs for each in played]) if played else np.zeros((0, 2), np.int64)
    times_a = np.bincount(entries.rows(met[:, 0]), minlength=len(entries))
    times_b = np.bincount(entries.rows(met[:, 1]), minlength=len(entries))
    pairs, bye = pair_round(
        entries.ids,
        results.points2,
        entries.ratings,
        met,
        np.array([each.bye for each in played if each.bye is not None], np.int64),
        times_a - times_b,
        rounds_of(entries) - len(played),
    )
    return Paired(pairs, bye, len(met))


def results_of(session: Session, run: Run, entries: Entries, played: list[Paired]) -> Results:
    """What the heroes did in the rounds that were played; their battles must be stored."""
    fought = (
        select(col(BattleRow.winner)).where(col(BattleRow.run_id) == run.id).order_by(col(BattleRow.number))
    )
    (winners,) = read_columns(session, fought)
    paired = sum(len(each.pairs) for each in played)
    if len(winners) != paired:
        raise RuntimeError(f"run {run.id} has {len(winners)} battles of {paired}")
    rounds = [
        RoundResult(each.pairs, winners[each.first : each.first + len(each.pairs)], each.bye)
        for each in played
    ]
    return read_results(entries.ids, entries.ratings, rounds)


def placing_columns(
    run: Run, entries: Entries, played: list[Paired], results: Results
) -> dict[str, list[Any]]:
    """The table: the rows of `Placing` by column, the best first."""
    table = standings(results)
    order = table.order
    values = {criterion.name: criterion.values[order].tolist() for criterion in table.criteria}
    byes = np.zeros(len(entries), np.int64)
    for number, each in enumerate(played, start=1):
        if each.bye is not None:
            byes[entries.rows(np.array([each.bye]))] |= bit_of(number)
    return {
        "run_id": [run.id] * len(entries),
        "hero_id": table.ids.tolist(),
        "place": list(range(1, len(entries) + 1)),
        "version_id": entries.versions[order].tolist(),
        "rating": entries.ratings[order].tolist(),
        "points2": values["points"],
        **{name: values[name] for name in TIE_BREAKS},
        "byes": byes[order].tolist(),
        "decided_by": _deciders(table, len(entries)),
    }


def _deciders(table: Standings, count: int) -> list[str | None]:
    return [table.decided_by(place) if place < count else None for place in range(1, count + 1)]


def store_placings(session: Session, columns: dict[str, list[Any]], part: slice) -> None:
    """Write a part of the table."""
    insert_rows(session, Placing, {name: values[part] for name, values in columns.items()})
