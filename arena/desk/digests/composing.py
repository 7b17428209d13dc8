"""Making digests from what the database holds. Reads only; the same rows are the same digest.

A digest is made in the transaction that ends its run, after the next secret was promised. What its battles
came to may be read before, in a transaction of its own: for many heroes that is most of the work.
"""

from datetime import datetime

from sqlmodel import Session

from arena.desk.digests.friday import (
    read_look,
    read_played_tournament,
    read_tournament,
    tournament_before,
)
from arena.desk.digests.gathering import read_day
from arena.desk.digests.parts import (
    read_climbs,
    read_gaps,
    read_newcomers,
    read_promise,
    read_reveal,
    what_comes,
)
from arena.league.calendar import WEEK, Calendar, Job
from arena.league.digest.model import Day, Digest, Kind, Tournament
from arena.store.tables import Run, RunState

SUFFIXES = {Kind.DAY: "", Kind.FRIDAY: "-friday", Kind.SUPPLEMENT: "-friday-supplement"}


def key_of(kind: Kind, run: Run) -> str:
    """A digest's key: `2026-04-24`, `2026-04-24-friday`, `2026-04-24-friday-supplement`. That of a run
    outside the calendar, of which a day may have many, has the run's number: `2026-04-24-run-57`."""
    number = "" if run.by_calendar else f"-run-{run.id}"
    return f"{run.local_date.isoformat()}{number}{SUFFIXES[kind]}"


def compose_day(
    session: Session, calendar: Calendar, run: Run, now: datetime, day: Day | None = None
) -> Digest:
    """The digest of a daily run. `day`: what `read_day` has read before."""
    return Digest(
        key=key_of(Kind.DAY, run),
        kind=Kind.DAY,
        local_date=run.local_date,
        zone=calendar.zone.key,
        moment=run.scheduled_for,
        ended_at=now,
        day=day or read_day(session, run),
        newcomers=read_newcomers(session, run),
        climbs=read_climbs(session),
        gaps=read_gaps(session, run),
        revealed=read_reveal(session, run),
        promised=read_promise(session, calendar, Job.DAILY, run.scheduled_for),
        coming=what_comes(calendar, now),
    )


def compose_friday(
    session: Session, calendar: Calendar, run: Run, now: datetime, tournament: Tournament | None = None
) -> Digest:
    """The digest of a results run: the tournament of its day, which has ended in whatever way, and the vote
    that ended. `tournament`: what `read_tournament` has read before."""
    played = tournament_before(session, run)
    return Digest(
        key=key_of(Kind.FRIDAY, run),
        kind=Kind.FRIDAY,
        local_date=run.local_date,
        zone=calendar.zone.key,
        moment=run.scheduled_for,
        ended_at=now,
        tournament=tournament or read_tournament(session, calendar, run.local_date, played),
        look=read_look(session, run.local_date - WEEK) if run.by_calendar else None,
        climbs=read_climbs(session),
        gaps=read_gaps(session, run, played),
        revealed=read_reveal(session, played) if played and played.state == RunState.DONE else (),
        promised=read_promise(session, calendar, Job.TOURNAMENT, run.scheduled_for),
        coming=what_comes(calendar, now),
    )


def compose_supplement(
    session: Session, calendar: Calendar, run: Run, now: datetime, tournament: Tournament | None = None
) -> Digest:
    """The digest of a tournament's `run` that was played after its Friday's digest, and ends now.
    `tournament`: what `read_played_tournament` has read before."""
    played = tournament or read_played_tournament(session, run, now)
    return Digest(
        key=key_of(Kind.SUPPLEMENT, run),
        kind=Kind.SUPPLEMENT,
        local_date=run.local_date,
        zone=calendar.zone.key,
        moment=run.scheduled_for,
        ended_at=now,
        tournament=played.model_copy(update={"ended_at": now}),
        climbs=read_climbs(session),
        revealed=read_reveal(session, run),
        promised=read_promise(session, calendar, Job.TOURNAMENT, run.scheduled_for),
        coming=what_comes(calendar, now),
    )
