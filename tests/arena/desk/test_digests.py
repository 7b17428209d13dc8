"""Digests: made of what a run left, kept, and read with the names of the day."""

from datetime import date, timedelta

import pytest
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.digests import (
    compose_day,
    compose_friday,
    compose_supplement,
    list_digests,
    read_day,
    read_digest,
    store_digest,
)
from arena.desk.players.status import status
from arena.errors import ArenaError
from arena.league.calendar import Job
from arena.league.digest import plain_text, tell_digest
from arena.league.digest.model import Digest, format_digest
from arena.store.tables import DigestRow, HeroRow, Player, Run, RunState, Secret, Vote
from tests.arena.desk.played import add_day, add_hero, add_run, add_tournament
from tests.leagues import PutClock

TUESDAY, WEDNESDAY, THURSDAY, FRIDAY = (date(2026, 4, day) for day in (21, 22, 23, 24))
FOUR = [1, 2, 3, 4]
PAIRS = [(1, 2), (3, 4), (1, 3), (2, 4), (4, 1), (2, 3)]


def add_four(desk: Desk) -> None:
    with desk.write() as (session, now):
        for number, rating in zip(FOUR, (100000, 104000, 98000, 101000), strict=True):
            add_hero(session, now, number, rating)


def tell(session: Session, desk: Desk, run: Run) -> Digest:
    """Compose and keep a run's digest, as its end does."""
    ended = run.scheduled_for + timedelta(seconds=5)
    compose = compose_friday if run.job == Job.RESULTS else compose_day
    digest = compose(session, desk.calendar, run, ended)
    store_digest(session, digest, run, ended)
    session.flush()
    return digest


def told_day(desk: Desk, clock: PutClock, day: date = TUESDAY) -> Digest:
    with desk.write() as (session, _):
        digest = tell(session, desk, add_day(session, desk, day, PAIRS, FOUR))
    clock.now = digest.ended_at
    return digest


