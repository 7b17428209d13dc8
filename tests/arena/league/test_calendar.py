"""The calendar: one moment for each local day in every zone, windows half-open, lateness by the rules."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from arena.errors import ArenaError
from arena.league.calendar import EVERY_DAY, Calendar, Job, friday_on_or_after, friday_on_or_before

MOSCOW = Calendar.of("Europe/Moscow")
FRIDAY = date(2026, 4, 24)
SECOND = timedelta(seconds=1)
FIRST, LAST = date(2026, 1, 1), date(2035, 12, 31)


def moscow(day: int, hour: int, minute: int = 0) -> datetime:
    """A local time of April 2026."""
    return datetime(2026, 4, day, hour, minute, tzinfo=ZoneInfo("Europe/Moscow"))


@pytest.mark.parametrize(
    ("zone", "run_at", "last_old"),
    [
        # The same hour of the day before, and an hour: a day of 24, 23 and 25 hours.
        ("Europe/Moscow", datetime(2026, 4, 24, 18, tzinfo=UTC), datetime(2026, 4, 23, 19, tzinfo=UTC)),
        ("Europe/Madrid", datetime(2026, 3, 29, 19, tzinfo=UTC), datetime(2026, 3, 28, 21, tzinfo=UTC)),
        ("Europe/Madrid", datetime(2026, 10, 25, 20, tzinfo=UTC), datetime(2026, 10, 24, 20, tzinfo=UTC)),
    ],
)
def test_a_promise_made_within_an_hour_of_the_day_before_is_not_young(
    zone: str, run_at: datetime, last_old: datetime
) -> None:
    calendar = Calendar.of(zone)
    assert not calendar.is_young(last_old - timedelta(days=7), run_at)
    assert not calendar.is_young(last_old, run_at)
    assert calendar.is_young(last_old + SECOND, run_at)
    assert calendar.is_young(run_at + SECOND, run_at)


@cache
def days_of_change(zone: ZoneInfo) -> tuple[date, ...]:
    """The days from FIRST to LAST on which the zone's offset changes, and their neighbours."""
    midnights = (
        datetime.combine(FIRST + timedelta(days=i), time(), tzinfo=zone)
        for i in range((LAST - FIRST).days + 2)
    )
    changes = (a.date() for a, b in pairwise(midnights) if a.utcoffset() != b.utcoffset())
    return tuple(sorted({day + timedelta(days=shift) for day in changes for shift in (-1, 0, 1, 2)}))


def check_days(calendar: Calendar, days: list[date]) -> None:
    """Every day has each moment once, on that local day or as soon as the zone has it, later than the day
    before."""
    for job in Job:
        mine = [day for day in days if job in EVERY_DAY or day.weekday() == 4]
        moments = [calendar.moment(job, day) for day in mine]
        instants = [moment.scheduled_for for moment in moments]
        assert len(set(instants)) == len(mine)
        assert instants == sorted(instants)
        assert [calendar.local_date(instant) for instant in instants] == mine
        for moment in moments:
            assert list(calendar.occurrences(job, moment.local_date, moment.local_date)) == [moment]


@pytest.mark.parametrize("name", sorted(available_timezones()))
def test_a_clock_change_neither_doubles_nor_drops_a_run(name: str) -> None:
    calendar = Calendar.of(name)
    check_days(calendar, list(days_of_change(calendar.zone)))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(available_timezones()))
def test_every_local_day_of_ten_years_has_its_runs_once(name: str) -> None:
    check_days(Calendar.of(name), [FIRST + timedelta(days=i) for i in range((LAST - FIRST).days + 1)])


@pytest.mark.parametrize("name", sorted(available_timezones()))
def test_a_freeze_begins_with_its_friday_even_where_midnight_is_skipped(name: str) -> None:
    calendar = Calendar.of(name)
    for friday in {friday_on_or_before(day) for day in days_of_change(calendar.zone)}:
        freeze, vote = calendar.freeze(friday), calendar.vote(friday)
        assert calendar.local_date(freeze.start) == friday
        assert calendar.local_date(freeze.start - SECOND) == friday - timedelta(days=1)
        assert freeze.start < freeze.end < vote.start < vote.end
        assert vote.end == calendar.freeze(friday + timedelta(days=7)).start


def test_edits_are_closed_on_friday_from_midnight_until_two() -> None:
    opens = moscow(24, 14).astimezone(UTC)
    assert MOSCOW.frozen_until(moscow(24, 0) - SECOND) is None
    assert MOSCOW.frozen_until(moscow(24, 0)) == opens
    assert MOSCOW.frozen_until(moscow(24, 14) - SECOND) == opens
    assert MOSCOW.frozen_until(moscow(24, 14)) is None


