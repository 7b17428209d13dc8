"""When things happen: one instant for each local day, and windows that are functions of time alone.

No job flips a flag: whether edits are frozen, a vote is open or a tournament may be seen is asked of the
clock. An instant that the zone skips (a clock put forward) is taken with the offset before the change,
one that comes twice is the first of the two, so that no local day has none or two. Source: «Ритм и
лимиты».
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from arena.errors import refuse
from arena.excerpt import shown
from arena.league.settings import CalendarSettings, league

FRIDAY = 4
WEEK = timedelta(days=7)
DAY = timedelta(days=1)


class Job(StrEnum):
    """What the calendar calls for."""

    DAILY = "daily"
    TOURNAMENT = "tournament"
    RESULTS = "results"
    NIGHTLY = "nightly"
    """Housekeeping: it changes nothing that the league is played for."""


LEAGUE_JOBS = (Job.DAILY, Job.TOURNAMENT, Job.RESULTS)
"""The jobs that the league is played by."""
EVERY_DAY = (Job.DAILY, Job.NIGHTLY)


@dataclass(frozen=True, order=True)
class Occurrence:
    """A job's moment: its instant in UTC, and the local day it belongs to."""

    scheduled_for: datetime
    job: Job
    local_date: date


@dataclass(frozen=True)
class Window:
    """A half-open span of time in UTC: [start, end)."""

    start: datetime
    end: datetime

    def holds(self, now: datetime) -> bool:
        return self.start <= now < self.end


@dataclass(frozen=True)
class Calendar:
    """The league's calendar in one zone. All instants are aware; those returned are in UTC."""

    zone: ZoneInfo
    settings: CalendarSettings

    @classmethod
    def of(cls, zone: str) -> "Calendar":
        """The calendar of a zone by its IANA name. Raises `ArenaError` `unknown-zone`."""
        if zone not in _zones():
            raise refuse("unknown-zone", given=shown(zone))
        return cls(ZoneInfo(zone), league().calendar)

    def at(self, day: date, hour: time) -> datetime:
        """The instant of a local day and hour."""
        return datetime.combine(day, hour, tzinfo=self.zone).astimezone(UTC)

    def local_date(self, now: datetime) -> date:
        """The local day of an instant; limits are counted by it."""
        return now.astimezone(self.zone).date()

    def moment(self, job: Job, day: date) -> Occurrence:
        """A job's occurrence on a local day; the tournament and the results are on Fridays only.

        Raises `ArenaError` `not-a-friday`.
        """
        if job not in EVERY_DAY and day.weekday() != FRIDAY:
            raise refuse(
                "not-a-friday", job=job.value, day=day.isoformat(), friday=friday_on_or_after(day).isoformat()
            )
        hours = {
            Job.DAILY: self.settings.daily,
            Job.TOURNAMENT: self.settings.tournament,
            Job.RESULTS: self.settings.results,
            Job.NIGHTLY: self.settings.nightly,
        }
        return Occurrence(self.at(day, hours[job]), job, day)

    def occurrences(self, job: Job, first: date, last: date) -> Iterator[Occurrence]:
        """A job's occurrences on the local days first..last, in order."""
        day = first if job in EVERY_DAY else friday_on_or_after(first)
        step = DAY if job in EVERY_DAY else WEEK
        while day <= last:
            yield self.moment(job, day)
            day += step

    def due(self, job: Job, after: date, now: datetime) -> list[Occurrence]:
        """The occurrences on days after `after` whose moment has come by `now`, oldest first."""
        today = self.local_date(now)
        return [each for each in self.occurrences(job, after + DAY, today) if each.scheduled_for <= now]

    def following(self, job: Job, now: datetime) -> Occurrence:
        """The first occurrence after `now`."""
        today = self.local_date(now)
        return next(
            each for each in self.occurrences(job, today, today + 2 * WEEK) if each.scheduled_for > now
        )

    def deadline(self, occurrence: Occurrence) -> datetime:
        """Until when a missed run is made up; one found later is recorded as skipped.

        A daily run: for `daily_catch_up_days`. The tournament: until the next one's heroes are taken. The
        results: until the next ones. A night: until the next one.
        """
        match occurrence.job:
            case Job.DAILY:
                late = timedelta(days=self.settings.daily_catch_up_days)
                return self.at(occurrence.local_date + late, self.settings.daily)
            case Job.TOURNAMENT:
                return self.at(occurrence.local_date + WEEK, self.settings.freeze_start)
            case Job.RESULTS:
                return self.at(occurrence.local_date + WEEK, self.settings.results)
            case Job.NIGHTLY:
                return self.at(occurrence.local_date + DAY, self.settings.nightly)

    @property
    def given_up_after(self) -> timedelta:
        """Longer after a run's moment than any deadline: nobody can try the run again."""
        return max(timedelta(days=self.settings.daily_catch_up_days), WEEK) + DAY

    @property
    def late_after(self) -> timedelta:
        """A run that begins or ends later than this after its moment is late."""
        return timedelta(minutes=self.settings.late_minutes)

    def roster_moment(self, occurrence: Occurrence) -> datetime:
        """The moment whose heroes and withdrawals a run plays, however late it is: for a tournament, and its
        results, Friday 00:00."""
        if occurrence.job in (Job.TOURNAMENT, Job.RESULTS):
            return self.at(occurrence.local_date, self.settings.freeze_start)
        return occurrence.scheduled_for

    def is_young(self, promised_at: datetime, run_at: datetime) -> bool:
        """Whether what is promised for a run is younger than a day: it was made more than
        `promise_grace_minutes` after the same hour of the local day before.

        A daily run makes the promise for the next one as it ends: that of a run on time is not young, that of
        one made up hours later is. Source: the league's rules, "Seeds that nobody can choose".
        """
        local = run_at.astimezone(self.zone)
        day_before = self.at(local.date() - DAY, local.time())
        return promised_at > day_before + timedelta(minutes=self.settings.promise_grace_minutes)

    def freeze(self, friday: date) -> Window:
        """When edits are closed."""
        return Window(self.at(friday, self.settings.freeze_start), self.at(friday, self.settings.freeze_end))

    def frozen_until(self, now: datetime) -> datetime | None:
        """When edits open again; None if they are open."""
        freeze = self.freeze(friday_on_or_before(self.local_date(now)))
        return freeze.end if freeze.holds(now) else None

    def vote(self, friday: date) -> Window:
        """When people may vote on the looks that the results of `friday` opened."""
        return Window(self.at(friday, self.settings.results), self.at(friday + WEEK, self.settings.vote_end))

    def open_vote(self, now: datetime) -> date | None:
        """The Friday whose vote is open now, None between a vote's end and the next one's opening."""
        day = friday_on_or_before(self.local_date(now))
        return next((friday for friday in (day, day - WEEK) if self.vote(friday).holds(now)), None)

    def tournament_is_visible(self, friday: date, now: datetime) -> bool:
        """Whether pairings, replays, table, secret and experience of a tournament may be shown."""
        return now >= self.at(friday, self.settings.results)


def friday_on_or_before(day: date) -> date:
    return day - timedelta(days=(day.weekday() - FRIDAY) % 7)


def friday_on_or_after(day: date) -> date:
    return day + timedelta(days=(FRIDAY - day.weekday()) % 7)


@cache
def _zones() -> frozenset[str]:
    """The names of all zones, for which their folder is walked through."""
    return frozenset(available_timezones())
