"""Lists of battles, and battles fought again."""

from datetime import date

import pytest

from arena.battle import fight
from arena.desk.battles.listing import list_battles
from arena.desk.battles.replays import get_battle
from arena.desk.battles.suggesting import lost_battles
from arena.desk.heroes.documents import read_document
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero
from arena.desk.players.forgetting import forget_player
from arena.errors import ArenaError
from arena.hero import Hero
from arena.league.calendar import Job
from arena.store.tables import BattleRow, HeroVersion, RunState
from tests.arena.desk.played_runs import add_hero, add_player, add_run, play_tournament, store_battle
from tests.arena.desk.told_fields import PUBLIC, told_fields

TUESDAY, FRIDAY = date(2026, 4, 21), date(2026, 4, 24)
HIDDEN_FIELDS = {"rule", "energy", "knowledge", "skipped", "tick", "ticks", "exact", "hp_a", "hp_b", "hp"}


@pytest.fixture
def league(desk, clock, hero_data):
    """Two heroes with a battle on Tuesday: (player, hero) of each, and the run's id."""
    first = add_hero(desk, hero_data())
    second = add_hero(desk, hero_data({"/name": "Voxel", "/rules": ["enemy.hp < 50% -> heavy"]}))
    clock.put(2026, 4, 21, 20, 0)
    return first, second, _battle_on(desk, TUESDAY, (first[1], second[1]))


def _battle_on(desk, day, pair, state=RunState.DONE, **columns):
    with desk.store.write() as session:
        run = add_run(session, desk, Job.DAILY, day, state)
        run_id, moment = run.id, run.scheduled_for
    store_battle(desk, run_id, pair, moment, **columns)
    return run_id


def _refused(call, *arguments, **named):
    with pytest.raises(ArenaError) as caught:
        call(*arguments, **named)
    return caught.value


def test_a_battle_is_fought_again_from_what_is_stored(desk, league):
    (anna, pixel), (_, voxel), run = league
    view = get_battle(desk, anna, run, 0, "en")
    assert [fighter.hero_id for fighter in view.line.fighters] == [pixel, voxel]
    assert [fighter.is_own for fighter in view.line.fighters] == [True, False]
    assert view.no_log is None
    assert len(view.log) in (view.line.turns, view.line.turns - 1)
    assert min(view.designs.a.health, view.designs.b.health) == 0 or view.end == "ticks"


def test_a_battle_of_an_old_ruleset_is_the_same_after_heroes_and_rules_have_changed(
    desk, clock, league, hero_data
):
    (anna, pixel), (boris, voxel), _ = league
    clock.put(2026, 4, 22, 20, 0)
    run = _battle_on(desk, date(2026, 4, 22), (pixel, voxel), ruleset="v0")
    before = get_battle(desk, anna, run, 0, "en")
    for player, name in ((anna, "Renamed"), (boris, "Other")):
        save_hero(desk, player, hero_data({"/name": name, "/stats/hp": 20, "/stats/atk": 34, "/rules": []}))
    after = get_battle(desk, anna, run, 0, "en")
    assert after.ruleset == "v0"
    assert (after.log, after.end, after.line.winner) == (before.log, before.end, before.line.winner)
    assert after.line.fighters.a.name == "Renamed"
    with desk.store.read() as session:
        stored = session.get_one(BattleRow, (run, 0))
        versions = (stored.version_a, stored.version_b)
        old = [read_document(session.get_one(HeroVersion, each).document) for each in versions]
    again = fight(*old, stored.seed, "v0")
    assert (again.turns, again.hp_a, again.hp_b) == (stored.turns, stored.hp_a, stored.hp_b)


def test_a_stored_document_is_read_back_as_the_hero_it_was(desk, league):
    with desk.store.read() as session:
        document = session.get_one(HeroVersion, 1).document
    assert read_document(document) == Hero.model_validate_json(document)


