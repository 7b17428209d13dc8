"""My digest: what a run was for one's own hero, and nothing that is hidden of others."""

import json
from datetime import date, timedelta

import pytest

from arena import roster
from arena.desk.desk import Desk
from arena.desk.digests import compose_day, compose_friday, my_digest, store_digest
from arena.desk.digests.again import fight_again
from arena.errors import ArenaError
from arena.league.calendar import Job
from arena.league.digest import my_digest_json
from arena.league.digest.mine import MyDigest
from arena.store.tables import BattleRow, HeroRow, HeroVersion, Player, RatingChange, Run
from tests.arena.desk.played import add_day, add_hero, add_run, add_tournament
from tests.leagues import PutClock, open_transactions

TUESDAY, FRIDAY = date(2026, 4, 21), date(2026, 4, 24)
FOUR = [1, 2, 3, 4]
PAIRS = [(1, 2), (3, 4), (1, 3), (2, 4), (4, 1), (2, 3)]


@pytest.fixture
def day(desk: Desk, clock: PutClock) -> Run:
    """A day of four dummies, everybody against everybody, with its digest."""
    with desk.write() as (session, now):
        for number, rating in zip(FOUR, (100000, 104000, 98000, 101000), strict=True):
            add_hero(session, now, number, rating, rated_battles=30)
        run = add_day(session, desk, TUESDAY, PAIRS, FOUR)
        clock.now = run.scheduled_for + timedelta(minutes=1)
        store_digest(session, compose_day(session, desk.calendar, run, clock.now), run, clock.now)
    return run


def everybody(desk: Desk) -> list[MyDigest]:
    return [my_digest(desk, player) for player in FOUR]


def test_the_three_battles_sum_up_to_the_change_of_the_rating(desk: Desk, day: Run) -> None:
    for mine in everybody(desk):
        assert len(mine.battles) == 3
        assert sum(battle.change or 0 for battle in mine.battles) == mine.change
    with desk.read() as (session, _):
        change = session.get_one(RatingChange, (day.id, 2))
        assert everybody(desk)[1].rating == change.before + change.change


def test_both_sides_tell_the_same_battle(desk: Desk, day: Run) -> None:
    told = [battle for mine in everybody(desk) for battle in mine.battles]
    assert sorted(battle.number for battle in told) == sorted([*range(6), *range(6)])
    for number in range(6):
        scores = sorted(battle.score for battle in told if battle.number == number)
        assert scores in ([0, 1], [-1, -1])


def test_places_before_and_after_are_those_of_all(desk: Desk, day: Run) -> None:
    digests = everybody(desk)
    assert [mine.place_before for mine in digests] == [3, 1, 4, 2]
    after = sorted(FOUR, key=lambda id_: -(digests[id_ - 1].rating or 0))
    assert [mine.place for mine in digests] == [after.index(id_) + 1 for id_ in FOUR]


def test_before_its_first_battle_nobody_had_a_place(desk: Desk, clock: PutClock) -> None:
    with desk.write() as (session, now):
        for number, rated in enumerate((0, 6), start=1):
            add_hero(session, now, number, rated_battles=rated)
        run = add_day(session, desk, TUESDAY, [(1, 2)], [1, 2])
        clock.now = run.scheduled_for + timedelta(minutes=1)
        store_digest(session, compose_day(session, desk.calendar, run, clock.now), run, clock.now)
    assert [my_digest(desk, player).place_before for player in (1, 2)] == [None, 2]


def test_the_busiest_rule_is_one_s_own(desk: Desk, day: Run) -> None:
    designs = list(roster.dummies().values())
    for number, mine in zip(FOUR, everybody(desk), strict=True):
        assert mine.rule is not None
        assert designs[number % 4].rules[mine.rule.number - 1] == mine.rule.text
        assert 0 < mine.rule.fired <= mine.rule.turns


