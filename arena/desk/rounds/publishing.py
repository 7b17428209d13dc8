"""Publishing: experience, the digest and its messages, in the transaction that ends a run.

A tournament's experience is given by what publishes it: the results of its Friday or, where these have ended
before it was played, the tournament's own end. Source: the league's rules, "Calendar" and "Experience".
"""

from datetime import datetime

from sqlalchemy import or_, select
from sqlmodel import Session, col

from arena.desk.desk import Desk
from arena.desk.digests import compose_day, compose_friday, compose_supplement, store_digest
from arena.desk.experience.ledger import grant_all
from arena.desk.outbox.writing import send_digest
from arena.league.calendar import Job
from arena.league.digest.model import Day, Digest, Tournament
from arena.league.experience import battle_day_grant, tournament_grant
from arena.store.tables import PUBLISHED, BattleRow, HeroRow, Placing, RatingChange, Run, RunState, RunStep


def publish_day(session: Session, desk: Desk, run: Run, now: datetime, day: Day | None = None) -> None:
    """Experience for the day's battles, and the day's digest; `day`: what `read_day` has read before."""
    assert run.id is not None
    fought = (
        select(col(HeroRow.player_id))
        .join(RatingChange, col(RatingChange.hero_id) == col(HeroRow.id))
        .where(col(RatingChange.run_id) == run.id, col(RatingChange.battles) > 0)
    )
    grant_all(session, run.id, battle_day_grant(run.local_date), run.local_date, fought)
    _publish(session, desk, run, compose_day(session, desk.calendar, run, now, day), now)


def publish_friday(
    session: Session, desk: Desk, run: Run, now: datetime, tournament: Tournament | None = None
) -> None:
    """The results: experience of the tournaments that nobody has published, and Friday's digest."""
    for played in _unpublished(session, run):
        _give_experience(session, played)
    _publish(session, desk, run, compose_friday(session, desk.calendar, run, now, tournament), now)


def publish_late_tournament(
    session: Session, desk: Desk, run: Run, now: datetime, tournament: Tournament | None = None
) -> None:
    """If the results of its Friday have ended already: the tournament's experience, and a supplement.

    `tournament`: what `read_played_tournament` has read before.
    """
    if not results_have_ended(session, run):
        return
    _give_experience(session, run)
    _publish(session, desk, run, compose_supplement(session, desk.calendar, run, now, tournament), now)


def results_have_ended(session: Session, tournament: Run) -> bool:
    """Whether the results run of a tournament's Friday has ended in any way."""
    ends = (RunState.DONE, RunState.FAILED, RunState.SKIPPED)
    return tournament.by_calendar and (
        session.execute(
            select(col(Run.id)).where(
                col(Run.job) == Job.RESULTS,
                col(Run.local_date) == tournament.local_date,
                col(Run.by_calendar),
                col(Run.state).in_(ends),
            )
        ).first()
        is not None
    )


def _publish(session: Session, desk: Desk, run: Run, digest: Digest, now: datetime) -> None:
    store_digest(session, digest, run, now)
    send_digest(session, desk, digest.key, now)


def _unpublished(session: Session, results: Run) -> list[Run]:
    """The tournaments that were played up to these results and whose experience is still to be given."""
    published = select(col(RunStep.run_id)).where(col(RunStep.key) == PUBLISHED)
    return list(
        session.scalars(
            select(Run)
            .where(
                col(Run.job) == Job.TOURNAMENT,
                col(Run.state) == RunState.DONE,
                col(Run.scheduled_for) <= results.scheduled_for,
                col(Run.id).not_in(published),
            )
            .order_by(col(Run.scheduled_for))
        )
    )


def _give_experience(session: Session, tournament: Run) -> None:
    """20 points for everyone who took part, and those of a day with a battle for who had one."""
    assert tournament.id is not None
    friday = tournament.local_date
    entered = (
        select(col(HeroRow.player_id))
        .join(Placing, col(Placing.hero_id) == col(HeroRow.id))
        .where(col(Placing.run_id) == tournament.id)
    )
    sides = [
        select(side).where(col(BattleRow.run_id) == tournament.id)
        for side in (col(BattleRow.hero_a), col(BattleRow.hero_b))
    ]
    fought = entered.where(or_(*(col(HeroRow.id).in_(side) for side in sides)))
    grant_all(session, tournament.id, tournament_grant(friday), friday, entered)
    grant_all(session, tournament.id, battle_day_grant(friday), friday, fought)
    session.add(RunStep(run_id=tournament.id, key=PUBLISHED, result=b""))
