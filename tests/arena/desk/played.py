"""Runs that were played, put into the tables directly: for tests of what is told of them."""

from datetime import date, datetime, timedelta

import numpy as np
from sqlmodel import Session

from arena import roster
from arena.battle import KERNEL_VERSION, fight_many, pack
from arena.desk.desk import Desk
from arena.desk.heroes.documents import document_of
from arena.desk.secrets import promise_secret, take_secret
from arena.hero import Hero
from arena.league.calendar import Job
from arena.league.elo import rate_day
from arena.rulesets import CURRENT_ID
from arena.store import insert_rows
from arena.store.tables import (
    BattleRow,
    HeroRow,
    HeroState,
    HeroVersion,
    Placing,
    Player,
    RatingChange,
    Run,
    RunState,
)

RULES = ("turn <= 1 -> strike", "self.energy >= 30 -> heavy")


def add_hero(session: Session, now: datetime, number: int, rating: int = 100000, **fields: object) -> None:
    """Player and hero `number`, saved at `now`: a dummy's design. `fields` are of the hero's row."""
    dummies = list(roster.dummies().values())
    design: Hero = dummies[number % len(dummies)]
    session.add(Player(id=number, name=f"player {number}", name_key=f"p{number}", lang="en", created_at=now))
    session.flush()
    named = {"name": f"Hero {number}", "name_key": f"h{number}", **fields}
    session.add(
        HeroRow(id=number, player_id=number, created_at=now, rating=rating, version_id=number, **named)
    )
    session.flush()
    record = pack([design]).tobytes()
    version = {"number": 1, "document": document_of(design), "record": record, "ruleset": CURRENT_ID}
    session.add(HeroVersion(id=number, hero_id=number, saved_at=now, **version))
    session.flush()
    session.add(HeroState(hero_id=number, since=now, version_id=number, active=True))
    session.flush()


def add_run(session: Session, desk: Desk, job: Job, day: date, state: RunState = RunState.DONE) -> Run:
    """A run of the calendar that ended a few seconds after its moment; the next secret is promised."""
    moment = desk.calendar.moment(job, day).scheduled_for
    ended = moment + timedelta(seconds=5)
    run = Run(job=job, scheduled_for=moment, local_date=day, state=state, finished_at=ended, ruleset="v1")
    session.add(run)
    session.flush()
    assert run.id is not None
    if job is not Job.RESULTS and state is RunState.DONE:
        take_secret(session, job, run.id)
        session.flush()
        promise_secret(session, job, ended, desk.new_secret)
    return run


def add_battles(session: Session, run: Run, rounds: list[list[tuple[int, int]]]) -> list[int]:
    """Battles of each round between heroes (side A, side B), really fought; the winners, 0, 1 or -1."""
    pairs = [(number, a, b) for number, round_ in enumerate(rounds, start=1) for a, b in round_]
    versions = {id_: session.get_one(HeroVersion, id_) for _, a, b in pairs for id_ in (a, b)}
    ids = sorted(versions)
    records = np.concatenate([np.frombuffer(versions[id_].record, pack([]).dtype) for id_ in ids])
    round_of, a, b = np.array(pairs, np.int64).T
    seeds = [1000 + i for i in range(len(pairs))]
    outcomes = fight_many(records, np.searchsorted(ids, a), np.searchsorted(ids, b), seeds)
    count = len(pairs)
    insert_rows(
        session,
        BattleRow,
        {
            "run_id": [run.id] * count,
            "number": range(count),
            "round": round_of.tolist(),
            "hero_a": a.tolist(),
            "hero_b": b.tolist(),
            "version_a": a.tolist(),
            "version_b": b.tolist(),
            "ruleset": [CURRENT_ID] * count,
            "kernel": [KERNEL_VERSION] * count,
            "seed": seeds,
            **{name: outcomes[name].tolist() for name in ("winner", "ticks", "turns", "hp_a", "hp_b")},
        },
    )
    return [int(winner) for winner in outcomes["winner"]]


def add_day(session: Session, desk: Desk, day: date, pairs: list[tuple[int, int]], heroes: list[int]) -> Run:
    """A daily run of these battles, with the changes of the ratings of all its heroes."""
    run = add_run(session, desk, Job.DAILY, day)
    winners = add_battles(session, run, [pairs]) if pairs else []
    rows = [session.get_one(HeroRow, id_) for id_ in heroes]
    before = np.array([row.rating for row in rows], np.int64)
    rated = np.array([row.rated_battles for row in rows], np.int64)
    places = np.searchsorted(heroes, np.array(pairs, np.int64).reshape(-1, 2))
    changes = rate_day(before, rated, places[:, 0], places[:, 1], np.array(winners, np.int64))
    for i, row in enumerate(rows):
        battles = int((places == i).sum())
        session.add(
            RatingChange(
                run_id=run.id,
                hero_id=row.id,
                before=row.rating,
                change=int(changes[i]),
                rated_battles=row.rated_battles,
                battles=battles,
            )
        )
        row.rating += int(changes[i])
        row.rated_battles += battles
    session.flush()
    return run


def add_tournament(session: Session, desk: Desk, friday: date, order: list[int]) -> Run:
    """A tournament of a bye for the last and one round of all the others; `order` is its table."""
    run = add_run(session, desk, Job.TOURNAMENT, friday)
    add_battles(session, run, [[(order[0], order[1])]])
    for place, hero in enumerate(order, start=1):
        session.add(
            Placing(
                run_id=run.id,
                hero_id=hero,
                place=place,
                version_id=hero,
                rating=100000 + hero,
                points2=2 * (len(order) - place),
                buchholz_cut1=4,
                buchholz=6,
                sonneborn_berger=8,
                wins=len(order) - place,
                byes=1 if hero == order[-1] else 0,
                decided_by=None if hero == order[-1] else "points",
            )
        )
    session.flush()
    return run
