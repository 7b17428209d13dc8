"""Notices: told once, read in the reader's language, put aside by the reader."""

from arena.desk.desk import Desk
from arena.desk.players.notices import mark_read, tell, unread
from arena.desk.players.register import add_player
from tests.leagues import MONDAY


def test_a_notice_waits_for_its_reader_until_it_is_put_aside(desk: Desk) -> None:
    ann, bob = (add_player(desk, name).player.id for name in ("Ann", "Bob"))
    with desk.write() as (session, now):
        for key in ("arena_1", "arena_2"):
            tell(session, now, "notice-key-made", {"new": key}, player_id=ann)
        tell(session, now, "notice-key-made", {"new": "arena_3"}, player_id=bob)
    with desk.read() as (session, _):
        first, second = unread(session, ann)
    assert (first.at, first.params) == (MONDAY, {"new": "arena_1"})
    assert first.text("en").startswith("An organiser made a key for you: arena_1.")
    assert first.text("ru").startswith("Организатор выдал вам ключ arena_1.")
    assert mark_read(desk, ann, first.id) == 1
    assert mark_read(desk, ann, first.id) == 0
    with desk.read() as (session, _):
        assert unread(session, ann) == (second,)
        assert len(unread(session, bob)) == 1