@pytest.mark.parametrize("viewer", ["nobody", "somebody else", "the other participant"])
def test_nothing_hidden_of_another_s_hero_is_in_a_battle(desk, league, viewer):
    _, (boris, _), run = league
    who = {"nobody": None, "somebody else": add_player(desk, "Clara"), "the other participant": boris}[viewer]
    view = get_battle(desk, who, run, 0, "en")
    turns = [turn for turn in view.log if turn.side == "a" or viewer != "the other participant"]
    assert turns
    assert told_fields(turns) <= PUBLIC
    assert not told_fields([view.line, view.designs]) & HIDDEN_FIELDS
    text = repr([view.line, view.designs, turns])
    assert "self.hp < 40%" not in text
    assert "->" not in text


def test_a_battle_that_does_not_end_as_it_is_stored_shows_the_stored_outcome_and_says_so(desk, league):
    (anna, _), _, run = league
    with desk.store.write() as session:
        session.get_one(BattleRow, (run, 0)).turns += 1
    view = get_battle(desk, anna, run, 0, "en")
    assert (view.log, view.no_log.code) == (None, "replay-differs")
    assert view.line.winner in ("a", "b", None)


def test_a_battle_of_another_kernel_says_which_version_it_needs(desk, league):
    (anna, _), _, run = league
    with desk.store.write() as session:
        session.get_one(BattleRow, (run, 0)).kernel = 7
    no_log = get_battle(desk, anna, run, 0, "en").no_log
    assert (no_log.code, no_log.params["needed"]) == ("replay-kernel", 7)
    assert "7" in no_log.text("es")


def test_a_hero_packed_by_another_version_says_which_one_is_needed(desk, league):
    (anna, _), _, run = league
    with desk.store.write() as session:
        version = session.get_one(HeroVersion, 1)
        version.record = (9).to_bytes(2, "little") + version.record[2:]
    no_log = get_battle(desk, anna, run, 0, "en").no_log
    assert (no_log.code, no_log.reason, no_log.params["needed"]) == ("replay-kernel", "record", 9)


def test_of_a_battle_with_a_forgotten_hero_the_outcome_stays(desk, league):
    (anna, _), (boris, voxel), run = league
    before = get_battle(desk, anna, run, 0, "en")
    forget_player(desk, boris)
    view = get_battle(desk, anna, run, 0, "en")
    assert (view.log, view.no_log.code) == (None, "replay-forgotten")
    assert view.line.winner == before.line.winner
    assert view.designs.b.health == before.designs.b.health
    assert (view.line.fighters.b.name, view.designs.b.look) == (f"Forgotten hero {voxel}", None)


def test_a_hidden_hero_fights_on_under_a_pseudonym_without_its_look(desk, league):
    (anna, _), (_, voxel), run = league
    hide_hero(desk, "Voxel", "rude", "en")
    view = get_battle(desk, anna, run, 0, "ru")
    assert view.line.fighters.b.name == f"Скрытый герой {voxel}"
    assert view.designs.b.look is None
    assert view.log
    assert list_battles(desk, anna, "en").rows[0].fighters.b.name == f"Hidden hero {voxel}"


@pytest.mark.parametrize(("run", "number"), [(99, 0), (1, 5), (1, -1), (-1, 0), (10**30, 0), (1, 10**30)])
def test_a_battle_that_does_not_exist_is_refused(desk, league, run, number):
    assert _refused(get_battle, desk, None, run, number, "en").code == "battle-unknown"


@pytest.mark.parametrize("state", [RunState.DUE, RunState.RUNNING, RunState.FAILED, RunState.SKIPPED])
def test_an_unfinished_run_shows_nothing(desk, league, state):
    (_, pixel), (_, voxel), _ = league
    run = _battle_on(desk, date(2026, 4, 22), (pixel, voxel), state)
    assert _refused(get_battle, desk, None, run, 0, "en").code == "battle-unknown"
    assert not list_battles(desk, None, "en", run_id=run).rows


def test_a_tournament_is_seen_from_its_results_on(desk, clock, league):
    run = play_tournament(desk, FRIDAY)
    clock.put(2026, 4, 24, 11, 59, 59)
    error = _refused(get_battle, desk, None, run, 0, "en")
    assert (error.code, error.faults[0].params["utc"]) == ("tournament-not-visible", "2026-04-24T12:00:00Z")
    assert not list_battles(desk, None, "en", run_id=run).rows
    assert not list_battles(desk, None, "en", day=FRIDAY).rows
    clock.put(2026, 4, 24, 12, 0)
    assert get_battle(desk, None, run, 0, "en").log
    assert list_battles(desk, None, "en", run_id=run).rows[0].job == "tournament"


