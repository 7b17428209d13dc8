"""A participant's hero: saving it in versions, withdrawing and returning it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from sqlmodel import select

from arena.battle import pack
from arena.desk.heroes import saving
from arena.desk.heroes.own import my_hero, my_versions
from arena.desk.heroes.saving import Participation, return_hero, save_hero, withdraw_hero
from arena.desk.players.limits import Limited, left
from arena.errors import ArenaError
from arena.hero import Hero
from arena.hero.record import RECORD
from arena.league.settings import league
from arena.store.tables import HeroRow, HeroState, HeroVersion
from tests.arena.desk.played_runs import add_hero, add_player

FRIDAY_FREEZE = (2026, 4, 23, 21, 0)
"""Friday 00:00 in Moscow."""
FREEZE_END = (2026, 4, 24, 11, 0)


@pytest.fixture
def player(desk):
    return add_player(desk, "Anna")


def _refused(call, *arguments, **named):
    with pytest.raises(ArenaError) as caught:
        call(*arguments, **named)
    return caught.value


def _rows(desk, model):
    with desk.store.read() as session:
        return session.exec(select(model).order_by(model.id)).all()


def _checks_left(desk, player):
    today = desk.calendar.local_date(desk.clock())
    with desk.store.read() as session:
        return left(session.connection(), desk, player, today)[Limited.CHECKS]


def test_the_first_save_makes_a_hero_that_takes_part_from_now_on(desk, clock, player, hero_data):
    saved = save_hero(desk, player, hero_data())
    assert (saved.version, saved.changed, saved.active, saved.hidden) == (1, True, True, False)
    (hero,), (version,), (state,) = (_rows(desk, model) for model in (HeroRow, HeroVersion, HeroState))
    assert (hero.name, hero.rating, hero.rated_battles) == ("Pixel", league().elo.start, 0)
    assert (hero.version_id, hero.created_at) == (version.id, clock.now)
    assert (state.hero_id, state.version_id, state.active, state.since) == (
        hero.id, version.id, True, clock.now,
    )  # fmt: skip


def test_a_version_keeps_the_document_and_the_packed_hero_that_fights(desk, player, hero_data):
    save_hero(desk, player, json.dumps(hero_data()))
    (version,) = _rows(desk, HeroVersion)
    hero = Hero.model_validate_json(version.document)
    assert hero == Hero.model_validate(hero_data())
    assert np.array_equal(np.frombuffer(version.record, RECORD), pack([hero]))


@pytest.mark.parametrize("form", [json.dumps, lambda data: json.dumps(data).encode(), dict])
def test_a_hero_is_saved_from_text_bytes_or_plain_data(desk, player, hero_data, form):
    assert save_hero(desk, player, form(hero_data())).version == 1


def test_the_same_document_again_makes_no_new_version(desk, clock, player, hero_data):
    save_hero(desk, player, hero_data())
    clock.advance(hours=1)
    again = save_hero(desk, player, json.dumps(hero_data(), indent=4))
    assert (again.version, again.changed) == (1, False)
    assert len(_rows(desk, HeroState)) == 1


def test_the_same_document_under_a_newer_ruleset_is_a_new_version(desk, player, hero_data):
    save_hero(desk, player, hero_data())
    with desk.store.write() as session:
        session.exec(select(HeroVersion)).one().ruleset = "v0"
    again = save_hero(desk, player, hero_data())
    assert (again.version, again.changed) == (2, True)


def test_a_changed_hero_is_the_next_version_and_keeps_its_rating(desk, clock, player, hero_data):
    first = save_hero(desk, player, hero_data())
    with desk.store.write() as session:
        session.get_one(HeroRow, first.hero_id).rating = 123_456
    clock.advance(hours=1)
    second = save_hero(desk, player, hero_data({"/name": "Voxel", "/motto": "New"}), expected_version=1)
    assert (second.hero_id, second.version, second.name) == (first.hero_id, 2, "Voxel")
    (hero,) = _rows(desk, HeroRow)
    assert (hero.name, hero.rating) == ("Voxel", 123_456)
    assert [version.number for version in _rows(desk, HeroVersion)] == [1, 2]


def test_a_save_from_an_old_version_is_refused_and_told_the_current_one(desk, player, hero_data):
    save_hero(desk, player, hero_data())
    save_hero(desk, player, hero_data({"/motto": "Two"}))
    error = _refused(save_hero, desk, player, hero_data({"/motto": "Three"}), expected_version=1)
    assert (error.code, error.faults[0].params["current"]) == ("version-conflict", 2)
    assert my_hero(desk, player).document["motto"] == "Two"


@pytest.mark.parametrize(("expected", "accepted"), [(0, True), (None, True), (1, False)])
def test_before_the_first_save_the_expected_version_is_0(desk, player, hero_data, expected, accepted):
    if accepted:
        assert save_hero(desk, player, hero_data(), expected_version=expected).version == 1
    else:
        error = _refused(save_hero, desk, player, hero_data(), expected_version=expected)
        assert (error.code, error.faults[0].reason) == ("version-conflict", "none")


@pytest.mark.parametrize("name", ["Pixel", "PIXEL", "Рixel", "  pixel "])
def test_a_second_hero_of_the_same_name_is_refused(desk, player, hero_data, name):
    add_hero(desk, hero_data())
    assert _refused(save_hero, desk, player, hero_data({"/name": name})).code == "hero-name-taken"


@pytest.mark.parametrize("name", ["Легаси-голем", "golem", "PM", "Knight"])
def test_a_name_of_the_roster_is_refused(desk, player, hero_data, name):
    error = _refused(save_hero, desk, player, hero_data({"/name": name}))
    assert (error.code, error.faults[0].reason) == ("hero-name-taken", "roster")


def test_a_name_that_was_given_up_is_free(desk, player, hero_data):
    other, _ = add_hero(desk, hero_data())
    save_hero(desk, other, hero_data({"/name": "Voxel"}))
    assert save_hero(desk, player, hero_data()).name == "Pixel"


def test_a_save_refused_for_its_content_tells_every_fault_and_costs_a_check(desk, player, hero_data):
    before = _checks_left(desk, player)
    error = _refused(save_hero, desk, player, hero_data({"/stats/hp": 90, "/rules": ["nonsense"]}))
    assert len(error.faults) >= 2
    assert _checks_left(desk, player) == before - 1
    assert not _rows(desk, HeroRow)


def test_a_save_that_is_not_json_costs_a_check_too(desk, player):
    before = _checks_left(desk, player)
    assert _refused(save_hero, desk, player, "{").code == "json-syntax"
    assert _checks_left(desk, player) == before - 1


def test_a_good_save_costs_no_check_and_one_with_a_taken_name_does(desk, player, hero_data):
    add_hero(desk, hero_data())
    before = _checks_left(desk, player)
    save_hero(desk, player, hero_data({"/name": "Voxel"}))
    assert _checks_left(desk, player) == before
    assert _refused(save_hero, desk, player, hero_data()).code == "hero-name-taken"
    assert _checks_left(desk, player) == before - 1


def test_a_name_that_is_taken_while_the_draft_is_checked_costs_a_check_too(
    desk, player, hero_data, monkeypatch
):
    checked, before = saving.checked, _checks_left(desk, player)

    def check_and_lose(*arguments):
        found = checked(*arguments)
        monkeypatch.undo()
        add_hero(desk, hero_data())
        return found

    monkeypatch.setattr(saving, "checked", check_and_lose)
    assert _refused(save_hero, desk, player, hero_data()).code == "hero-name-taken"
    assert _checks_left(desk, player) == before - 1


def test_slots_are_those_of_the_highest_experience_that_was_reached(desk, hero_data):
    fifth_rule = hero_data({"/rules": [f"turn >= {i} -> strike" for i in range(1, 6)]})
    beginner = add_player(desk, "Beginner")
    once_higher = add_player(desk, "Once higher", xp=0, xp_peak=100)
    assert _refused(save_hero, desk, beginner, fifth_rule).code == "too-many-rules"
    assert save_hero(desk, once_higher, fifth_rule).version == 1


def test_nothing_is_edited_in_the_freeze_and_the_refusal_tells_its_end(desk, clock, player, hero_data):
    save_hero(desk, player, hero_data())
    clock.put(*FRIDAY_FREEZE)
    for call in (lambda: save_hero(desk, player, hero_data({"/motto": "Late"})),
                 lambda: withdraw_hero(desk, player), lambda: return_hero(desk, player)):  # fmt: skip
        error = _refused(call)
        assert error.code == "edits-frozen"
        assert error.faults[0].params["utc"] == "2026-04-24T11:00:00Z"
        assert "2026-04-24 14:00" in error.text("ru")


def test_edits_are_open_just_before_the_freeze_and_from_its_end_on(desk, clock, player, hero_data):
    clock.put(*FRIDAY_FREEZE)
    clock.advance(microseconds=-1)
    assert save_hero(desk, player, hero_data()).version == 1
    clock.put(*FREEZE_END)
    assert withdraw_hero(desk, player).active is False


def test_a_faulty_save_in_the_freeze_is_told_of_the_freeze_and_costs_nothing(desk, clock, player, hero_data):
    clock.put(*FRIDAY_FREEZE)
    before = _checks_left(desk, player)
    assert _refused(save_hero, desk, player, hero_data({"/stats/hp": 90})).code == "edits-frozen"
    assert _checks_left(desk, player) == before


def test_a_withdrawn_hero_is_saved_without_being_returned(desk, clock, player, hero_data):
    save_hero(desk, player, hero_data())
    assert withdraw_hero(desk, player).active is False
    clock.advance(hours=1)
    saved = save_hero(desk, player, hero_data({"/motto": "Rested"}))
    assert (saved.version, saved.active) == (2, False)
    assert [state.active for state in _rows(desk, HeroState)] == [True, False, False]
    assert return_hero(desk, player).active is True
    assert my_hero(desk, player).version == 2


@pytest.mark.parametrize("call", [withdraw_hero, return_hero])
def test_without_a_hero_there_is_none_to_withdraw_or_return(desk, player, call):
    assert _refused(call, desk, player).code == "no-hero"


def test_a_hero_is_withdrawn_once_and_returned_once(desk, clock, player, hero_data):
    save_hero(desk, player, hero_data())
    saved = clock.now
    assert return_hero(desk, player) == Participation(1, "Pixel", active=True, since=saved, changed=False)
    clock.advance(hours=1)
    gone = withdraw_hero(desk, player)
    assert gone == Participation(1, "Pixel", active=False, since=clock.now, changed=True)
    clock.advance(hours=1)
    save_hero(desk, player, hero_data({"/motto": "Rested"}))
    assert withdraw_hero(desk, player) == replace(gone, changed=False)
    assert len(_rows(desk, HeroState)) == 3


def test_a_clock_that_was_put_back_makes_no_state_older_than_the_last(desk, clock, player, hero_data):
    save_hero(desk, player, hero_data())
    first = clock.now
    clock.advance(hours=-5)
    withdraw_hero(desk, player)
    assert [state.since for state in _rows(desk, HeroState)] == [first, first]


def test_the_owner_reads_every_version_whole(desk, clock, player, hero_data):
    save_hero(desk, player, hero_data())
    clock.advance(hours=1)
    save_hero(desk, player, hero_data({"/motto": "Two"}))
    now, before = my_hero(desk, player), my_hero(desk, player, 1)
    assert (now.version, now.current_version, now.document["motto"]) == (2, 2, "Two")
    assert (before.version, before.current_version) == (1, 2)
    assert before.document["rules"] == hero_data()["rules"]
    assert before.document["stats"] == hero_data()["stats"]


@pytest.mark.parametrize("version", [0, 2, -1, 10**30])
def test_a_version_that_does_not_exist_is_refused_with_those_that_do(desk, player, hero_data, version):
    save_hero(desk, player, hero_data())
    error = _refused(my_hero, desk, player, version)
    assert (error.code, error.faults[0].params["newest"]) == ("hero-version-unknown", 1)


def test_versions_are_listed_newest_first_in_pages(desk, player, hero_data):
    for number in range(5):
        save_hero(desk, player, hero_data({"/motto": f"Motto {number}"}))
    first = my_versions(desk, player, limit=3)
    assert [(line.version, line.is_current) for line in first.rows] == [(5, True), (4, False), (3, False)]
    second = my_versions(desk, player, limit=3, cursor=first.next_cursor)
    assert ([line.version for line in second.rows], second.next_cursor) == ([2, 1], None)


def test_without_a_hero_there_is_nothing_to_read(desk, player):
    assert _refused(my_hero, desk, player).code == "no-hero"
    assert _refused(my_versions, desk, player).code == "no-hero"
