"""A preview of a draft's look: what it needs and what it costs."""

import pytest

from arena.desk.heroes.checking import preview_draft
from arena.desk.players.limits import Limited, left
from arena.errors import ArenaError
from arena.league.settings import league
from tests.arena.desk.played_runs import add_player


@pytest.fixture
def player(desk):
    return add_player(desk, "Anna")


def _spent(desk, player):
    with desk.read() as (session, now):
        return (
            league().limits.checks
            - left(session.connection(), desk, player, desk.calendar.local_date(now))[Limited.CHECKS]
        )


def test_a_look_is_shown_while_the_rest_is_unfinished_and_costs_a_check(desk, player, hero_data):
    sprite = hero_data()["sprite"]
    previewed = preview_draft(desk, player, {"sprite": sprite})
    assert previewed.sprite.model_dump(exclude_none=True) == {
        name: tuple(rows) for name, rows in sprite.items()
    }
    assert (previewed.others, previewed.left) == (4, league().limits.checks - 1)
    assert _spent(desk, player) == 1


@pytest.mark.parametrize("draft", ["{", "[]", {"sprite": {"palette": []}}, {}])
def test_what_has_no_valid_sprite_is_refused_and_costs_a_check(desk, player, draft):
    with pytest.raises(ArenaError) as caught:
        preview_draft(desk, player, draft)
    assert all(fault.path.split("/")[:2] in ([""], ["", "sprite"]) for fault in caught.value.faults)
    assert _spent(desk, player) == 1


def test_past_the_day_s_checks_there_is_no_preview(desk, player, hero_data, monkeypatch):
    for _ in range(league().limits.checks):
        preview_draft(desk, player, hero_data())
    monkeypatch.setattr("arena.desk.heroes.checking.check_look", None)
    with pytest.raises(ArenaError) as caught:
        preview_draft(desk, player, hero_data())
    assert caught.value.code == "limit-reached"


def test_a_preview_whose_answer_fails_is_not_counted(desk, player, hero_data):
    def broken(previewed):
        raise RuntimeError("ours")

    with pytest.raises(RuntimeError):
        preview_draft(desk, player, hero_data(), broken)
    assert _spent(desk, player) == 0
