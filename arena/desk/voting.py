"""The blind vote for the look of the week.

Nothing that goes out leads from a look on a ballot to its hero. A voter's own look is left out of its
ballot: to mark it as its own would be such a link. Source: the league's rules, "Look of the week".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import and_, delete, not_
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.heroes.documents import read_document
from arena.desk.heroes.names import FORGOTTEN_NAME
from arena.desk.moments import told_moment
from arena.desk.rounds.entries import entries_at
from arena.errors import ArenaError, refuse
from arena.hero import Sprite
from arena.league.ballot import Tally, ballot_id, ballot_order, check_votes, tally
from arena.league.calendar import Calendar, Job
from arena.store.tables import HeroRow, HeroVersion, Installation, Vote

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
class CastVotes:
    """The votes of a voter that count now, as ids of its ballot."""

    friday: date
    closes_at: datetime
    chosen: tuple[str, ...]


@dataclass(frozen=True)
class _Papers:
    """A voter's ballot with what it hides: hero and version by id, in the voter's order; `own` is the id of
    its own look, which is not among `looks`."""

    friday: date
    closes_at: datetime
    looks: dict[str, tuple[int, int]]
    own: str | None


def ballot(desk: Desk, voter_id: int) -> Ballot:
    """A participant's ballot in the vote that is open. Raises `ArenaError` `vote-closed`."""
    with desk.read() as (session, now):
        papers = _papers(session, desk.calendar, voter_id, now)
        votes = select(Vote.hero_id).where(col(Vote.friday) == papers.friday, col(Vote.voter_id) == voter_id)
        chosen = set(session.exec(votes))
    looks = (BallotLook(id_, hero in chosen) for id_, (hero, _) in papers.looks.items())
    return Ballot(papers.friday, papers.closes_at, tuple(looks))


def look_of(desk: Desk, voter_id: int, look: str) -> Sprite:
    """The picture of a look on a participant's ballot. Raises `ArenaError`: `vote-closed`,
    `vote-unknown-look`."""
    with desk.read() as (session, now):
        papers = _papers(session, desk.calendar, voter_id, now)
        if look not in papers.looks:
            raise refuse("vote-unknown-look")
        version = session.get_one(HeroVersion, papers.looks[look][1])
        assert version.document is not None, "forgotten heroes are no candidates"
        return read_document(version.document).sprite


def vote(desk: Desk, voter_id: int, looks: Sequence[str]) -> CastVotes:
    """Give a participant's votes to these looks of its ballot, in the place of those that it gave before. No
    looks: it takes them back.

    Raises `ArenaError`: `vote-closed`, or every fault of `check_votes`.
    """
    with desk.read() as (session, now):
        papers = _papers(session, desk.calendar, voter_id, now)
    check_votes(looks, {*papers.looks, *([papers.own] if papers.own else [])}, papers.own)
    with desk.write() as (session, now):
        if desk.calendar.open_vote(now) != papers.friday:
            raise _closed(desk.calendar, now)
        earlier = delete(Vote).where(col(Vote.friday) == papers.friday, col(Vote.voter_id) == voter_id)
        session.connection().execute(earlier)
        for look in looks:
            hero, _ = papers.looks[look]
            session.add(Vote(friday=papers.friday, voter_id=voter_id, hero_id=hero, cast_at=now))
    return CastVotes(papers.friday, papers.closes_at, tuple(looks))


def tally_of(session: Session, friday: date) -> Tally:
    """The count of the vote that the results of `friday` opened. A vote was for a candidate when it was cast;
    one for a hero that was hidden or forgotten since does not count."""
    votes = session.exec(select(Vote.voter_id, Vote.hero_id).where(col(Vote.friday) == friday)).all()
    voted = select(Vote.hero_id).where(col(Vote.friday) == friday)
    counted = session.exec(select(HeroRow.id).where(col(HeroRow.id).in_(voted), _IS_SHOWN))
    return tally(votes, {hero for hero in counted if hero is not None})


def _papers(session: Session, calendar: Calendar, voter_id: int, now: datetime) -> _Papers:
    """The ballot of the open vote: the looks of the heroes that were active when it opened, without those
    that are hidden or forgotten by now. Raises `ArenaError` `vote-closed`."""
    friday = calendar.open_vote(now)
    if friday is None:
        raise _closed(calendar, now)
    window = calendar.vote(friday)
    entries = entries_at(session, window.start)
    versions = dict(zip(entries.ids.tolist(), entries.versions.tolist(), strict=True))
    for hidden in session.exec(select(HeroRow.id).where(not_(_IS_SHOWN))):
        versions.pop(hidden, None)
    own = session.exec(select(HeroRow.id).where(col(HeroRow.player_id) == voter_id)).one_or_none()
    own_version = versions.pop(own, None)
    key = session.get_one(Installation, 1).ballot_key
    order = ballot_order(key, friday, voter_id, versions)
    looks = {ballot_id(key, friday, voter_id, hero): (hero, versions[hero]) for hero in order}
    own_id = ballot_id(key, friday, voter_id, own) if own is not None and own_version is not None else None
    return _Papers(friday, window.end, looks, own_id)


def _closed(calendar: Calendar, now: datetime) -> ArenaError:
    opens = calendar.following(Job.RESULTS, now).scheduled_for
    return refuse("vote-closed", **told_moment(calendar, opens))