def test_a_vote_is_open_from_friday_three_until_thursday_is_over() -> None:
    assert MOSCOW.open_vote(moscow(24, 15) - SECOND) is None
    assert MOSCOW.open_vote(moscow(24, 15)) == FRIDAY
    assert MOSCOW.open_vote(moscow(30, 23, 59)) == FRIDAY
    assert MOSCOW.open_vote(MOSCOW.at(date(2026, 5, 1), time()) - SECOND) == FRIDAY
    assert MOSCOW.open_vote(MOSCOW.at(date(2026, 5, 1), time())) is None


def test_a_tournament_is_seen_from_three() -> None:
    assert not MOSCOW.tournament_is_visible(FRIDAY, moscow(24, 15) - SECOND)
    assert MOSCOW.tournament_is_visible(FRIDAY, moscow(24, 15))


@pytest.mark.parametrize(("off", "missed"), [(0, 0), (1, 1), (3, 3), (200, 200)])
def test_what_was_missed_is_due_oldest_first(off: int, missed: int) -> None:
    now = moscow(24, 21) + timedelta(days=off)
    due = MOSCOW.due(Job.DAILY, FRIDAY, now)
    assert [each.local_date for each in due] == [FRIDAY + timedelta(days=i + 1) for i in range(missed)]


def test_nothing_is_due_twice_when_a_clock_steps_back() -> None:
    assert MOSCOW.due(Job.DAILY, FRIDAY, moscow(24, 20)) == []
    assert MOSCOW.due(Job.DAILY, FRIDAY, moscow(22, 21)) == []


def test_a_run_is_due_from_its_very_moment() -> None:
    yesterday = FRIDAY - timedelta(days=1)
    assert MOSCOW.due(Job.DAILY, yesterday, moscow(24, 21) - SECOND) == []
    assert [each.local_date for each in MOSCOW.due(Job.DAILY, yesterday, moscow(24, 21))] == [FRIDAY]


def test_each_job_has_its_own_last_moment() -> None:
    deadlines = {job: MOSCOW.deadline(MOSCOW.moment(job, FRIDAY)) for job in Job}
    assert deadlines[Job.DAILY] == MOSCOW.at(date(2026, 5, 1), time(21))
    assert deadlines[Job.TOURNAMENT] == MOSCOW.at(date(2026, 5, 1), time())
    assert deadlines[Job.RESULTS] == MOSCOW.at(date(2026, 5, 1), time(15))
    assert deadlines[Job.NIGHTLY] == MOSCOW.at(date(2026, 4, 25), time(4))


def test_a_tournament_plays_the_heroes_of_midnight_and_a_day_those_of_its_moment() -> None:
    assert MOSCOW.roster_moment(MOSCOW.moment(Job.TOURNAMENT, FRIDAY)) == moscow(24, 0)
    assert MOSCOW.roster_moment(MOSCOW.moment(Job.DAILY, FRIDAY)) == moscow(24, 21)


def test_what_comes_next_is_after_now() -> None:
    assert MOSCOW.following(Job.DAILY, moscow(24, 21)).local_date == date(2026, 4, 25)
    assert MOSCOW.following(Job.DAILY, moscow(24, 21) - SECOND).local_date == FRIDAY
    assert MOSCOW.following(Job.TOURNAMENT, moscow(24, 12)).local_date == date(2026, 5, 1)


def test_a_tournament_on_another_day_is_refused_with_the_next_friday() -> None:
    with pytest.raises(ArenaError, match="2026-04-24") as error:
        MOSCOW.moment(Job.TOURNAMENT, date(2026, 4, 20))
    assert error.value.code == "not-a-friday"


@pytest.mark.parametrize("zone", ["Moscow", "Europe/Moskva", "../etc/passwd", ""])
def test_a_wrong_zone_is_refused(zone: str) -> None:
    with pytest.raises(ArenaError) as error:
        Calendar.of(zone)
    assert error.value.code == "unknown-zone"


def test_fridays_are_found_on_both_sides() -> None:
    assert friday_on_or_before(FRIDAY) == friday_on_or_after(FRIDAY) == FRIDAY
    assert friday_on_or_before(date(2026, 4, 23)) == date(2026, 4, 17)
    assert friday_on_or_after(date(2026, 4, 25)) == date(2026, 5, 1)


def test_nobody_can_try_a_run_again_once_it_is_given_up() -> None:
    calendar = Calendar.of("Europe/Moscow")
    for job in Job:
        moment = calendar.moment(job, date(2026, 4, 24))
        assert calendar.deadline(moment) < moment.scheduled_for + calendar.given_up_after
    longer = Calendar(calendar.zone, calendar.settings.model_copy(update={"daily_catch_up_days": 30}))
    daily = longer.moment(Job.DAILY, date(2026, 4, 24))
    assert longer.deadline(daily) < daily.scheduled_for + longer.given_up_after
