"""The league from afar, on each kind of database."""

from datetime import UTC, datetime

from arena.desk.desk import Desk
from arena.desk.overview import look, workings
from arena.desk.players.keys import note_uses
from arena.desk.players.register import add_player, list_players
from arena.league.calendar import Job
from arena.store.tables.news import MessageState
from scheduler.health.database import look_at_writing
from scheduler.tick import tick
from tests.leagues import MONDAY, PutClock, populate


def test_it_tells_when_jobs_last_ended_well_and_what_everybody_may_see(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    assert look(desk).ends == frozenset()
    clock.put(2026, 4, 24, 10)
    tick(desk)
    now, seen = workings(desk), look(desk)
    assert now.ended[Job.TOURNAMENT] == datetime(2026, 4, 24, 10, tzinfo=UTC)
    assert now.ended[Job.RESULTS] is None
    before = {at for _, at in seen.ends}
    clock.put(2026, 4, 24, 13)
    tick(desk)
    assert {at for _, at in look(desk).ends} - before == {datetime(2026, 4, 24, 13, tzinfo=UTC)}
    assert "2026-04-24-friday" in look(desk).digests
    assert set(workings(desk).messages) == set(MessageState)
    assert workings(desk).bytes > 0


def test_a_note_waits_for_nobody_and_a_writing_look_changes_nothing(desk: Desk) -> None:
    key_id = 1
    add_player(desk, "Ann")
    with desk.write():
        assert note_uses(desk, [key_id]) is None
    look_at_writing(desk.store)
    assert list_players(desk)[0].keys[0].last_used_at is None
    assert note_uses(desk, [key_id]) == 1
    assert list_players(desk)[0].keys[0].last_used_at == MONDAY
