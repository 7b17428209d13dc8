"""A small league's rows in every table that others point to."""

from datetime import datetime, timedelta

from sqlmodel import Session, SQLModel, func, select

from arena.store import insert_rows
from arena.store.tables import (
    METADATA,
    AccessKey,
    BattleRow,
    DigestRow,
    HeroRow,
    HeroState,
    HeroVersion,
    Placing,
    Player,
    RatingChange,
    Run,
    RunState,
    RunStep,
)
from tests.leagues import MONDAY


def add_heroes(session: Session, count: int) -> None:
    """Players with a hero each; ids from 1 on."""
    for each in range(1, count + 1):
        session.add(Player(name=f"P{each}", name_key=f"p{each}", lang="ru", created_at=MONDAY))
        session.flush()
        session.add(AccessKey(player_id=each, label="", hash=f"{each}", prefix="", created_at=MONDAY))
        session.add(
            HeroRow(player_id=each, name=f"H{each}", name_key=f"h{each}", created_at=MONDAY, rating=0)
        )
        session.flush()
        session.add(HeroVersion(hero_id=each, number=1, record=b"\0", ruleset="v1", saved_at=MONDAY))
        session.flush()
        session.add(HeroState(hero_id=each, since=MONDAY, version_id=each, active=True))


def add_run(
    session: Session, days: int, battles: int, state: str = RunState.DONE, finished: datetime | None = None
) -> int:
    """A daily run of `days` after Monday with battles of heroes 1 and 2, a step, and what it left; its id."""
    moment = MONDAY + timedelta(days=days)
    run = Run(
        job="daily",
        scheduled_for=moment,
        local_date=moment.date(),
        state=state,
        finished_at=finished or moment,
    )
    session.add(run)
    session.flush()
    same = {"run_id": run.id, "round": 1, "hero_a": 1, "hero_b": 2, "version_a": 1, "version_b": 2}
    same |= {
        "ruleset": "v1",
        "kernel": 1,
        "seed": 2**64 - 1,
        "winner": 0,
        "ticks": 1,
        "turns": 1,
        "hp_a": 1,
        "hp_b": 0,
    }
    columns = {name: [value] * battles for name, value in same.items()}
    insert_rows(session, BattleRow, columns | {"number": list(range(battles))})
    session.add(RunStep(run_id=run.id, key="pair", result=b"\1"))
    change = {"before": 0, "change": 1, "rated_battles": 0, "battles": 1}
    session.add(RatingChange(run_id=run.id, hero_id=1, **change))
    numbers = (
        "place",
        "version_id",
        "rating",
        "points2",
        "buchholz_cut1",
        "buchholz",
        "sonneborn_berger",
        "wins",
        "byes",
    )
    session.add(Placing(run_id=run.id, hero_id=1, decided_by=None, **dict.fromkeys(numbers, 1)))
    session.add(DigestRow(key=str(moment.date()), run_id=run.id, published_at=moment, content="{}"))
    session.flush()
    return run.id


def count(session: Session, model: type[SQLModel]) -> int:
    return session.exec(select(func.count()).select_from(model)).one()


def counts(session: Session) -> dict[str, int]:
    """Rows by table."""
    connection = session.connection()
    return {
        name: connection.scalar(select(func.count()).select_from(table))
        for name, table in METADATA.tables.items()
    }
