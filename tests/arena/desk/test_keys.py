"""Keys: known by their form, kept as a hash, shown once, revoked at once."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import KeyOwner, authenticate, is_whole, make_key, revoke_keys, rotate_key
from arena.desk.players.notices import unread
from arena.desk.players.register import NewPlayer, add_player, list_players
from arena.errors import ArenaError
from arena.store.tables import AccessKey
from tests.leagues import MONDAY, PutClock


@pytest.fixture
def ann(desk: Desk) -> NewPlayer:
    return add_player(desk, "Ann", organiser=True, lang="es")


def refused(desk: Desk, key: str) -> str:
    with pytest.raises(ArenaError) as error:
        authenticate(desk, key)
    for locale in ("ru", "en", "es"):
        assert not key or key not in error.value.text(locale)
    return error.value.code


def told(desk: Desk, player_id: int) -> list[tuple[str, object]]:
    with desk.read() as (session, _):
        return [(each.code, each.params["keys"]) for each in unread(session, player_id)]


def test_keys_have_a_beginning_256_bits_and_a_checksum_and_never_come_twice() -> None:
    keys = {make_key() for _ in range(200)}
    assert len(keys) == 200
    assert all(is_whole(key) and key.startswith("arena_") and len(key) == 55 for key in keys)


def test_the_checksum_tells_every_slip_of_one_character_and_every_swap() -> None:
    key = make_key()
    for place in range(len("arena_"), len(key)):
        slip = "x" if key[place] != "x" else "y"
        assert not is_whole(key[:place] + slip + key[place + 1 :])
    for place in range(len("arena_"), len(key) - 1):
        swapped = key[:place] + key[place + 1] + key[place] + key[place + 2 :]
        assert swapped == key or not is_whole(swapped)


def test_a_mistyped_key_is_told_from_an_unknown_one(desk: Desk, ann: NewPlayer) -> None:
    for given in ("", ann.key.lower(), ann.key.upper(), ann.key[:-1], f"{ann.key}\n", f" {ann.key}"):
        assert refused(desk, given) == "key-malformed"
    assert refused(desk, make_key()) == "key-unknown"


def test_a_key_stands_for_its_owner_and_only_its_hash_is_kept(desk: Desk, ann: NewPlayer) -> None:
    assert authenticate(desk, ann.key) == KeyOwner(ann.player.id, "Ann", True, "es")
    with desk.read() as (session, _):
        (row,) = session.exec(select(AccessKey)).all()
    assert len(row.hash) == 64
    assert row.prefix == ann.key[:12]
    assert not any(ann.key[12:] in str(value) for value in row.model_dump().values())


def test_the_last_use_is_noted_at_most_once_a_minute(desk: Desk, ann: NewPlayer, clock: PutClock) -> None:
    def last_use() -> datetime | None:
        return list_players(desk)[0].keys[0].last_used_at

    assert last_use() is None
    authenticate(desk, ann.key)
    clock.advance(seconds=59)
    authenticate(desk, ann.key)
    assert last_use() == MONDAY
    clock.advance(seconds=1)
    authenticate(desk, ann.key)
    assert last_use() == MONDAY + timedelta(minutes=1)


def test_a_revoked_key_stops_at_once_and_its_owner_is_told(desk: Desk, ann: NewPlayer) -> None:
    (revoked,) = revoke_keys(desk, ann.player.id)
    assert refused(desk, ann.key) == "key-revoked"
    assert revoked.revoked_at == MONDAY
    assert told(desk, ann.player.id) == [("notice-keys-revoked", ann.key[:12])]
    with pytest.raises(ArenaError, match="no key that works"):
        revoke_keys(desk, ann.player.id)


def test_a_rotated_key_stops_at_once_unless_it_is_kept(desk: Desk, ann: NewPlayer, clock: PutClock) -> None:
    second = rotate_key(desk, ann.player.id)
    assert refused(desk, ann.key) == "key-revoked"
    assert second.view.label == "1"
    third = rotate_key(desk, ann.player.id, keep_days=2, label="laptop")
    assert authenticate(desk, second.key) == authenticate(desk, third.key)
    clock.advance(days=2)
    assert refused(desk, second.key) == "key-revoked"
    assert authenticate(desk, third.key).name == "Ann"
    assert told(desk, ann.player.id)[-1] == ("notice-key-rotated", second.view.prefix)


def test_one_key_of_several_is_meant_by_its_label_or_its_beginning(desk: Desk, ann: NewPlayer) -> None:
    laptop = rotate_key(desk, ann.player.id, keep_days=90, label="laptop")
    with pytest.raises(ArenaError, match=rf"{ann.key[:12]} \(1\), {laptop.view.prefix} \(laptop\)"):
        revoke_keys(desk, ann.player.id, "phone")
    revoke_keys(desk, ann.player.id, "laptop")
    assert refused(desk, laptop.key) == "key-revoked"
    revoke_keys(desk, ann.player.id, ann.key[:12])
    assert refused(desk, ann.key) == "key-revoked"


def test_revoking_again_puts_off_no_end(desk: Desk, ann: NewPlayer, clock: PutClock) -> None:
    rotate_key(desk, ann.player.id, keep_days=1, label="new")
    rotate_key(desk, ann.player.id, keep_days=9, label="newer")
    assert list_players(desk)[0].keys[0].revoked_at == datetime(2026, 4, 21, 9, tzinfo=UTC)


def test_whoever_has_no_key_left_gets_a_new_one(desk: Desk, ann: NewPlayer) -> None:
    revoke_keys(desk, ann.player.id)
    made = rotate_key(desk, ann.player.id)
    assert authenticate(desk, made.key).name == "Ann"
    with desk.read() as (session, _):
        assert unread(session, ann.player.id)[-1].code == "notice-key-made"


def test_a_label_is_one_line_to_be_read(desk: Desk, ann: NewPlayer) -> None:
    for label in ("", " ", "a\nb", "x" * 41):
        with pytest.raises(ArenaError) as error:
            rotate_key(desk, ann.player.id, label=label)
        assert error.value.code == "key-label"
    assert authenticate(desk, ann.key).name == "Ann"


def test_a_forgotten_participant_gets_no_key(desk: Desk, ann: NewPlayer) -> None:
    forget_player(desk, ann.player.id)
    assert refused(desk, ann.key) == "key-unknown"
    for act in (rotate_key, revoke_keys):
        with pytest.raises(ArenaError) as error:
            act(desk, ann.player.id)
        assert error.value.code == "player-unknown"