def test_blows_are_what_opponents_can_do_and_no_more_than_all_damage(desk: Desk, day: Run) -> None:
    designs = list(roster.dummies().values())
    for mine in everybody(desk):
        lost = [battle for battle in mine.battles if battle.score == 0]
        known = {"strike", "ultimate"}.union(*(designs[b.opponent_id % 4].abilities for b in lost))
        assert {blow.action for blow in mine.blows} <= known
        assert bool(mine.blows) == bool(lost)
        assert 0 <= sum(blow.percent for blow in mine.blows) <= 101


def test_nothing_hidden_of_an_opponent_is_in_it(desk: Desk, day: Run) -> None:
    designs = list(roster.dummies().values())
    mine = everybody(desk)[0]
    written = json.dumps(my_digest_json(mine))
    others = {rule for number in (2, 3, 4) for rule in designs[number % 4].rules} - set(designs[1].rules)
    assert not [rule for rule in others if json.dumps(rule)[1:-1] in written]
    assert set(my_digest_json(mine)["battles"][0]) == {
        "run_id", "number", "round", "opponent", "opponent_id", "opponent_rating", "score", "turns", "change",
    }  # fmt: skip


def test_a_battle_with_a_forgotten_hero_keeps_its_outcome_and_tells_no_blows(desk: Desk, day: Run) -> None:
    before = my_digest(desk, 1)
    with desk.write() as (session, _):
        session.get_one(HeroVersion, 2).document = None
        session.get_one(HeroRow, 2).name = ""
    mine = my_digest(desk, 1, locale="en")
    assert (before.unseen, mine.unseen) == (0, 1)
    assert [each.score for each in mine.battles] == [each.score for each in before.battles]
    assert "Hero 2" not in json.dumps(my_digest_json(mine))


def test_battles_of_another_kernel_are_not_fought_again(desk: Desk, day: Run) -> None:
    with desk.write() as (session, _):
        for number in range(6):
            session.get_one(BattleRow, (day.id, number)).kernel = 0
    mine = my_digest(desk, 1)
    assert (mine.unseen, mine.rule, mine.blows) == (3, None, ())


def test_a_hero_that_rested_is_told_so(desk: Desk, day: Run) -> None:
    with desk.write() as (session, now):
        add_hero(session, now, 5)
    mine = my_digest(desk, 5)
    assert (mine.battles, mine.place, mine.rating) == ((), None, None)


def test_battles_are_fought_again_when_all_was_read(
    desk: Desk, day: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def watched(*battle: object) -> object:
        seen.append(open_transactions(desk))
        return fight_again(*battle)

    monkeypatch.setattr("arena.desk.digests.mine.fight_again", watched)
    assert len(my_digest(desk, 1).battles) == 3
    assert seen == [(0, 0)] * 3


def test_a_participant_without_a_hero_is_refused(desk: Desk, day: Run) -> None:
    with desk.write() as (session, now):
        session.add(Player(id=99, name="Somebody", name_key="somebody", lang="en", created_at=now))
    with pytest.raises(ArenaError) as refused:
        my_digest(desk, 99)
    assert refused.value.code == "no-hero"


def test_a_tournament_has_places_and_byes_and_no_rating(desk: Desk, day: Run, clock: PutClock) -> None:
    with desk.write() as (session, _):
        add_tournament(session, desk, FRIDAY, [2, 1, 3])
        run = add_run(session, desk, Job.RESULTS, FRIDAY)
        clock.now = run.scheduled_for
        store_digest(session, compose_friday(session, desk.calendar, run, clock.now), run, clock.now)
    first, rested, absent = (my_digest(desk, player) for player in (2, 3, 4))
    assert (first.place, first.heroes, first.rating, first.bye) == (1, 3, None, None)
    assert [(each.opponent, each.change) for each in first.battles] == [("Hero 1", None)]
    assert (rested.place, rested.bye, rested.battles) == (3, 1, ())
    assert (absent.place, absent.battles) == (None, ())
