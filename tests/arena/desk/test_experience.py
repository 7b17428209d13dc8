"""The ledger: nothing twice, a hundred a week from the library, sums kept with it, no level lost."""

import time
from datetime import date

import pytest
from sqlalchemy import Select
from sqlmodel import col, func, select

from arena.desk.desk import Desk
from arena.desk.experience.ledger import Added, add_library_points, correct_experience, grant_all, level_of
from arena.desk.players.register import add_player
from arena.errors import ArenaError
from arena.league.experience import Grant, Reason, battle_day_grant, tournament_grant
from arena.store import insert_rows
from arena.store.tables import Experience, Player, Run
from tests.leagues import MONDAY, PutClock

TODAY = date(2026, 4, 20)
LAST_WEEK = date(2026, 4, 19)
EVERYBODY = select(col(Player.id))


@pytest.fixture
def ann(desk: Desk) -> int:
    return add_player(desk, "Ann").player.id


@pytest.fixture
def run(desk: Desk) -> int:
    with desk.write() as (session, now):
        row = Run(job="daily", scheduled_for=now, local_date=TODAY)
        session.add(row)
        session.flush()
        return row.id


def sums(desk: Desk, player_id: int) -> tuple[int, int]:
    with desk.read() as (session, _):
        player = session.get_one(Player, player_id)
        ledger = select(func.sum(Experience.xp)).where(col(Experience.player_id) == player_id)
        assert player.xp == (session.exec(ledger).one() or 0)
        return player.xp, player.xp_peak


def give(desk: Desk, run_id: int, grant: Grant, players: Select[tuple[int]] = EVERYBODY) -> int:
    with desk.write() as (session, _):
        return grant_all(session, run_id, grant, TODAY, players)


def code_of(act, *arguments: object) -> str:
    with pytest.raises(ArenaError) as error:
        act(*arguments)
    return error.value.code


def test_library_points_give_ten_each_and_a_hundred_a_week(desk: Desk, ann: int) -> None:
    assert add_library_points(desk, ann, 7, "a", TODAY) == Added(70, 0, 70, level_before=1, level=1)
    assert add_library_points(desk, ann, 7, "b", TODAY) == Added(30, 40, 100, level_before=1, level=2)
    assert add_library_points(desk, ann, 7, "c", TODAY).xp == 0
    assert add_library_points(desk, ann, 1, "d", LAST_WEEK).xp == 10
    assert sums(desk, ann) == (110, 110)


def test_a_library_score_counts_once_and_for_one_participant(desk: Desk, ann: int) -> None:
    bob = add_player(desk, "Bob").player.id
    add_library_points(desk, ann, 0, "a", TODAY)
    for player in (ann, bob):
        assert code_of(add_library_points, desk, player, 1, "a", TODAY) == "library-repeated"
    assert sums(desk, bob) == (0, 0)


def test_a_key_is_one_line_to_be_read(desk: Desk, ann: int) -> None:
    for source in ("", " a", "a\n", "a\x00b", "x" * 101):
        assert code_of(add_library_points, desk, ann, 1, source, TODAY) == "library-source"
        assert code_of(correct_experience, desk, ann, 1, source, TODAY) == "library-source"


def test_no_points_for_a_day_to_come_in_the_league_s_zone(desk: Desk, ann: int, clock: PutClock) -> None:
    tomorrow = date(2026, 4, 21)
    assert code_of(add_library_points, desk, ann, 1, "a", tomorrow) == "library-day"
    clock.put(2026, 4, 20, 21)
    assert add_library_points(desk, ann, 1, "a", tomorrow).xp == 10


def test_a_correction_takes_experience_and_leaves_the_level(desk: Desk, ann: int) -> None:
    add_library_points(desk, ann, 10, "a", TODAY)
    corrected = correct_experience(desk, ann, -60, "wrong person", TODAY)
    assert corrected == Added(-60, 0, 40, level_before=2, level=2)
    assert sums(desk, ann) == (40, 100)
    assert correct_experience(desk, ann, 30, "sorry", TODAY).total == 70
    assert sums(desk, ann) == (70, 100)
    with desk.read() as (session, _):
        assert level_of(session.get_one(Player, ann)) == 2


def test_a_correction_stands_once_and_takes_no_more_than_there_is(desk: Desk, ann: int) -> None:
    correct_experience(desk, ann, 5, "a", TODAY)
    assert code_of(correct_experience, desk, ann, 5, "a", TODAY) == "xp-repeated"
    assert code_of(correct_experience, desk, ann, -6, "b", TODAY) == "xp-below-zero"
    assert code_of(correct_experience, desk, ann, 10**7, "c", TODAY) == "xp-correction"
    assert sums(desk, ann) == (5, 5)


def test_a_correction_takes_nothing_from_the_week_of_the_library(desk: Desk, ann: int) -> None:
    correct_experience(desk, ann, 500, "a", TODAY)
    assert add_library_points(desk, ann, 20, "b", TODAY).xp == 100


def test_whoever_is_not_there_gets_nothing(desk: Desk) -> None:
    assert code_of(add_library_points, desk, 77, 1, "a", TODAY) == "player-unknown"
    assert code_of(correct_experience, desk, 77, 1, "a", TODAY) == "player-unknown"


def test_a_run_s_grant_is_given_once_to_those_selected(desk: Desk, ann: int, run: int) -> None:
    bob = add_player(desk, "Bob").player.id
    only_ann = select(col(Player.id)).where(col(Player.name) == "Ann")
    assert give(desk, run, battle_day_grant(TODAY), only_ann) == 1
    assert (sums(desk, ann), sums(desk, bob)) == ((5, 5), (0, 0))
    assert give(desk, run, battle_day_grant(TODAY)) == 1
    assert give(desk, run, battle_day_grant(TODAY)) == 0
    assert (sums(desk, ann), sums(desk, bob)) == ((5, 5), (5, 5))
    assert give(desk, run, tournament_grant(TODAY)) == 2
    assert sums(desk, ann) == (25, 25)
    with desk.read() as (session, _):
        rows = session.exec(select(Experience).where(col(Experience.player_id) == ann)).all()
        assert {(row.reason, row.key, row.run_id, row.day) for row in rows} == {
            (Reason.BATTLE_DAY, "2026-04-20", run, TODAY),
            (Reason.TOURNAMENT, "2026-04-20", run, TODAY),
        }


def test_a_grant_raises_the_peak_only_when_the_sum_passes_it(desk: Desk, ann: int, run: int) -> None:
    correct_experience(desk, ann, 100, "a", TODAY)
    correct_experience(desk, ann, -90, "b", TODAY)
    give(desk, run, tournament_grant(TODAY))
    assert sums(desk, ann) == (30, 100)


@pytest.mark.slow
def test_a_hundred_thousand_get_their_grant_in_seconds(desk: Desk, run: int) -> None:
    count = 100_000
    with desk.write() as (session, _):
        numbers = range(1, count + 1)
        columns = {
            "id": list(numbers),
            "name": [f"player {n}" for n in numbers],
            "name_key": [f"player {n}" for n in numbers],
            "organiser": [False] * count,
            "lang": ["en"] * count,
            "created_at": [MONDAY] * count,
            "xp": [0] * count,
            "xp_peak": [0] * count,
        }
        insert_rows(session, Player, columns)
    start = time.perf_counter()
    assert give(desk, run, battle_day_grant(TODAY)) == count
    assert time.perf_counter() - start < 5
