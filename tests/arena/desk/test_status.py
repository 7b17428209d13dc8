"""How a participant stands: all of it at once, right at any moment of the week."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.experience.ledger import add_library_points, correct_experience
from arena.desk.players.limits import Limited, spend
from arena.desk.players.notices import tell
from arena.desk.players.register import add_player
from arena.desk.players.status import status
from arena.errors import ArenaError
from arena.hero import Slots
from arena.league.calendar import Job
from arena.rulesets import load_ruleset
from arena.store.tables import HeroRow, HeroVersion, Run, Secret, Vote
from tests.leagues import MONDAY, PutClock, populate

TODAY = date(2026, 4, 20)


def utc(*moment: int) -> datetime:
    return datetime(*moment, tzinfo=UTC)


def test_somebody_new_stands_at_the_beginning(desk: Desk) -> None:
    ann = add_player(desk, "Ann", organiser=True).player.id
    seen = status(desk, ann, "en")
    assert (seen.name, seen.organiser, seen.level, seen.slots) == ("Ann", True, 1, Slots(2, 4))
    assert (seen.xp, seen.xp_to_next, seen.hero, seen.notices) == (0, 100, None, ())
    assert seen.limits_left == {
        Limited.CHECKS: 100,
        Limited.DUMMY_TRAININGS: 10,
        Limited.HERO_TRAININGS: 3,
    }
    assert seen.limits_renewed_at == utc(2026, 4, 20, 21)


def test_levels_follow_the_peak_and_what_is_missing_the_sum(desk: Desk) -> None:
    ann = add_player(desk, "Ann").player.id
    add_library_points(desk, ann, 10, "a", TODAY)
    correct_experience(desk, ann, -60, "b", TODAY)
    seen = status(desk, ann, "en")
    assert (seen.level, seen.xp, seen.xp_to_next) == (2, 40, 210)
    correct_experience(desk, ann, 5000, "c", TODAY)
    seen = status(desk, ann, "en")
    assert (seen.level, seen.xp_to_next) == (7, None)


def test_what_was_used_today_is_missing_today_only(desk: Desk, clock: PutClock) -> None:
    ann = add_player(desk, "Ann").player.id
    with desk.write() as (session, _):
        spend(session.connection(), desk, ann, Limited.CHECKS, TODAY)
    assert status(desk, ann, "en").limits_left[Limited.CHECKS] == 99
    clock.put(2026, 4, 20, 21)
    assert status(desk, ann, "en").limits_left[Limited.CHECKS] == 100


def test_the_hero_has_its_place_among_the_active_ones(desk: Desk) -> None:
    populate(desk, 4)
    with desk.write() as (session, _):
        for hero_id, rating in ((1, 90_000), (2, 120_000), (3, 90_000), (4, 110_000)):
            session.get_one(HeroRow, hero_id).rating = rating
        session.get_one(HeroRow, 4).active = False
    places = {player: status(desk, player, "en").hero.place for player in (1, 2, 3, 4)}
    assert places == {1: 2, 2: 1, 3: 3, 4: None}
    hero = status(desk, 2, "en").hero
    assert (hero.name, hero.version, hero.active, hero.rating) == ("Hero 2", 1, True, 120_000)
    assert (hero.worth_another_check, hero.changes, hero.hidden_at) == (False, (), None)


def test_a_hidden_hero_is_told_to_its_owner_with_the_reason(desk: Desk) -> None:
    populate(desk, 1)
    with desk.write() as (session, now):
        hero = session.get_one(HeroRow, 1)
        hero.hidden_at, hero.hidden_reason = now, "rude"
    seen = status(desk, 1, "en").hero
    assert (seen.name, seen.hidden_at, seen.hidden_reason) == ("Hero 1", MONDAY, "rude")


def test_a_hero_of_older_rules_is_worth_another_check_with_what_concerns_it(desk: Desk) -> None:
    populate(desk, 2)  # the second has the combo and not the shield
    with desk.write() as (session, _):
        session.get_one(HeroVersion, 2).ruleset = "v0"
    hero = status(desk, 2, "ru").hero
    assert (hero.ruleset, hero.worth_another_check) == ("v0", True)
    assert [change.id for change in hero.changes] == ["spd", "combo"]
    assert hero.changes[1].name == load_ruleset().abilities.combo.name.ru
    assert hero.changes[1].before != hero.changes[1].now


def test_what_comes_next_and_the_promised_secrets_are_told(desk: Desk) -> None:
    ann = add_player(desk, "Ann").player.id
    seen = status(desk, ann, "en")
    assert seen.next_runs == {
        Job.DAILY: utc(2026, 4, 20, 18),
        Job.TOURNAMENT: utc(2026, 4, 24, 9),
        Job.RESULTS: utc(2026, 4, 24, 12),
    }
    assert [(each.job, each.run_at, each.promised_at, each.young) for each in seen.promises] == [
        (Job.DAILY, utc(2026, 4, 20, 18), MONDAY, True),
        (Job.TOURNAMENT, utc(2026, 4, 24, 9), MONDAY, False),
    ]
    with desk.read() as (session, _):
        secrets = {row.job: row.commitment for row in session.exec(select(Secret))}
    assert {each.job.value: each.commitment for each in seen.promises} == secrets


def test_a_promise_belongs_to_the_run_that_is_late(desk: Desk, clock: PutClock) -> None:
    ann = add_player(desk, "Ann").player.id
    with desk.write() as (session, _):
        session.add(Run(job="daily", scheduled_for=utc(2026, 4, 20, 18), local_date=TODAY))
    clock.put(2026, 4, 20, 19)
    seen = status(desk, ann, "en")
    assert seen.next_runs[Job.DAILY] == utc(2026, 4, 21, 18)
    assert seen.promises[0].run_at == utc(2026, 4, 20, 18)


@pytest.mark.parametrize(
    ("moment", "frozen_until", "next_freeze"),
    [
        ((2026, 4, 23, 20, 59), None, (2026, 4, 23, 21)),
        ((2026, 4, 23, 21), (2026, 4, 24, 11), (2026, 4, 23, 21)),
        ((2026, 4, 24, 10, 59), (2026, 4, 24, 11), (2026, 4, 23, 21)),
        ((2026, 4, 24, 11), None, (2026, 4, 30, 21)),
        ((2026, 4, 26, 11), None, (2026, 4, 30, 21)),
    ],
)
def test_the_freeze_is_told_right_at_its_ends(
    desk: Desk, clock: PutClock, moment: tuple, frozen_until: tuple | None, next_freeze: tuple
) -> None:
    ann = add_player(desk, "Ann").player.id
    clock.put(*moment)
    seen = status(desk, ann, "en")
    assert seen.frozen_until == (utc(*frozen_until) if frozen_until else None)
    assert seen.next_freeze.start == utc(*next_freeze)


def test_an_open_vote_is_told_with_the_votes_given(desk: Desk, clock: PutClock) -> None:
    populate(desk, 3)
    clock.put(2026, 4, 24, 12)
    friday = date(2026, 4, 24)
    assert status(desk, 1, "en").vote.given == 0
    with desk.write() as (session, now):
        for hero in (2, 3):
            session.add(Vote(friday=friday, voter_id=1, hero_id=hero, cast_at=now))
    vote = status(desk, 1, "en").vote
    assert (vote.friday, vote.given, vote.closes_at) == (friday, 2, utc(2026, 4, 30, 21))
    clock.now = vote.closes_at
    assert status(desk, 1, "en").vote is None
    clock.now -= timedelta(seconds=1)
    assert status(desk, 2, "en").vote.given == 0


def test_what_was_told_waits_in_the_status(desk: Desk) -> None:
    ann = add_player(desk, "Ann").player.id
    with desk.write() as (session, now):
        tell(session, now, "notice-key-made", {"new": "arena_1"}, player_id=ann)
    assert [notice.code for notice in status(desk, ann, "en").notices] == ["notice-key-made"]


def test_nobody_has_no_status(desk: Desk) -> None:
    with pytest.raises(ArenaError) as error:
        status(desk, 7, "en")
    assert error.value.code == "player-unknown"
