"""The log of organisers' acts upon participants: what it says of each, and how long."""

import json
from collections.abc import Callable
from datetime import date

import pytest
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.experience.ledger import correct_experience
from arena.desk.players.changing import change_player
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import revoke_keys, rotate_key
from arena.desk.players.register import add_player
from arena.store.tables import Notice

DAY = date(2026, 4, 20)


@pytest.fixture
def boss(desk: Desk) -> int:
    return add_player(desk, "Boss", organiser=True).player.id


@pytest.fixture
def ann(desk: Desk, boss: int) -> int:
    return add_player(desk, "Ann", organiser_id=boss).player.id


def log(desk: Desk, about: int) -> list[tuple[str, dict[str, object]]]:
    with desk.read() as (session, _):
        rows = session.exec(select(Notice).where(col(Notice.about_id) == about).order_by(col(Notice.id)))
        found = list(rows)
    assert all((row.player_id, row.read_at) == (None, None) for row in found)
    return [(row.code, json.loads(row.params)) for row in found]


@pytest.mark.parametrize("by_command", [True, False])
@pytest.mark.parametrize(
    ("act", "code", "told"),
    [
        (revoke_keys, "keys-revoked", {"keys": "prefix"}),
        (rotate_key, "key-rotated", {"keys": "prefix", "new": "other prefix"}),
        (forget_player, "player-forgotten", {}),
        (
            lambda desk, who, organiser_id: correct_experience(
                desk, who, 5, "sorry", DAY, organiser_id=organiser_id
            ),
            "experience-corrected",
            {"xp": 5, "key": "sorry"},
        ),
        (
            lambda desk, who, organiser_id: change_player(
                desk, who, address="ann@example.org", organiser=True, organiser_id=organiser_id
            ),
            "player-changed",
            {"address": True, "lang": None, "is_organiser": True},
        ),
    ],
)
def test_each_act_is_logged_with_who_did_it(
    desk: Desk,
    boss: int,
    ann: int,
    act: Callable[..., object],
    code: str,
    told: dict[str, object],
    by_command: bool,
) -> None:
    assert log(desk, ann) == [("player-added", {"is_organiser": False, "organiser": boss})]
    act(desk, ann, organiser_id=None if by_command else boss)
    written_code, params = log(desk, ann)[-1]
    assert written_code == code
    assert params.pop("organiser") == ("command line" if by_command else boss)
    for name, value in params.items():
        assert value == told[name] or (str(value).startswith("arena_") and "prefix" in str(told[name]))
    assert params.keys() == told.keys()


def test_a_key_made_where_none_opens_is_logged_as_that(desk: Desk, ann: int) -> None:
    revoke_keys(desk, ann)
    made = rotate_key(desk, ann)
    assert log(desk, ann)[-1] == ("key-made", {"organiser": "command line", "new": made.view.prefix})


def test_no_address_is_ever_in_the_log(desk: Desk, ann: int) -> None:
    change_player(desk, ann, address="json://user:hidden@example.org/x")
    assert "hidden" not in str(log(desk, ann))


def test_what_a_participant_changes_itself_is_no_act(desk: Desk, ann: int) -> None:
    before = log(desk, ann)
    change_player(desk, ann, lang="es", by_organiser=False)
    assert log(desk, ann) == before
