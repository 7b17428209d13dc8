"""What the digests of all kinds tell beside their battles: new heroes and levels, runs that went wrong,
secrets, and what comes next."""

from collections.abc import Iterable
from datetime import date, datetime

from sqlalchemy import ColumnElement, and_, case, func, or_, select, update
from sqlmodel import Session, col

from arena.desk.secrets import waiting_secret
from arena.hero import LEVELS, level_for
from arena.league.calendar import LEAGUE_JOBS, Calendar, Job
from arena.league.digest.model import Climb, Climbs, Coming, Gap, Newcomers, Promise, Reveal
from arena.store.tables import DigestRow, HeroRow, Player, Run, RunState, Secret

SHOWN = 10
"""New heroes, and new levels, that a digest names."""


def digest_before(session: Session, run: Run, jobs: Iterable[Job] = LEAGUE_JOBS) -> datetime | None:
    """The moment of the last run of these jobs before this one that has a digest; None if there is none."""
    return session.scalar(
        select(func.max(col(Run.scheduled_for)))
        .join(DigestRow, col(DigestRow.run_id) == col(Run.id))
        .where(col(Run.job).in_(list(jobs)), col(Run.scheduled_for) < run.scheduled_for)
    )


def read_newcomers(session: Session, run: Run) -> Newcomers:
    """The heroes first saved since the last day's digest and before this run's moment, the first of them."""
    since = digest_before(session, run, [Job.DAILY])
    new = [col(HeroRow.created_at) < run.scheduled_for]
    if since is not None:
        new.append(col(HeroRow.created_at) >= since)
    count = session.scalar(select(func.count()).select_from(HeroRow).where(*new))
    first = session.scalars(select(col(HeroRow.id)).where(*new).order_by(col(HeroRow.id)).limit(SHOWN))
    return Newcomers(count=count or 0, heroes=tuple(id_ for id_ in first if id_ is not None))


def _has_climbed() -> ColumnElement[bool]:
    """Whether a participant has reached a level that no digest has told."""
    return or_(
        *(
            and_(col(Player.xp_peak) >= level.xp, col(Player.told_level) < level.number)
            for level in LEVELS[1:]
        )
    )


def read_climbs(session: Session) -> Climbs:
    """The levels that no digest has told yet, the highest first.

    Experience has no instants, so a late run tells what was reached by the time its digest is made.
    """
    living = [_has_climbed(), col(Player.forgotten_at).is_(None)]
    count = session.scalar(select(func.count()).select_from(Player).where(*living))
    rows = session.execute(
        select(col(Player.id), col(Player.xp_peak), col(HeroRow.id))
        .outerjoin(HeroRow, col(HeroRow.player_id) == col(Player.id))
        .where(*living)
        .order_by(col(Player.xp_peak).desc(), col(Player.id))
        .limit(SHOWN)
    )
    reached = tuple(Climb(player=player, hero=hero, level=level_for(xp)) for player, xp, hero in rows)
    return Climbs(count=count or 0, reached=reached)


def note_climbs(session: Session) -> None:
    """Note that the levels reached so far are told, those that were too many to be named as well."""
    highest = case(
        *((col(Player.xp_peak) >= level.xp, level.number) for level in reversed(LEVELS[1:])), else_=1
    )
    session.execute(
        update(Player)
        .where(_has_climbed())
        .values(told_level=highest)
        .execution_options(synchronize_session=False)
    )


def read_gaps(session: Session, run: Run, without: Run | None = None) -> tuple[Gap, ...]:
    """The runs before this one that failed or were skipped and that no digest has told; `without` is told
    elsewhere. One that came late has a digest of its own, which tells its true time."""
    rows = session.scalars(select(Run).where(*_gone_wrong(run)).order_by(col(Run.scheduled_for)))
    found: dict[tuple[Job, str], list[date]] = {}
    for row in rows:
        if without is None or row.id != without.id:
            found.setdefault((Job(row.job), row.state), []).append(row.local_date)
    return tuple(
        Gap(job=job, failed=state == RunState.FAILED, count=len(days), first=days[0], last=days[-1])
        for (job, state), days in sorted(found.items())
    )


def note_gaps(session: Session, run: Run) -> None:
    """Note that what went wrong before this run is told."""
    session.execute(
        update(Run).where(*_gone_wrong(run)).values(told=True).execution_options(synchronize_session=False)
    )


def _gone_wrong(run: Run) -> tuple[ColumnElement[bool], ...]:
    """What a digest of this run tells as not done: whenever that has come to its end, it is told once."""
    return (
        col(Run.job).in_(LEAGUE_JOBS),
        col(Run.scheduled_for) < run.scheduled_for,
        col(Run.state).in_([RunState.FAILED, RunState.SKIPPED]),
        ~col(Run.told),
    )


def read_reveal(session: Session, run: Run) -> tuple[Reveal, ...]:
    """The secret that a run has used. One that a run took and has not come to its end with is kept: it may be
    tried again."""
    secret = session.scalars(select(Secret).where(col(Secret.run_id) == run.id)).one_or_none()
    if secret is None:
        return ()
    return (
        Reveal(
            job=Job(run.job),
            moment=run.scheduled_for,
            secret=secret.value.hex(),
            commitment=secret.commitment,
            made_at=secret.made_at,
        ),
    )


def read_promise(session: Session, calendar: Calendar, job: Job, after: datetime) -> tuple[Promise, ...]:
    """What is promised for the first run of a job after an instant."""
    secret = waiting_secret(session, job)
    if secret is None:
        return ()
    moment = calendar.following(job, after).scheduled_for
    young = calendar.is_young(secret.made_at, moment)
    promised = Promise(
        job=job, moment=moment, commitment=secret.commitment, made_at=secret.made_at, young=young
    )
    return (promised,)


def what_comes(calendar: Calendar, now: datetime) -> tuple[Coming, ...]:
    """What happens next, in its order: the day's battles, the tournament with what belongs to it, the end
    of an open vote."""
    friday = calendar.following(Job.TOURNAMENT, now).local_date
    coming = [
        Coming(what="daily", at=calendar.following(Job.DAILY, now).scheduled_for),
        Coming(what="freeze", at=calendar.freeze(friday).start),
        Coming(what="tournament", at=calendar.moment(Job.TOURNAMENT, friday).scheduled_for),
        Coming(what="results", at=calendar.following(Job.RESULTS, now).scheduled_for),
    ]
    vote = calendar.open_vote(now)
    if vote is not None:
        coming.append(Coming(what="vote-closes", at=calendar.vote(vote).end))
    return tuple(sorted((each for each in coming if each.at > now), key=lambda each: each.at))
