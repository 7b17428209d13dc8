"""The day's rated battles: three close opponents for every hero, and what they do to the ratings.

Source: the league's rules, "Daily battles".
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import case, select, update
from sqlmodel import Session, col

from arena.desk.columns import Integers, read_columns
from arena.desk.rounds.arrays import from_bytes, to_bytes
from arena.desk.rounds.entries import Entries, entries_at
from arena.desk.rounds.play import Round
from arena.league.calendar import Job
from arena.league.daily import pair_day
from arena.league.elo import rate_day
from arena.league.seeds import battle_seeds
from arena.store import insert_rows
from arena.store.tables import BattleRow, HeroRow, RatingChange, Run, RunState, RunStep, Secret

PLAN = "plan"
"""The step whose result is the day's plan."""
ROUND = 1
"""A pair meets once a day, so all of a day's battles are of one round."""


@dataclass(frozen=True)
class Day:
    """A day's plan: who takes part, and who meets whom, (k, 2) ids, side A first."""

    entries: Entries
    pairs: Integers

    def to_bytes(self) -> bytes:
        return to_bytes(pairs=self.pairs, **self.entries.arrays())

    @classmethod
    def from_bytes(cls, kept: bytes) -> "Day":
        arrays = from_bytes(kept)
        pairs = arrays.pop("pairs")
        return cls(Entries(**arrays), pairs)

    @property
    def battles(self) -> Integers:
        """Each hero's battles, (n,)."""
        rows = self.entries.rows(self.pairs).ravel()
        return np.bincount(rows, minlength=len(self.entries)).astype(np.int64)


def plan_day(session: Session, run: Run, moment: datetime) -> Day:
    """Who takes part in a daily run, as the heroes stood at `moment`, and who meets whom."""
    entries = entries_at(session, moment)
    secret = secret_of(session, run)
    pairs = pair_day(entries.ids, entries.ratings, _yesterday(session, run), entries.rests, secret.value)
    return Day(entries, pairs)


def planned_day(session: Session, run: Run) -> Day:
    """The plan that a daily run has kept."""
    kept = select(col(RunStep.result)).where(col(RunStep.run_id) == run.id, col(RunStep.key) == PLAN)
    return Day.from_bytes(session.scalars(kept).one())


def secret_of(session: Session, run: Run) -> Secret:
    """The secret that a run has taken."""
    return session.scalars(select(Secret).where(col(Secret.run_id) == run.id)).one()


def _yesterday(session: Session, run: Run) -> Integers:
    """The pairs of the last day that was played before this one, (m, 2) ids."""
    last = session.execute(
        select(col(Run.id))
        .where(
            col(Run.job) == Job.DAILY,
            col(Run.state) == RunState.DONE,
            col(Run.scheduled_for) < run.scheduled_for,
        )
        .order_by(col(Run.scheduled_for).desc())
        .limit(1)
    ).scalar_one_or_none()
    met = select(col(BattleRow.hero_a), col(BattleRow.hero_b)).where(col(BattleRow.run_id) == last)
    return np.stack(read_columns(session, met), axis=1)


def paired_round(
    run: Run, secret: bytes, entries: Entries, pairs: Integers, number: int, first: int
) -> Round:
    """Pairs, (k, 2) ids, made ready to be played: with versions, places and seeds."""
    rows = entries.rows(pairs)
    versions = entries.versions[rows]
    ids = [(a, b) for a, b in pairs.tolist()]
    return Round(
        number=number,
        first=first,
        hero_a=pairs[:, 0],
        hero_b=pairs[:, 1],
        version_a=versions[:, 0],
        version_b=versions[:, 1],
        a=np.ascontiguousarray(rows[:, 0]),
        b=np.ascontiguousarray(rows[:, 1]),
        seeds=battle_seeds(secret, run.job, run.scheduled_for, number, ids),
    )


def day_round(session: Session, run: Run, day: Day) -> Round:
    """The day's battles, ready to be played."""
    return paired_round(run, secret_of(session, run).value, day.entries, day.pairs, ROUND, 0)


def store_battles(session: Session, run: Run, round_: Round, part: slice, outcomes: NDArray[np.void]) -> None:
    """Write the battles of a part of a round."""
    assert run.id is not None
    assert run.ruleset is not None
    insert_rows(session, BattleRow, round_.columns(run.id, part, run.ruleset, outcomes))


def rating_columns(session: Session, run: Run, day: Day) -> dict[str, list[Any]]:
    """What the day changes in the ratings: the rows of `RatingChange` by column, in the order of the entries.

    All battles of the run must be stored.
    """
    columns = col(BattleRow.hero_a), col(BattleRow.hero_b), col(BattleRow.winner)
    hero_a, hero_b, winners = read_columns(session, select(*columns).where(col(BattleRow.run_id) == run.id))
    if len(winners) != len(day.pairs):
        raise RuntimeError(f"run {run.id} has {len(winners)} battles of {len(day.pairs)}")
    entries = day.entries
    a, b = entries.rows(hero_a), entries.rows(hero_b)
    changes = rate_day(entries.ratings, entries.rated_battles, a, b, winners)
    return {
        "run_id": [run.id] * len(entries),
        "hero_id": entries.ids.tolist(),
        "before": entries.ratings.tolist(),
        "change": changes.tolist(),
        "rated_battles": entries.rated_battles.tolist(),
        "battles": day.battles.tolist(),
    }


def store_ratings(session: Session, columns: dict[str, list[Any]], part: slice) -> None:
    """Write a part of the changes; the heroes' own ratings stay until `apply_day`."""
    insert_rows(session, RatingChange, {name: values[part] for name, values in columns.items()})


def apply_day(session: Session, run: Run, day: Day) -> None:
    """Give every hero its changed rating, and count its battles and rests."""
    hero, change = HeroRow.__table__, RatingChange.__table__  # type: ignore[attr-defined]
    most = int(day.battles.max(initial=0))
    session.connection().execute(
        update(hero)
        .where(hero.c.id == change.c.hero_id, change.c.run_id == run.id)
        .values(
            rating=hero.c.rating + change.c.change,
            rated_battles=hero.c.rated_battles + change.c.battles,
            rests=hero.c.rests + case((change.c.battles < most, 1), else_=0),
        )
    )
