"""Digests kept and read. Names are filled in as they are read: as they may be shown then, not when the
digest was made."""

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select
from sqlmodel import Session, col

from arena.desk.desk import Desk
from arena.desk.digests.parts import note_climbs, note_gaps
from arena.desk.digests.sights import Addresses, sights_of
from arena.desk.heroes.names import heroes_by_id, shown_name
from arena.desk.pages import check_limit
from arena.desk.pseudonyms import shown_player
from arena.errors import ArenaError, refuse
from arena.excerpt import shown
from arena.league.calendar import Job
from arena.league.digest.model import Digest, Kind, format_digest, parse_digest
from arena.league.digest.naming import Names
from arena.league.digest.reading import ReadDigest
from arena.league.digest.sights import NOTHING
from arena.likeness import nearest
from arena.store.tables import DigestRow, Player, Run

LATEST = "latest"
LISTED = 20
_KEY = re.compile(r"[a-z0-9-]*")
"""What a beginning of a key is made of."""
ALIKE = 400
"""Digests whose keys are looked at for one that was meant."""


@dataclass(frozen=True)
class ListedDigest:
    """A digest in a list."""

    key: str
    kind: Kind
    published_at: datetime


def store_digest(session: Session, digest: Digest, run: Run, now: datetime) -> None:
    """Keep a digest, in the transaction that composed it: the levels it tells, and what was not done, are
    told from now on."""
    assert run.id is not None, "a run that was read has a number"
    content = format_digest(digest)
    session.add(DigestRow(key=digest.key, run_id=run.id, published_at=now, content=content))
    note_climbs(session)
    if digest.kind is not Kind.SUPPLEMENT:
        note_gaps(session, run)


def read_digest(
    desk: Desk, key: str = LATEST, locale: str = "en", addresses: Addresses | None = None
) -> ReadDigest:
    """A digest, with the names that everybody may read now and, if there are `addresses`, where what it tells
    of can be looked at. Raises `ArenaError` `digest-unknown`."""
    with desk.read() as (session, now):
        row = find_digest(session, key, now)
        digest = parse_digest(row.content)
        mentions = digest.mentions
        heroes = heroes_by_id(session, mentions.heroes)
        players = session.scalars(select(Player).where(col(Player.id).in_(mentions.players))).all()
        names = Names(
            {id_: shown_name(hero, locale) for id_, hero in heroes.items()},
            {
                player.id: shown_player(player.id, player.name, locale)
                for player in players
                if player.id is not None
            },
        )
        published_at = row.published_at
    sights = NOTHING if addresses is None else sights_of(desk, digest, locale, addresses)
    return ReadDigest(digest, names, published_at, locale, sights)


def list_digests(desk: Desk, limit: int = LISTED) -> tuple[ListedDigest, ...]:
    """The last digests, the newest first. Raises `ArenaError` `page-limit`."""
    check_limit(limit)
    with desk.read() as (session, now):
        rows = session.scalars(_newest_first(now).limit(limit)).all()
    return tuple(ListedDigest(row.key, parse_digest(row.content).kind, row.published_at) for row in rows)


def digest_keys(desk: Desk, typed: str, most: int) -> tuple[str, ...]:
    """At most `most` keys of digests that begin with what was typed, the newest first."""
    if not _KEY.fullmatch(typed):
        return ()
    with desk.read() as (session, now):
        keys = _newest_first(now).with_only_columns(col(DigestRow.key))
        found = session.scalars(keys.where(col(DigestRow.key).startswith(typed)).limit(most)).all()
    return tuple(found)


def digest_that_tells(desk: Desk, run: Run) -> str | None:
    """The key of the digest that tells a run's outcome: its own or, of a tournament, that of its Friday's
    results; None where there is none yet."""
    published = select(col(DigestRow.key)).join(Run, col(Run.id) == col(DigestRow.run_id))
    own = published.where(col(Run.id) == run.id)
    same_day = col(Run.job) == Job.RESULTS, col(Run.local_date) == run.local_date
    results = published.where(*same_day, col(Run.scheduled_for) >= run.scheduled_for)
    with desk.read() as (session, _):
        key = session.scalars(own).one_or_none()
        if key is None and run.job == Job.TOURNAMENT:
            key = session.scalars(results.order_by(col(Run.scheduled_for)).limit(1)).one_or_none()
    return key


def find_digest(session: Session, key: str, now: datetime) -> DigestRow:
    """The digest with this key, or the `latest`, if it is published. Raises `ArenaError` `digest-unknown`."""
    newest = _newest_first(now)
    wanted = newest if key == LATEST else newest.where(col(DigestRow.key) == key)
    row = session.scalars(wanted.limit(1)).one_or_none()
    if row is None:
        raise _unknown(session, key, now)
    return row


def _newest_first(now: datetime) -> Select[DigestRow]:
    return (
        select(DigestRow)
        .join(Run, col(Run.id) == col(DigestRow.run_id))
        .where(col(DigestRow.published_at) <= now)
        .order_by(col(DigestRow.published_at).desc(), col(Run.scheduled_for).desc())
    )


def _unknown(session: Session, key: str, now: datetime) -> ArenaError:
    """Names the latest digest, and the one whose key is like `key`, if there is one."""
    known = [row.key for row in session.scalars(_newest_first(now).limit(ALIKE))]
    if not known:
        return refuse("digest-unknown", reason="none")
    alike = nearest(key, known)
    if alike is None or alike == known[0]:
        return refuse("digest-unknown", given=shown(key), latest=known[0])
    return refuse("digest-unknown", reason="near", given=shown(key), nearest=alike, latest=known[0])