def test_lost_battles_are_those_that_the_other_side_won_the_newest_run_first(desk, clock, hero_data):
    anna, pixel = add_hero(desk, hero_data())
    boris, voxel = add_hero(desk, hero_data({"/name": "Voxel"}))
    clock.put(2026, 4, 22, 20, 0)
    tuesday = _battle_on(desk, TUESDAY, (pixel, voxel), winner=1)
    wednesday = _battle_on(desk, date(2026, 4, 22), (voxel, pixel), winner=0)
    moment = desk.clock()
    for number, (pair, winner) in enumerate(
        [((pixel, voxel), 0), ((pixel, voxel), -1), ((voxel, pixel), 1), ((pixel, voxel), 1)], start=1
    ):
        store_battle(desk, wednesday, pair, moment, number, winner=winner)
    lost = (f"{wednesday}-0", f"{wednesday}-4", f"{tuesday}-0")
    assert lost_battles(desk, anna, 10) == lost
    assert lost_battles(desk, anna, 2) == lost[:2]
    assert lost_battles(desk, boris, 10) == (f"{wednesday}-1", f"{wednesday}-3")
    assert lost_battles(desk, add_player(desk, "Clara"), 10) == ()


def test_battles_lost_in_a_tournament_are_told_from_its_results_on(desk, clock, league):
    (anna, _), (boris, _), _ = league
    run = play_tournament(desk, FRIDAY)

    def lost():
        both = (*lost_battles(desk, anna, 10), *lost_battles(desk, boris, 10))
        return [each for each in both if each.startswith(f"{run}-")]

    clock.put(2026, 4, 24, 11, 59, 59)
    assert not lost()
    clock.put(2026, 4, 24, 12, 0)
    assert lost()


def test_battles_are_listed_by_hero_run_and_day_the_newest_run_first(desk, clock, league, hero_data):
    (anna, pixel), (_, voxel), tuesday = league
    _, other = add_hero(desk, hero_data({"/name": "Third"}))
    clock.put(2026, 4, 22, 20, 0)
    wednesday = _battle_on(desk, date(2026, 4, 22), (voxel, other))

    def listed(**filters):
        return [line.run_id for line in list_battles(desk, anna, "en", **filters).rows]

    assert listed() == [wednesday]
    assert listed(hero=str(pixel)) == [tuesday]
    assert listed(hero=str(voxel)) == [wednesday, tuesday]
    assert listed(hero=str(voxel), run_id=tuesday) == [tuesday]
    assert listed(day=TUESDAY) == [tuesday]
    assert listed(hero=str(other), day=TUESDAY) == []
    assert listed(run_id=999) == []


def test_pages_go_through_runs_without_gap_or_repeat(desk, clock, league):
    (_, pixel), (_, voxel), run = league
    for number in range(1, 4):
        with desk.store.read():
            store_battle(desk, run, (voxel, pixel), clock.now, number)
    clock.put(2026, 4, 22, 20, 0)
    later = _battle_on(desk, date(2026, 4, 22), (pixel, voxel))
    seen, cursor = [], None
    while True:
        page = list_battles(desk, None, "en", hero=str(pixel), limit=2, cursor=cursor)
        seen += [(line.run_id, line.number) for line in page.rows]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == [(later, 0), *((run, number) for number in range(4))]


@pytest.mark.parametrize("cursor", ["", "x", "1", "1_2_3", "1_" + "9" * 30, "٣_١"])
def test_what_is_no_cursor_is_refused(desk, cursor):
    assert _refused(list_battles, desk, None, "en", cursor=cursor).code == "page-cursor"


def test_a_cursor_past_every_battle_gives_an_empty_page(desk, league):
    assert list_battles(desk, None, "en", cursor=f"{league[2]}_{'9' * 12}").rows == ()


@pytest.mark.parametrize("limit", [0, -1, 101])
def test_a_page_has_1_to_100_rows(desk, limit):
    assert _refused(list_battles, desk, None, "en", limit=limit).code == "page-limit"
