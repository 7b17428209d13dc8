"""Verifying a run: every battle is fought again from what is stored, with seeds made anew from the secret.

Source: the league's rules, "Seeds that nobody can choose".
"""

import os
import re
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import or_, select
from sqlmodel import Session, col

from arena.battle import KERNEL_VERSION, fight_many
from arena.desk.columns import Integers, read_columns, records_of
from arena.desk.desk import Desk
from arena.desk.rounds.daily import PLAN, Day
from arena.desk.rounds.tournament import PAIRS, Paired
from arena.desk.visibility import refuse_invisible
from arena.errors import refuse
from arena.excerpt import printable
from arena.hero.record import RECORD_VERSION
from arena.league.calendar import Job
from arena.league.seeds import battle_seeds, keeps
from arena.store.tables import BattleRow, Placing, RatingChange, Run, RunState, RunStep, Secret

FOUGHT = ("winner", "ticks", "turns", "hp_a", "hp_b")
COLUMNS = ("number", "round", "hero_a", "hero_b", "version_a", "version_b", *FOUGHT, "seed")
LONGEST_NUMBER = 19
"""Digits of a run's number, which a database keeps in 64 bits."""
BY_DAY = re.compile(r"(daily|tournament)-(\d{4}-\d{2}-\d{2})")
_BATTLE = BattleRow.__table__  # type: ignore[attr-defined]  # SQLModel gives it to tables only


@dataclass(frozen=True)
class Verified:
    """What was found: how many `battles` were fought again, how many are `missing` of those that were paired,
    the numbers of those whose outcome (or ruleset) or seed is not what is stored, and whether the secret is
    the one that was promised."""

    run_id: int
    job: Job
    local_date: date
    battles: int
    missing: int
    other_outcomes: tuple[int, ...]
    other_seeds: tuple[int, ...]
    secret: str
    commitment: str
    keeps_promise: bool

    @property
    def holds(self) -> bool:
        """Whether everything is as it is stored."""
        return self.keeps_promise and not (self.missing or self.other_outcomes or self.other_seeds)


def verify_run(desk: Desk, given: str) -> Verified:
    """Fight the battles of a run again.

    `given` is its number, or `daily-2026-04-24`, `tournament-2026-04-24`.

    Raises `ArenaError`: `run-unknown-name`, `run-not-played`, `run-pruned`, `tournament-not-visible`,
    `replay-kernel` if this program fights battles, or packs heroes, another way than the run's did.
    """
    with desk.read() as (session, now):
        run = _find(session, given)
        if run.job == Job.TOURNAMENT and run.by_calendar:
            refuse_invisible(desk.calendar, run.local_date, now)
        secret = session.scalars(select(Secret).where(col(Secret.run_id) == run.id)).one()
        battles = select(*(_BATTLE.c[name] for name in COLUMNS)).where(_BATTLE.c.run_id == run.id)
        stored = dict(zip(COLUMNS, read_columns(session, battles.order_by(_BATTLE.c.number)), strict=True))
        _refuse_unfit(session, run, len(stored["number"]))
        seeds = stored["seed"].view(np.uint64)  # the same bits: the database has signed numbers only
        versions, records = _fighters(session, stored)
        missing = _paired(session, run) - len(seeds)
        rulesets = _other_rulesets(session, run)
    fought = _fight_again(run, stored, seeds, versions, records)
    differs = np.any([fought[name] != stored[name] for name in FOUGHT], axis=0)
    differs |= np.isin(stored["number"], rulesets)
    assert run.id is not None
    return Verified(
        run_id=run.id,
        job=Job(run.job),
        local_date=run.local_date,
        battles=len(seeds),
        missing=missing,
        other_outcomes=tuple(stored["number"][differs].tolist()),
        other_seeds=tuple(stored["number"][seeds != _seeds(run, secret.value, stored)].tolist()),
        secret=secret.value.hex(),
        commitment=secret.commitment,
        keeps_promise=keeps(secret.value, secret.commitment),
    )