def test_a_day_tells_its_battles_ratings_and_abilities(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    day = told_day(desk, clock).day
    assert day is not None
    assert (day.heroes, day.battles) == (4, 6)
    assert sorted(bout.number for bout in day.results) == list(range(6))
    assert sum(each.change for each in (*day.up, *day.down)) == 0, "equal K: the changes sum to zero"
    assert sum(each.sides for each in day.abilities) == 2 * 12, "two abilities each, twelve sides"
    with desk.read() as (session, _):
        rating = dict(session.exec(select(HeroRow.id, HeroRow.rating)).all())
    assert [each.hero for each in day.leaders] == sorted(FOUR, key=lambda id_: -rating[id_])[:3]


def test_the_same_rows_are_the_same_digest_and_facts_may_be_read_before(desk: Desk) -> None:
    add_four(desk)
    with desk.write() as (session, now):
        run = add_day(session, desk, TUESDAY, PAIRS, FOUR)
    with desk.read() as (session, now):
        again = [compose_day(session, desk.calendar, run, now) for _ in range(2)]
        again.append(compose_day(session, desk.calendar, run, now, read_day(session, run)))
    assert len({format_digest(digest) for digest in again}) == 1


def test_a_day_does_not_tell_what_was_saved_after_its_moment(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    assert told_day(desk, clock).newcomers.heroes == (1, 2, 3, 4)
    moment = desk.calendar.moment(Job.DAILY, WEDNESDAY).scheduled_for
    with desk.write() as (session, _):
        add_hero(session, moment - timedelta(seconds=1), 5)
        add_hero(session, moment, 6)
    assert told_day(desk, clock, WEDNESDAY).newcomers.heroes == (5,)
    assert told_day(desk, clock, THURSDAY).newcomers.heroes == (6,)


def test_a_level_is_told_once(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    with desk.write() as (session, _):
        session.get_one(Player, 2).xp_peak = 99
        session.get_one(Player, 3).xp_peak = 100
        session.get_one(Player, 4).xp_peak = 455
    climbs = told_day(desk, clock).climbs
    assert [(each.player, each.hero, each.level) for each in climbs.reached] == [(4, 4, 4), (3, 3, 2)]
    assert told_day(desk, clock, WEDNESDAY).climbs.count == 0
    with desk.write() as (session, _):
        session.get_one(Player, 2).xp_peak = 100
    assert [each.player for each in told_day(desk, clock, THURSDAY).climbs.reached] == [2]


def test_levels_that_were_too_many_to_be_named_are_told_as_well(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    with desk.write() as (session, now):
        for number in range(5, 20):
            add_hero(session, now, number)
            session.get_one(Player, number).xp_peak = 1100
    climbs = told_day(desk, clock).climbs
    assert (climbs.count, len(climbs.reached)) == (15, 10)
    assert told_day(desk, clock, WEDNESDAY).climbs.count == 0


def test_runs_that_went_wrong_since_the_last_digest_are_told_once(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    with desk.write() as (session, _):
        add_run(session, desk, Job.DAILY, TUESDAY, RunState.SKIPPED)
        add_run(session, desk, Job.DAILY, WEDNESDAY, RunState.FAILED)
    gaps = told_day(desk, clock, THURSDAY).gaps
    assert [(gap.failed, gap.count, gap.first) for gap in gaps] == [(True, 1, WEDNESDAY), (False, 1, TUESDAY)]
    assert told_day(desk, clock, FRIDAY).gaps == ()


def test_a_run_that_went_wrong_after_the_digest_of_its_day_is_told_by_the_next_one(
    desk: Desk, clock: PutClock
) -> None:
    add_four(desk)
    with desk.write() as (session, _):
        waiting = add_run(session, desk, Job.DAILY, TUESDAY, RunState.DUE).id
    assert told_day(desk, clock, WEDNESDAY).gaps == ()
    with desk.write() as (session, _):
        session.get_one(Run, waiting).state = RunState.SKIPPED
    (gap,) = told_day(desk, clock, THURSDAY).gaps
    assert (gap.job, gap.failed, gap.first) == (Job.DAILY, False, TUESDAY)
    assert told_day(desk, clock, FRIDAY).gaps == ()


def test_what_the_next_days_digest_told_an_earlier_days_late_one_does_not(
    desk: Desk, clock: PutClock
) -> None:
    add_four(desk)
    with desk.write() as (session, _):
        add_run(session, desk, Job.DAILY, TUESDAY, RunState.SKIPPED)
    assert len(told_day(desk, clock, THURSDAY).gaps) == 1
    assert told_day(desk, clock, WEDNESDAY).gaps == ()


def test_the_used_secret_is_shown_and_the_next_one_only_promised(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    first, second = told_day(desk, clock), told_day(desk, clock, WEDNESDAY)
    assert second.revealed[0].commitment == first.promised[0].commitment
    assert second.promised[0].moment == desk.calendar.moment(Job.DAILY, THURSDAY).scheduled_for
    assert not second.promised[0].young
    assert desk.new_secret(Job.DAILY, 3).hex() not in format_digest(second)


@pytest.mark.parametrize(("minutes", "young"), [(0, False), (60, False), (61, True), (300, True)])
def test_a_young_promise_is_young_in_the_digest_and_in_the_status(
    desk: Desk, clock: PutClock, minutes: int, young: bool
) -> None:
    add_four(desk)
    told_day(desk, clock)
    with desk.write() as (session, _):
        run = add_day(session, desk, WEDNESDAY, PAIRS, FOUR)
        ended = run.scheduled_for + timedelta(minutes=minutes)
        session.exec(
            select(Secret).where(col(Secret.run_id).is_(None), Secret.job == "daily")
        ).one().made_at = ended
        (told,) = compose_day(session, desk.calendar, run, ended).promised
    clock.now = ended
    daily = status(desk, 1, "en").promises[0]
    assert (daily.job, daily.run_at, daily.promised_at) == (told.job, told.moment, told.made_at)
    assert told.young is daily.young is young


def test_a_league_without_heroes_has_a_digest(desk: Desk, clock: PutClock) -> None:
    with desk.write() as (session, _):
        digest = tell(session, desk, add_day(session, desk, TUESDAY, [], []))
    clock.now = digest.ended_at
    assert digest.day is not None
    assert digest.day.heroes == 0
    assert plain_text(tell_digest(read_digest(desk)), titled=False).startswith("Not a soul")


def test_a_lone_hero_has_a_digest(desk: Desk, clock: PutClock) -> None:
    with desk.write() as (session, now):
        add_hero(session, now, 1)
        digest = tell(session, desk, add_day(session, desk, TUESDAY, [], [1]))
    clock.now = digest.ended_at
    assert plain_text(tell_digest(read_digest(desk)), titled=False).startswith("Hero 1 is waiting")


def told_friday(desk: Desk, clock: PutClock) -> Digest:
    with desk.write() as (session, _):
        digest = tell(session, desk, add_run(session, desk, Job.RESULTS, FRIDAY))
    clock.now = digest.ended_at
    return digest


def test_a_friday_tells_table_rounds_byes_look_and_secret(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    with desk.write() as (session, now):
        add_tournament(session, desk, FRIDAY, [2, 1, 3])
        week_before = FRIDAY - timedelta(days=7)
        for voter, hero in ((1, 2), (1, 3), (3, 2)):
            session.add(Vote(friday=week_before, voter_id=voter, hero_id=hero, cast_at=now))
        session.add(Vote(friday=FRIDAY, voter_id=1, hero_id=4, cast_at=now))
    digest = told_friday(desk, clock)
    assert digest.key == "2026-04-24-friday"
    assert digest.tournament is not None
    assert [row.hero for row in digest.tournament.table] == [2, 1, 3]
    assert [(each.number, each.battles, each.bye) for each in digest.tournament.rounds] == [(1, 1, 3)]
    assert digest.look is not None
    assert (digest.look.winners, digest.look.voters) == ((2,), 2)
    assert [(each.hero, each.votes) for each in digest.look.counts] == [(2, 2), (3, 1)]
    assert digest.revealed[0].job is Job.TOURNAMENT
    assert digest.promised[0].moment == desk.calendar.moment(Job.TOURNAMENT, date(2026, 5, 1)).scheduled_for


def test_of_seven_who_share_the_title_seven_counts_are_told(desk: Desk, clock: PutClock) -> None:
    with desk.write() as (session, now):
        for number in range(1, 9):
            add_hero(session, now, number)
        for voter in range(1, 8):
            week = FRIDAY - timedelta(days=7)
            session.add(Vote(friday=week, voter_id=voter, hero_id=voter + 1, cast_at=now))
    look = told_friday(desk, clock).look
    assert look is not None
    assert len(look.winners) == 7
    assert {each.hero for each in look.counts} == set(look.winners)
    assert {each.votes for each in look.counts} == {1}


@pytest.mark.parametrize("state", [RunState.FAILED, RunState.SKIPPED, None])
def test_a_friday_without_its_tournament_shows_no_secret(
    desk: Desk, clock: PutClock, state: RunState | None
) -> None:
    with desk.write() as (session, _):
        if state is not None:
            add_run(session, desk, Job.TOURNAMENT, FRIDAY, state)
    digest = told_friday(desk, clock)
    assert digest.tournament is not None
    assert digest.tournament.state == (state or RunState.SKIPPED)
    assert digest.revealed == ()
    assert digest.gaps == (), "the tournament is told as such"


def test_a_tournament_that_is_still_played_is_not_told(desk: Desk) -> None:
    with desk.write() as (session, now):
        add_run(session, desk, Job.TOURNAMENT, FRIDAY, RunState.RUNNING)
        results = add_run(session, desk, Job.RESULTS, FRIDAY)
        with pytest.raises(ValueError, match="is running"):
            compose_friday(session, desk.calendar, results, now)


def test_a_tournament_played_later_has_a_supplement(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    told_friday(desk, clock)
    clock.advance(hours=20)
    with desk.write() as (session, now):
        run = add_tournament(session, desk, FRIDAY, [2, 1, 3])
        run.state = RunState.RUNNING
        digest = compose_supplement(session, desk.calendar, run, now)
        store_digest(session, digest, run, now)
    assert read_digest(desk, "2026-04-24-friday-supplement").digest == digest
    assert digest.late
    assert "instead of Fri, April 24, 12:00" in plain_text(tell_digest(read_digest(desk)))


def test_a_run_outside_the_calendar_has_a_key_of_its_own(desk: Desk) -> None:
    with desk.write() as (session, now):
        run = Run(job=Job.DAILY, scheduled_for=now, local_date=TUESDAY, by_calendar=False)
        session.add(run)
        session.flush()
        assert compose_day(session, desk.calendar, run, now).key == f"2026-04-21-run-{run.id}"


def test_a_digest_names_nobody_who_is_hidden_or_forgotten_since(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    told_day(desk, clock)
    with desk.write() as (session, now):
        hidden, forgotten = session.get_one(HeroRow, 1), session.get_one(HeroRow, 2)
        hidden.hidden_at, hidden.hidden_reason, forgotten.name = now, "rude", ""
        player = session.get_one(Player, 2)
        player.name, player.forgotten_at = "", now
    names = read_digest(desk, "2026-04-21", "en").names.heroes
    assert "Hero 1" not in names[1]
    assert "1" in names[1]
    assert "2" in names[2]
    assert names[3] == "Hero 3"


def test_a_digest_is_read_from_its_publication_on(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    digest = told_day(desk, clock)
    assert read_digest(desk, "latest").digest == digest
    clock.now -= timedelta(seconds=1)
    with pytest.raises(ArenaError) as refused:
        read_digest(desk, digest.key)
    assert refused.value.code == "digest-unknown"
    assert list_digests(desk) == ()


def test_the_latest_is_the_one_published_last_and_of_these_the_newest(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    told_day(desk, clock, WEDNESDAY)
    told_day(desk, clock, THURSDAY)
    with desk.write() as (session, now):  # made up in one go
        for row in session.exec(select(DigestRow)):
            row.published_at = now
    assert read_digest(desk).digest.key == "2026-04-23"
    assert [each.key for each in list_digests(desk)] == ["2026-04-23", "2026-04-22"]
    assert [each.key for each in list_digests(desk, limit=1)] == ["2026-04-23"]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("20260421", "Perhaps `2026-04-21`? The last one is `2026-04-24-friday`."),
        ("2026-04-24-fridya", "The last one is `2026-04-24-friday`"),
        ("nonsense" * 20, "The last one is `2026-04-24-friday`"),
    ],
)
def test_an_unknown_key_is_told_the_nearest_and_the_latest(
    desk: Desk, clock: PutClock, key: str, said: str
) -> None:
    add_four(desk)
    told_day(desk, clock)
    told_friday(desk, clock)
    with pytest.raises(ArenaError) as refused:
        read_digest(desk, key)
    assert refused.value.code == "digest-unknown"
    assert said in refused.value.text("en")
    assert len(refused.value.text("ru")) < 200


def test_before_the_first_digest_it_is_said_when_one_comes(desk: Desk) -> None:
    with pytest.raises(ArenaError) as refused:
        read_digest(desk)
    assert refused.value.faults[0].reason == "none"


def test_a_forgotten_participant_is_not_told_to_have_climbed(desk: Desk, clock: PutClock) -> None:
    add_four(desk)
    with desk.write() as (session, now):
        session.get_one(Player, 2).xp_peak = 300
        session.get_one(Player, 2).forgotten_at = now
    assert told_day(desk, clock).climbs.count == 0
    with desk.read() as (session, _):
        assert session.exec(select(Player.told_level).where(col(Player.id) == 2)).one() == 3
