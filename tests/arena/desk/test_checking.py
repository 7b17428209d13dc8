"""Checking a draft at the participant's level, and what it costs."""

import json

import pytest
from sqlmodel import col, select

from arena.desk.heroes.checking import check_draft, checked
from arena.desk.players.limits import Limited, left
from arena.errors import ArenaError, Fault
from arena.hero import name_key
from arena.league.settings import league
from arena.store.tables import HeroRow, Usage
from tests.arena.desk.played_runs import add_hero, add_player


@pytest.fixture
def player(desk):
    return add_player(desk, "Anna")


def _checks_left(desk, player):
    today = desk.calendar.local_date(desk.clock())
    with desk.store.read() as session:
        return left(session.connection(), desk, player, today)[Limited.CHECKS]


@pytest.mark.parametrize("draft", ["", "{", "[]", b"\xff", "{}", {"name": "X"}, {"deep": [[[[[]]]]]}])
def test_a_draft_of_any_content_costs_one_check_and_is_told_its_faults(desk, player, draft):
    before = _checks_left(desk, player)
    check = check_draft(desk, player, draft).check
    assert check.hero is None
    assert check.faults
    assert _checks_left(desk, player) == before - 1


def test_a_good_draft_costs_a_check_too_and_is_given_as_a_hero(desk, player, hero_data):
    check = check_draft(desk, player, json.dumps(hero_data())).check
    assert check.hero.name == "Pixel"
    assert _checks_left(desk, player) == league().limits.checks - 1


def test_a_taken_name_is_a_fault_beside_the_others(desk, player, hero_data):
    owner, _ = add_hero(desk, hero_data())
    check = check_draft(desk, player, hero_data({"/name": "PIXEL", "/stats/hp": 90})).check
    assert check.hero is None
    assert check.faults[0] == Fault("hero-name-taken", "/name", {"name": "PIXEL"})
    assert len(check.faults) > 1
    assert check_draft(desk, player, hero_data({"/name": "golem"})).check.faults[0].reason == "roster"
    assert check_draft(desk, owner, hero_data()).check.hero


@pytest.mark.parametrize("name", ["PIXEL", "Рixel", "golem", "Pixel II", "Voxel"])
def test_a_check_and_a_save_agree_on_whose_a_name_is(desk, player, hero_data, name):
    add_hero(desk, hero_data())
    data = hero_data({"/name": name})
    found = check_draft(desk, player, data).check
    assert found == checked(desk, player, data)
    assert (found.hero is None) == (name in ("PIXEL", "Рixel", "golem"))


@pytest.mark.parametrize("name", ["", "x" * 500, "Pixel\x00", "\u202e", None, 7, ["Pixel"], {"a": 1}])
def test_what_is_no_name_is_not_looked_for(desk, player, hero_data, name):
    owner, _ = add_hero(desk, hero_data())
    with desk.write() as (session, _):
        taken = session.exec(select(HeroRow).where(col(HeroRow.player_id) == owner)).one()
        taken.name_key = name_key(str(name))
    codes = {fault.code for fault in check_draft(desk, player, hero_data({"/name": name})).check.faults}
    assert codes
    assert "hero-name-taken" not in codes


def test_past_the_limit_a_draft_is_not_even_read(desk, player, monkeypatch):
    with desk.write() as (session, now):
        day, most = desk.calendar.local_date(now), league().limits.checks
        session.add(Usage(player_id=player, day=day, kind=Limited.CHECKS, count=most))
    monkeypatch.setattr("arena.desk.heroes.checking.read_hero", None)
    with pytest.raises(ArenaError) as caught:
        check_draft(desk, player, "{")
    assert caught.value.code == "limit-reached"


def test_the_participant_s_level_gives_the_slots(desk, hero_data):
    draft = hero_data({"/rules": [f"turn >= {i} -> strike" for i in range(1, 6)]})
    assert check_draft(desk, add_player(desk, "New"), draft).check.faults[0].code == "too-many-rules"
    assert check_draft(desk, add_player(desk, "Old", xp_peak=100), draft).check.hero


def test_after_the_last_check_of_the_day_the_next_is_refused_until_tomorrow(desk, clock, player, hero_data):
    for _ in range(league().limits.checks):
        check_draft(desk, player, "{")
    with pytest.raises(ArenaError) as caught:
        check_draft(desk, player, hero_data())
    assert caught.value.code == "limit-reached"
    clock.put(2026, 4, 20, 21, 0)
    assert check_draft(desk, player, hero_data()).check.hero


def test_a_check_is_open_in_the_freeze(desk, clock, player, hero_data):
    clock.put(2026, 4, 24, 8, 0)
    assert check_draft(desk, player, hero_data()).check.hero


def test_a_failure_of_ours_is_not_counted(desk, player, hero_data, monkeypatch):
    def broken(*arguments):
        raise RuntimeError("ours")

    monkeypatch.setattr("arena.desk.heroes.checking.check_hero", broken)
    with pytest.raises(RuntimeError):
        check_draft(desk, player, hero_data())
    assert _checks_left(desk, player) == league().limits.checks
