"""The blind vote for the look of the week.

Nothing that goes out leads from a look on a ballot to its hero. A voter's own look is left out of its
ballot: to mark it as its own would be such a link. Source: the league's rules, "Look of the week".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, and_, delete, not_, or_
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.heroes.documents import read_document
from arena.desk.heroes.states import state_at
from arena.desk.installation import installation
from arena.desk.moments import told_moment
from arena.desk.players.finding import known_player
from arena.desk.pseudonyms import FORGOTTEN_NAME
from arena.desk.rounds.entries import entries_at
from arena.errors import refuse
from arena.hero import Sprite
from arena.league.ballot import Tally, ballot_ids, check_votes, hero_behind, tally
from arena.league.calendar import Calendar, Job
from arena.store.tables import HeroRow, HeroVersion, Vote

_IS_SHOWN = and_(col(HeroRow.hidden_at).is_(None), col(HeroRow.name) != FORGOTTEN_NAME)
"""Of a hero whose look everybody may see."""


@dataclass(frozen=True)
class BallotLook:
    """A look on a ballot: its id, which means nothing elsewhere, and whether the voter has chosen it."""

    id: str
    chosen: bool


@dataclass(frozen=True)
class Ballot:
    """What a voter may choose from, in an order of its own; the results of `friday` opened the vote."""

    friday: date
    closes_at: datetime
    looks: tuple[BallotLook, ...]


@dataclass(frozen=True)
class _Candidate:
    """What stands behind a look of a ballot; the voter's own is on none."""

    hero_id: int
    version_id: int
    is_own: bool


@dataclass(frozen=True)
class CastVotes:
    """The votes of a voter that count now, as ids of its ballot."""

    friday: date
    closes_at: datetime
    chosen: tuple[str, ...]


def ballot(desk: Desk, voter_id: int) -> Ballot:
    """A participant's ballot in the vote that is open: the looks of the heroes that were active when it
    opened, without those that are hidden or forgotten by now.

    Raises `ArenaError`: `player-unknown`, `vote-closed`.
    """
    with desk.read() as (session, now):
        known_player(session, voter_id)
        friday = _open_vote(desk.calendar, now)
        window = desk.calendar.vote(friday)
        left_out = set(session.exec(select(HeroRow.id).where(or_(not_(_IS_SHOWN), _is_own(voter_id)))))
        heroes = set(entries_at(session, window.start).ids.tolist()) - left_out
        votes = select(Vote.hero_id).where(col(Vote.friday) == friday, col(Vote.voter_id) == voter_id)
        chosen = set(session.exec(votes))
        secret = installation(session).ballot_key
    ids = ballot_ids(secret, friday, voter_id, heroes)
    return Ballot(friday, window.end, tuple(BallotLook(id_, hero in chosen) for id_, hero in ids.items()))


def look_of(desk: Desk, voter_id: int, look: str) -> Sprite:
    """The picture of a look on a participant's ballot.

    Raises `ArenaError`: `player-unknown`, `vote-closed`, `vote-unknown-look`.
    """
    with desk.read() as (session, now):
        known_player(session, voter_id)
        candidate = _candidate(session, desk.calendar, _open_vote(desk.calendar, now), voter_id, look)
        if candidate is None or candidate.is_own:
            raise refuse("vote-unknown-look")
        document = session.get_one(HeroVersion, candidate.version_id).document
    assert document is not None, "forgotten heroes are no candidates"
    return read_document(document).sprite


def vote(desk: Desk, voter_id: int, looks: Sequence[str]) -> CastVotes:
    """Give a participant's votes to these looks of its ballot, in the place of those that it gave before. No
    looks: it takes them back.

    Raises `ArenaError`: `player-unknown`, `vote-closed`, or every fault of `check_votes`.
    """
    with desk.write() as (session, now):
        known_player(session, voter_id)
        friday = _open_vote(desk.calendar, now)
        found = {look: _candidate(session, desk.calendar, friday, voter_id, look) for look in set(looks)}
        meant = {look: candidate for look, candidate in found.items() if candidate is not None}
        own = next((look for look, candidate in meant.items() if candidate.is_own), None)
        check_votes(looks, meant, own)
        earlier = delete(Vote).where(col(Vote.friday) == friday, col(Vote.voter_id) == voter_id)
        session.connection().execute(earlier)
        for look in looks:
            hero_id = meant[look].hero_id
            session.add(Vote(friday=friday, voter_id=voter_id, hero_id=hero_id, cast_at=now))
    return CastVotes(friday, desk.calendar.vote(friday).end, tuple(looks))


def tally_of(session: Session, friday: date) -> Tally:
    """The count of the vote that the results of `friday` opened. A vote was for a candidate when it was cast;
    one for a hero that was hidden or forgotten since does not count."""
    votes = session.exec(select(Vote.voter_id, Vote.hero_id).where(col(Vote.friday) == friday)).all()
    voted = select(Vote.hero_id).where(col(Vote.friday) == friday)
    counted = session.exec(select(HeroRow.id).where(col(HeroRow.id).in_(voted), _IS_SHOWN))
    return tally(votes, {hero for hero in counted if hero is not None})


def _candidate(
    session: Session, calendar: Calendar, friday: date, voter_id: int, look: str
) -> _Candidate | None:
    """What stands behind a look of a voter's ballot; None if nothing does, or does no more."""
    hero_id = hero_behind(installation(session).ballot_key, friday, voter_id, look)
    if hero_id is None:
        return None
    state = state_at(session, hero_id, calendar.vote(friday).start)
    shown = session.exec(select(HeroRow).where(col(HeroRow.id) == hero_id, _IS_SHOWN)).one_or_none()
    if state is None or not state.active or shown is None:
        return None
    return _Candidate(hero_id, state.version_id, is_own=shown.player_id == voter_id)


def _is_own(voter_id: int) -> ColumnElement[bool]:
    return col(HeroRow.player_id) == voter_id


def _open_vote(calendar: Calendar, now: datetime) -> date:
    """The Friday whose results opened the vote. Raises `ArenaError` `vote-closed`."""
    friday = calendar.open_vote(now)
    if friday is None:
        opens = calendar.following(Job.RESULTS, now).scheduled_for
        raise refuse("vote-closed", **told_moment(calendar, opens))
    return friday
