"""Old battles go, what they did stays."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import Session, col, select

from arena.store import Store, pruning
from arena.store.tables import BattleRow, DigestRow, Placing, RatingChange, RunState, RunStep
from tests.arena.store.league_rows import add_heroes, add_run, count
from tests.leagues import MONDAY

LIMIT = MONDAY + timedelta(days=2)
GIVEN_UP_AFTER = timedelta(days=8)


def prune_battles(session: Session, before: datetime, most: int = pruning.CHUNK) -> int:
    return pruning.prune_battles(session, before, GIVEN_UP_AFTER, most)


@pytest.fixture
def runs(store: Store) -> list[int]:
    """Runs of four days with five battles each."""
    with store.write() as session:
        add_heroes(session, 2)
        return [add_run(session, day, 5) for day in range(4)]


def battles(store: Store) -> list[int]:
    with store.read() as session:
        query = select(BattleRow.run_id).order_by(col(BattleRow.run_id), col(BattleRow.number))
        return list(session.exec(query).all())


def test_battles_of_runs_before_the_instant_go(store: Store, runs: list[int]) -> None:
    with store.write() as session:
        assert prune_battles(session, LIMIT) == 10
        assert prune_battles(session, LIMIT) == 0
    assert battles(store) == [runs[2]] * 5 + [runs[3]] * 5


def test_what_they_did_stays(store: Store, runs: list[int]) -> None:
    with store.write() as session:
        prune_battles(session, LIMIT)
        for model in (RatingChange, Placing, DigestRow):
            assert count(session, model) == 4


def test_steps_go_with_the_battles_of_their_run(store: Store, runs: list[int]) -> None:
    with store.write() as session:
        prune_battles(session, LIMIT)
        assert session.exec(select(RunStep.run_id).order_by(col(RunStep.run_id))).all() == runs[2:]


def test_a_call_deletes_no_more_than_it_may_and_the_next_one_goes_on(store: Store, runs: list[int]) -> None:
    gone = []
    while not gone or gone[-1]:
        with store.write() as session:
            gone.append(prune_battles(session, LIMIT, most=3))
            assert count(session, RunStep) == (2 if gone[-1] < 3 else 4)
    assert gone == [3, 3, 3, 1, 0]
    assert battles(store) == [runs[2]] * 5 + [runs[3]] * 5


@pytest.mark.parametrize("state", [RunState.FAILED, RunState.SKIPPED, RunState.RUNNING, RunState.DUE])
def test_a_run_that_may_go_on_keeps_everything(store: Store, runs: list[int], state: str) -> None:
    with store.write() as session:
        unfinished = add_run(session, -1, 2, state)
        prune_battles(session, LIMIT)
        assert session.exec(select(RunStep.run_id).where(RunStep.run_id == unfinished)).one()
    assert battles(store).count(unfinished) == 2


@pytest.mark.parametrize("state", [RunState.FAILED, RunState.SKIPPED])
def test_a_run_that_was_given_up_goes_when_it_can_no_longer_be_tried_again(store: Store, state: str) -> None:
    with store.write() as session:
        add_heroes(session, 2)
        add_run(session, -7, 2, state)
        assert prune_battles(session, LIMIT - timedelta(days=2)) == 0
        assert prune_battles(session, LIMIT) == 2


def test_a_run_played_late_counts_from_its_end(store: Store) -> None:
    with store.write() as session:
        add_heroes(session, 2)
        add_run(session, 0, 2, finished=LIMIT)
        assert prune_battles(session, LIMIT) == 0
