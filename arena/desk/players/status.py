"""How a participant stands: level, what is left of the day, the hero, what comes next, what was told."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.experience.ledger import level_of
from arena.desk.heroes.states import hero_of
from arena.desk.players.finding import known_player
from arena.desk.players.limits import Limited, left
from arena.desk.players.notices import Told, unread
from arena.desk.secrets import waiting_secret
from arena.desk.standings.elo import place_of
from arena.hero import LEVELS, Slots, slots
from arena.league.calendar import LEAGUE_JOBS, Calendar, Job, Window, friday_on_or_after
from arena.messages import TEXTS
from arena.rulesets import CURRENT_ID, load_ruleset
from arena.rulesets.changes import Change, changes
from arena.rulesets.ruleset import Ability
from arena.store.tables import HeroVersion, Player, Run, RunState, Secret, Vote
from dsl.vocabulary import ABILITIES

DAY = timedelta(days=1)


@dataclass(frozen=True)
class HeroStatus:
    """The participant's hero. `rating` in 1/100; `place` among the active ones, None for one that is
    withdrawn; `changes`: what newer rules changed for it since it was last checked."""

    id: int
    name: str
    version: int
    active: bool
    rating: int
    rated_battles: int
    place: int | None
    hidden_at: datetime | None
    hidden_reason: str | None
    ruleset: str
    worth_another_check: bool
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class VoteStatus:
    """The vote that is open: until when, and how many votes the participant has given."""

    friday: date
    closes_at: datetime
    given: int


@dataclass(frozen=True)
class Promise:
    """The commitment to the secret of a job's next run; `young`: promised less than a day before it,
    as `Calendar.is_young` has it."""

    job: Job
    run_at: datetime
    commitment: str
    promised_at: datetime
    young: bool


@dataclass(frozen=True)
class Status:
    """Everything at once, as it is `now`; instants are in UTC. `xp_to_next` is None at the highest level;
    `frozen_until` is None while edits are open, `next_freeze` the one that comes next or is on."""

    now: datetime
    player_id: int
    name: str
    organiser: bool
    level: int
    slots: Slots
    xp: int
    xp_to_next: int | None
    limits_left: Mapping[Limited, int]
    limits_renewed_at: datetime
    hero: HeroStatus | None
    next_runs: Mapping[Job, datetime]
    frozen_until: datetime | None
    next_freeze: Window
    vote: VoteStatus | None
    promises: tuple[Promise, ...]
    notices: tuple[Told, ...]


def status(desk: Desk, player_id: int, locale: str) -> Status:
    """How a participant stands now; changes of rules are told in `locale`.

    Raises `ArenaError` `player-unknown`.
    """
    calendar = desk.calendar
    with desk.read() as (session, now):
        player = known_player(session, player_id)
        today, level = calendar.local_date(now), level_of(player)
        return Status(
            now=now,
            player_id=player_id,
            name=player.name,
            organiser=player.organiser,
            level=level,
            slots=slots(level),
            xp=player.xp,
            xp_to_next=_xp_to_next(player, level),
            limits_left=left(session.connection(), desk, player_id, today),
            limits_renewed_at=calendar.at(today + DAY, time()),
            hero=_hero(session, player_id, locale),
            next_runs={job: calendar.following(job, now).scheduled_for for job in LEAGUE_JOBS},
            frozen_until=calendar.frozen_until(now),
            next_freeze=_next_freeze(calendar, now),
            vote=_vote(session, calendar, player_id, now),
            promises=_promises(session, calendar, now),
            notices=unread(session, player_id),
        )


def _xp_to_next(player: Player, level: int) -> int | None:
    """From the ledger's sum, which a correction may have left below what the level once took."""
    return LEVELS[level].xp - player.xp if level < len(LEVELS) else None


def _hero(session: Session, player_id: int, locale: str) -> HeroStatus | None:
    hero = hero_of(session, player_id)
    version = session.get(HeroVersion, hero.version_id) if hero else None
    if hero is None or version is None or hero.id is None:
        return None
    return HeroStatus(
        id=hero.id,
        name=hero.name,
        version=version.number,
        active=hero.active,
        rating=hero.rating,
        rated_battles=hero.rated_battles,
        place=place_of(session, hero),
        hidden_at=hero.hidden_at,
        hidden_reason=hero.hidden_reason,
        ruleset=version.ruleset,
        worth_another_check=version.ruleset != CURRENT_ID,
        changes=_changes(version, locale),
    )


def _changes(version: HeroVersion, locale: str) -> tuple[Change, ...]:
    """What the rules changed for this hero: not the abilities that it does not have."""
    if version.ruleset == CURRENT_ID or version.document is None:
        return ()
    equipped = json.loads(version.document)["abilities"]

    def price(ability: Ability) -> str:
        return TEXTS.text("ability-price.text", locale, energy=ability.cost, cooldown=ability.cooldown)

    found = changes(load_ruleset(version.ruleset), load_ruleset(), locale, price)
    return tuple(each for each in found if each.id in equipped or each.id not in ABILITIES)


def _next_freeze(calendar: Calendar, now: datetime) -> Window:
    friday = friday_on_or_after(calendar.local_date(now))
    freeze = calendar.freeze(friday)
    return freeze if now < freeze.end else calendar.freeze(friday + 7 * DAY)


def _vote(session: Session, calendar: Calendar, player_id: int, now: datetime) -> VoteStatus | None:
    friday = calendar.open_vote(now)
    if friday is None:
        return None
    own = (col(Vote.friday) == friday, col(Vote.voter_id) == player_id)
    given = session.exec(select(func.count()).select_from(Vote).where(*own)).one()
    return VoteStatus(friday, calendar.vote(friday).end, given)


def _promises(session: Session, calendar: Calendar, now: datetime) -> tuple[Promise, ...]:
    found = []
    for job in (Job.DAILY, Job.TOURNAMENT):
        secret = waiting_secret(session, job)
        if secret is not None:
            run_at = _next_moment(session, job) or calendar.following(job, now).scheduled_for
            young = calendar.is_young(secret.made_at, run_at)
            found.append(Promise(job, run_at, secret.commitment, secret.made_at, young))
    return tuple(found)


def _next_moment(session: Session, job: Job) -> datetime | None:
    """Of the run that waits, or has begun, without a secret yet: it may be late."""
    waiting = select(Run.scheduled_for).where(
        col(Run.job) == job.value,
        col(Run.state).in_([RunState.DUE.value, RunState.RUNNING.value]),
        col(Run.id).not_in(select(Secret.run_id).where(col(Secret.run_id).is_not(None))),
    )
    return session.exec(waiting.order_by(col(Run.scheduled_for)).limit(1)).first()
