"""The key turns of a battle, how often own rules fired, and what a battle is called."""

from datetime import date

import pytest

from arena.battle import Sides, fight
from arena.desk.battles.ids import battle_id, read_battle_id, read_typed_id
from arena.desk.battles.key_turns import MOST_BLOWS, fired, key_turns
from arena.desk.battles.listing import list_battles
from arena.desk.battles.public_log import public_log
from arena.desk.battles.replays import get_battle
from arena.desk.heroes.saving import save_hero
from arena.errors import ArenaError
from arena.league.calendar import Job
from tests.arena.desk.played_runs import add_hero, add_run, play_tournament, store_battle

FRIDAY = date(2026, 4, 24)


@pytest.fixture
def log(make_hero):
    """A battle's public log for the owner of side A."""
    heroes = Sides(make_hero(), make_hero({"/name": "Voxel"}))
    return public_log(fight(*heroes, 5, "v1"), heroes, Sides(True, False))


def test_key_turns_are_the_hardest_the_ultimates_and_the_last_in_their_order(log):
    told = key_turns(log)
    assert [turn.number for turn in told] == sorted({turn.number for turn in told})
    assert told[-1] is log[-1]
    ultimates = [turn for turn in log if turn.action == "ultimate"]
    assert set(ultimates) <= set(told)
    hardest = sorted((turn.damage for turn in log), reverse=True)[:MOST_BLOWS]
    assert sorted((turn.damage for turn in told), reverse=True)[:MOST_BLOWS] == hardest
    assert len(told) <= MOST_BLOWS + len(ultimates) + 1


def test_of_no_turns_none_is_a_key_turn():
    assert key_turns(()) == ()


def test_what_decided_own_turns_adds_up_to_them(log, make_hero):
    did = fired(log, len(make_hero().rules))
    assert len(did.rules) == len(make_hero().rules)
    assert sum(did.rules) > 0
    assert sum(did.rules) + did.none + did.stunned == sum(turn.side == "a" for turn in log)


def test_the_turns_of_a_stranger_s_hero_count_for_no_rule(make_hero):
    heroes = Sides(make_hero(), make_hero({"/name": "Voxel"}))
    shown = public_log(fight(*heroes, 5, "v1"), heroes, Sides(False, False))
    did = fired(shown, 3)
    assert (did.rules, did.none, did.stunned) == ((0, 0, 0), 0, 0)


def test_a_battle_s_id_is_read_back():
    assert read_battle_id(battle_id(12, 3)) == (12, 3)
    assert read_battle_id(battle_id(1, 0)) == (1, 0)
    assert read_typed_id(" #12-3 ") == (12, 3)


@pytest.mark.parametrize(
    "given",
    ["", "12", "12-", "-3", "a-b", "12-3-4", "٣-٤", "1-" + "9" * 19, "012-3", "12-03", "12-00", "##12-3"],
)
@pytest.mark.parametrize("read", [read_battle_id, read_typed_id])
def test_what_is_no_battle_s_id_is_refused_with_its_form(read, given):
    with pytest.raises(ArenaError) as caught:
        read(given)
    assert caught.value.code == "battle-unknown"
    assert "12-3" in caught.value.text("es")


@pytest.mark.parametrize("given", ["#12-3", " 12-3", "12-3\n"])
def test_in_an_address_an_id_stands_in_one_way(given):
    with pytest.raises(ArenaError) as caught:
        read_battle_id(given)
    assert caught.value.code == "battle-unknown"


def test_own_rules_are_those_of_that_day_and_only_the_owner_s(desk, clock, hero_data):
    anna, pixel = add_hero(desk, hero_data({"/rules": ["turn <= 2 -> heavy"]}))
    boris, voxel = add_hero(desk, hero_data({"/name": "Voxel", "/rules": ["turn <= 3 -> shield"]}))
    clock.put(2026, 4, 21, 20, 0)
    with desk.store.write() as session:
        run = add_run(session, desk, Job.DAILY, date(2026, 4, 21))
        run_id, moment = run.id, run.scheduled_for
    store_battle(desk, run_id, (pixel, voxel), moment)
    save_hero(desk, anna, hero_data({"/rules": []}))
    told = {who: get_battle(desk, who, run_id, 0, "en").own_rules for who in (anna, boris, None)}
    assert told == {anna: ("turn <= 2 -> heavy",), boris: ("turn <= 3 -> shield",), None: None}


def test_a_list_says_when_the_tournament_that_was_asked_for_can_be_seen(desk, clock, hero_data):
    for name in ("Pixel", "Voxel"):
        add_hero(desk, hero_data({"/name": name}))
    run = play_tournament(desk, FRIDAY)
    clock.put(2026, 4, 24, 11, 59)
    for asked in ({"run_id": run}, {"day": FRIDAY}, {"day": FRIDAY, "hero": "Voxel"}):
        page = list_battles(desk, None, "en", **asked)
        assert (page.rows, page.not_visible.code) == ((), "tournament-not-visible")
        assert "15:00" in page.not_visible.text("en")
    assert list_battles(desk, None, "en", day=date(2026, 4, 23)).not_visible is None
    assert list_battles(desk, None, "en").not_visible is None
    clock.put(2026, 4, 24, 12, 0)
    page = list_battles(desk, None, "en", hero="voxel", day=FRIDAY)
    assert (len(page.rows), page.not_visible) == (1, None)


def test_battles_of_a_hero_that_is_not_there_are_refused_with_one_that_is_alike(desk, hero_data):
    add_hero(desk, hero_data({"/name": "Voxel"}))
    with pytest.raises(ArenaError) as caught:
        list_battles(desk, None, "en", hero="Voxal")
    assert (caught.value.code, caught.value.faults[0].params["nearest"]) == ("no-such-hero", "Voxel")


@pytest.mark.parametrize("run", [-(10**30), 0, 10**30])
def test_a_run_that_no_database_can_hold_has_no_battles(desk, run):
    assert list_battles(desk, None, "en", run_id=run).rows == ()
