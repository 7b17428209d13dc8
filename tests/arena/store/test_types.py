"""Column types: what goes in comes out, on each kind of database."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy.exc import StatementError
from sqlmodel import col, select

from arena.store import Store, insert_rows
from arena.store.tables import BattleRow, HeroRow, HeroVersion, Player, Run

NOON = datetime(2026, 4, 24, 12, tzinfo=timezone(timedelta(hours=3)))


def player(created_at: datetime) -> Player:
    return Player(name="Ада", name_key="ада", lang="ru", created_at=created_at)


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="has no time zone"), store.write() as session:
        session.add(player(datetime(2026, 4, 24, 12)))
    with store.read() as session:
        assert session.exec(select(Player)).all() == []


def test_a_time_comes_back_as_the_same_instant_in_utc(store: Store) -> None:
    with store.write() as session:
        session.add(player(NOON))
    with store.read() as session:
        found = session.exec(select(Player.created_at)).one()
    assert found == NOON
    assert found.utcoffset() == timedelta(0)


def test_times_are_compared_as_instants(store: Store) -> None:
    with store.write() as session:
        session.add(player(NOON))
    with store.read() as session:
        before = NOON.astimezone(timezone(timedelta(hours=-11)))
        query = select(Player.id).where(col(Player.created_at) >= before)
        assert len(session.exec(query).all()) == 1
        later = select(Player.id).where(col(Player.created_at) >= before + timedelta(microseconds=1))
        assert session.exec(later).all() == []


SEEDS = [0, 1, 2**63 - 1, 2**63, 2**64 - 1]


def test_a_seed_of_any_64_bits_comes_back(store: Store) -> None:
    with store.write() as session:
        session.add(player(NOON))
        session.add(Run(job="daily", scheduled_for=NOON, local_date=NOON.date()))
        session.flush()
        session.add(HeroRow(player_id=1, name="A", name_key="a", created_at=NOON, rating=0))
        session.flush()
        session.add(HeroVersion(hero_id=1, number=1, record=b"\x00\xff", ruleset="v1", saved_at=NOON))
        session.flush()
        ones = ("run_id", "round", "hero_a", "hero_b", "version_a", "version_b", "kernel")
        zeros = ("winner", "ticks", "turns", "hp_a", "hp_b")
        columns = {name: [1] * len(SEEDS) for name in ones} | {name: [0] * len(SEEDS) for name in zeros}
        columns |= {"number": list(range(len(SEEDS))), "ruleset": ["v1"] * len(SEEDS), "seed": SEEDS}
        insert_rows(session, BattleRow, columns)
    with store.read() as session:
        assert session.exec(select(BattleRow.seed).order_by(col(BattleRow.number))).all() == SEEDS
        assert session.exec(select(HeroVersion.record)).one() == b"\x00\xff"


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_of_more_than_64_bits_is_refused(store: Store, seed: int) -> None:
    query = select(BattleRow).where(col(BattleRow.seed) == seed)
    with pytest.raises(StatementError, match="does not fit into 64 bits"), store.read() as session:
        session.exec(query)


def test_instants_before_any_league_are_kept(store: Store) -> None:
    early = datetime(1, 1, 2, tzinfo=UTC)
    with store.write() as session:
        session.add(player(early))
    with store.read() as session:
        assert session.exec(select(Player.created_at)).one() == early
