"""Limits of a day: counted by the database in the transaction of the action, never passed."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from arena.desk.desk import Desk
from arena.desk.players.limits import Limited, left, most, spend
from arena.desk.players.register import add_player
from arena.errors import ArenaError
from arena.store.tables import Usage
from tests.leagues import opened
from tests.waiting import LONGEST

DAY = date(2026, 4, 20)
REQUESTS = 32


@pytest.fixture
def player(desk: Desk) -> int:
    return add_player(desk, "Ann").player.id


def spend_one(desk: Desk, player_id: int, kind: Limited = Limited.CHECKS, day: date = DAY) -> int:
    with desk.write_connection() as (connection, _):
        return spend(connection, desk, player_id, kind, day).left


def use(desk: Desk, player_id: int, count: int, kind: Limited = Limited.CHECKS) -> None:
    with desk.write() as (session, _):
        session.add(Usage(player_id=player_id, day=DAY, kind=kind, count=count))


def passes(desk: Desk, player_id: int) -> bool:
    try:
        spend_one(desk, player_id)
    except ArenaError as error:
        if error.code != "limit-reached":
            raise
        return False
    return True


def count_passed(address: str, player_id: int, requests: int) -> int:
    """In a process of its own."""
    with opened(address) as desk:
        return sum(passes(desk, player_id) for _ in range(requests))


def test_each_action_counts_and_what_is_left_is_told(desk: Desk, player: int) -> None:
    assert [spend_one(desk, player, Limited.HERO_TRAININGS) for _ in range(2)] == [2, 1]
    with desk.read() as (session, _):
        assert left(session.connection(), desk, player, DAY) == {
            Limited.CHECKS: 100,
            Limited.DUMMY_TRAININGS: 10,
            Limited.HERO_TRAININGS: 1,
        }


@pytest.mark.parametrize("kind", Limited)
def test_the_last_one_passes_and_the_next_is_told_when_the_day_ends(
    desk: Desk, player: int, kind: Limited
) -> None:
    use(desk, player, most(desk, kind) - 1, kind)
    assert spend_one(desk, player, kind) == 0
    with pytest.raises(ArenaError, match="2026-04-21 00:00 in the zone Europe/Moscow") as refused:
        spend_one(desk, player, kind)
    assert refused.value.code == "limit-reached"
    (fault,) = refused.value.faults
    assert fault.params == {
        "most": most(desk, kind),
        "local": "2026-04-21 00:00",
        "zone": "Europe/Moscow",
        "utc": "2026-04-20T21:00:00Z",
    }


def test_a_new_day_another_kind_and_another_participant_count_for_themselves(desk: Desk, player: int) -> None:
    other = add_player(desk, "Bob").player.id
    use(desk, player, 100)
    assert spend_one(desk, player, day=date(2026, 4, 21)) == 99
    assert spend_one(desk, player, Limited.DUMMY_TRAININGS) == 9
    assert spend_one(desk, other) == 99


def test_what_fails_is_not_counted(desk: Desk, player: int) -> None:
    def fail() -> None:
        with desk.write_connection() as (connection, _):
            spend(connection, desk, player, Limited.CHECKS, DAY)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with desk.read() as (session, _):
        assert left(session.connection(), desk, player, DAY)[Limited.CHECKS] == 100


def test_of_many_requests_at_once_exactly_one_takes_the_last_place(desk: Desk, player: int) -> None:
    use(desk, player, 99)
    with ThreadPoolExecutor(REQUESTS) as pool:
        passed = list(pool.map(lambda _: passes(desk, player), range(REQUESTS)))
    assert sum(passed) == 1
    with desk.read() as (session, _):
        assert session.get_one(Usage, (player, DAY, "checks")).count == 100


@pytest.mark.medium
def test_of_four_processes_at_once_exactly_one_takes_the_last_place(
    desk: Desk, address: str, player: int
) -> None:
    use(desk, player, 99)
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        passed = pool.starmap_async(count_passed, [(address, player, REQUESTS // 4)] * 4).get(LONGEST)
    assert sum(passed) == 1
