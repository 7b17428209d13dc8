"""Runs played at once by the pieces of which the scheduler makes its steps, for tests of what people read."""

from datetime import date, datetime

import numpy as np
from sqlmodel import Session

from arena.battle import fight_many
from arena.desk.columns import Integers, records_of
from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero
from arena.desk.rounds.daily import paired_round
from arena.desk.rounds.entries import Entries, entries_at
from arena.desk.rounds.tournament import (
    Paired,
    pair_next,
    placing_columns,
    results_of,
    rounds_of,
    store_placings,
)
from arena.league.calendar import Job
from arena.rulesets import CURRENT_ID
from arena.store import insert_rows
from arena.store.tables import BattleRow, Player, Run, RunState
from tests.leagues import known_secret


def add_player(desk: Desk, name: str, **columns: object) -> int:
    """A participant without a hero."""
    with desk.write() as (session, now):
        player = Player(name=name, name_key=name.casefold(), lang="en", created_at=now, **columns)
        session.add(player)
        session.flush()
        assert player.id is not None
        return player.id


def add_hero(desk: Desk, data: dict, owner: str = "", **columns: object) -> tuple[int, int]:
    """A participant with this hero: their ids."""
    player = add_player(desk, owner or f"Owner of {data['name']}", **columns)
    return player, save_hero(desk, player, data).hero_id


def add_run(session: Session, desk: Desk, job: Job, day: date, state: RunState = RunState.DONE) -> Run:
    """A run of the calendar that stands so."""
    moment = desk.calendar.moment(job, day).scheduled_for
    ended = moment if state is RunState.DONE else None
    run = Run(
        job=job, scheduled_for=moment, local_date=day, state=state, ruleset=CURRENT_ID, finished_at=ended
    )
    session.add(run)
    session.flush()
    return run


def store_battle(
    desk: Desk, run_id: int, pair: tuple[int, int], moment: datetime, number: int = 0, **columns: object
) -> None:
    """One battle between two heroes as they stood before `moment`; `columns` are changed in its row."""
    with desk.store.write() as session:
        entries = entries_at(session, moment)
        run = session.get_one(Run, run_id)
        _fight(session, run, entries, Paired(_pairs(pair), None, number), 1, columns)


def play_tournament(desk: Desk, friday: date) -> int:
    """A Friday's tournament of the heroes as they stood at its beginning; the id of its run."""
    with desk.store.write() as session:
        run = add_run(session, desk, Job.TOURNAMENT, friday)
        moment = desk.calendar.roster_moment(desk.calendar.moment(Job.TOURNAMENT, friday))
        entries, played = entries_at(session, moment), list[Paired]()
        for round_ in range(1, rounds_of(entries) + 1):
            played.append(pair_next(session, run, entries, played))
            _fight(session, run, entries, played[-1], round_, {})
        results = results_of(session, run, entries, played)
        columns = placing_columns(run, entries, played, results)
        store_placings(session, columns, slice(0, len(entries)))
        assert run.id is not None
        return run.id


def _pairs(pair: tuple[int, int]) -> Integers:
    return np.array([pair], np.int64)


def _fight(
    session: Session, run: Run, entries: Entries, paired: Paired, round_: int, changed: dict[str, object]
) -> None:
    assert run.id is not None
    ruleset = str(changed.get("ruleset", CURRENT_ID))
    records = records_of(session, entries.versions)
    battles = paired_round(run, known_secret(Job(run.job), 1), entries, paired.pairs, round_, paired.first)
    outcomes = fight_many(records, battles.a, battles.b, battles.seeds, ruleset)
    columns = battles.columns(run.id, slice(0, len(battles)), ruleset, outcomes)
    insert_rows(session, BattleRow, columns | {name: [value] for name, value in changed.items()})