def _find(session: Session, given: str) -> Run:
    """The run that is meant, which must be done."""
    by_day = BY_DAY.fullmatch(given)
    if by_day is not None:
        wanted: tuple[Any, ...] = (
            col(Run.job) == by_day[1],
            col(Run.local_date) == _day(by_day[2]),
            col(Run.by_calendar),
        )
    elif given.isascii() and given.isdecimal() and len(given) < LONGEST_NUMBER:
        wanted = (col(Run.id) == int(given), col(Run.job).in_((Job.DAILY, Job.TOURNAMENT)))
    else:
        raise refuse("run-unknown-name", given=printable(given))
    run = session.scalars(select(Run).where(*wanted)).one_or_none()
    if run is None:
        raise refuse("run-unknown-name", given=printable(given))
    if run.state != RunState.DONE:
        raise refuse("run-not-played", id=run.id)
    return run


def _day(text: str) -> date | None:
    """A day as it is written; None, which no run has, for one that does not exist."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _refuse_unfit(session: Session, run: Run, battles: int) -> None:
    """Raise for a run whose battles are gone, or were fought by another kernel."""
    if not battles and run.ruleset is not None and _had_battles(session, run):
        raise refuse("run-pruned", id=run.id)
    others = _BATTLE.c.run_id == run.id, _BATTLE.c.kernel != KERNEL_VERSION
    other = session.scalars(select(_BATTLE.c.kernel).where(*others).limit(1)).one_or_none()
    if other is not None:
        raise refuse("replay-kernel", needed=other, found=KERNEL_VERSION)


def _had_battles(session: Session, run: Run) -> bool:
    """Whether a run had battles, by what is kept when they are pruned."""
    fought = select(col(RatingChange.hero_id)).where(
        col(RatingChange.run_id) == run.id, col(RatingChange.battles) > 0
    )
    # Who was alone in a tournament had a bye, and so points, but no battle.
    second = select(col(Placing.hero_id)).where(col(Placing.run_id) == run.id, col(Placing.place) == 2)
    return any(session.execute(rows.limit(1)).first() is not None for rows in (fought, second))


def _paired(session: Session, run: Run) -> int:
    """How many battles were paired, as the run's own steps have kept it."""
    key = col(RunStep.key)
    kept = session.execute(
        select(key, col(RunStep.result)).where(
            col(RunStep.run_id) == run.id, or_(key == PLAN, key.startswith(PAIRS))
        )
    )
    plans = (Day.from_bytes(result) if key == PLAN else Paired.from_bytes(result) for key, result in kept)
    return sum(len(plan.pairs) for plan in plans)


def _other_rulesets(session: Session, run: Run) -> list[int]:
    """The battles that name another ruleset than their run."""
    other = select(_BATTLE.c.number).where(_BATTLE.c.run_id == run.id, _BATTLE.c.ruleset != run.ruleset)
    return list(session.scalars(other))


def _fighters(session: Session, stored: dict[str, Integers]) -> tuple[Integers, NDArray[np.void]]:
    """The versions that fought, in order, and their records."""
    versions = np.unique(np.concatenate((stored["version_a"], stored["version_b"])))
    records = records_of(session, versions)
    others = records["version"][records["version"] != RECORD_VERSION]
    if len(others):
        raise refuse("replay-kernel", reason="record", needed=int(others[0]), found=RECORD_VERSION)
    return versions, records


def _fight_again(
    run: Run,
    stored: dict[str, Integers],
    seeds: NDArray[np.uint64],
    versions: Integers,
    records: NDArray[np.void],
) -> NDArray[np.void]:
    """The outcomes of the stored pairs with the stored seeds. All was read before: it may take its time."""
    a, b = (np.searchsorted(versions, stored[name]) for name in ("version_a", "version_b"))
    return fight_many(records, a, b, seeds, run.ruleset or "", threads=os.cpu_count() or 1)


def _seeds(run: Run, secret: bytes, stored: dict[str, Integers]) -> NDArray[np.uint64]:
    """The seeds that the secret gives the stored pairs."""
    made = np.zeros(len(stored["number"]), np.uint64)
    for number in np.unique(stored["round"]).tolist():
        mine = stored["round"] == number
        pairs = zip(stored["hero_a"][mine].tolist(), stored["hero_b"][mine].tolist(), strict=True)
        made[mine] = battle_seeds(secret, run.job, run.scheduled_for, number, pairs)
    return made
