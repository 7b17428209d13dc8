"""My digest: a run's battles of one's own hero, and where they put it.

Source: the league's rules, "What is hidden": of an opponent nothing but what everybody may see.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sqlalchemy import SQLColumnExpression, or_, select
from sqlmodel import Session, col

from arena.desk.byes import rounds_in
from arena.desk.desk import Desk
from arena.desk.digests.again import Fought, blows, fight_again, most_fired
from arena.desk.digests.reading import LATEST, find_digest
from arena.desk.heroes.names import heroes_by_id, shown_name
from arena.desk.heroes.states import own_hero
from arena.desk.standings.elo import place_among
from arena.league.digest.mine import MyDigest, OwnBattle
from arena.league.digest.model import Digest, parse_digest
from arena.league.elo import rate_day
from arena.store.tables import BattleRow, HeroRow, HeroVersion, Placing, RatingChange


class Where(NamedTuple):
    """Where a hero stands: the fields of `MyDigest` of the same names."""

    rating: int | None = None
    change: int | None = None
    place_before: int | None = None
    place: int | None = None
    bye: int | None = None


def my_digest(desk: Desk, player_id: int, key: str = LATEST, locale: str = "en") -> MyDigest:
    """What a digest's run was for a participant's own hero.

    Raises `ArenaError`: `player-unknown`, `no-hero`, `digest-unknown`.
    """
    with desk.read() as (session, now):
        hero = own_hero(session, player_id)
        assert hero.id is not None, "it was stored"
        hero_id = hero.id
        digest = parse_digest(find_digest(session, key, now).content)
        rows, documents = _rows(session, digest, hero)
        ratings = _ratings(session, digest, rows)
        opponents = heroes_by_id(session, (id_ for row in rows for id_ in (row.hero_a, row.hero_b)))
        where = _after_day(session, digest, hero) if digest.day else _after_tournament(session, digest, hero)
    names = {id_: shown_name(row, locale) for id_, row in opponents.items()}
    fought = [
        fight_again(row, int(row.hero_b == hero.id), documents[row.version_a], documents[row.version_b])
        for row in rows
    ]
    part = digest.day or digest.tournament
    return MyDigest(
        key=digest.key,
        kind=digest.kind,
        local_date=digest.local_date,
        zone=digest.zone,
        moment=digest.moment,
        hero=hero.name,
        hero_id=hero_id,
        battles=tuple(_own_battle(digest, each, ratings, names) for each in fought),
        heroes=0 if part is None else part.heroes,
        rule=most_fired(fought),
        blows=blows(fought),
        unseen=sum(each.again is None for each in fought),
        **where._asdict(),
    )


def _rows(
    session: Session, digest: Digest, hero: HeroRow
) -> tuple[Sequence[BattleRow], dict[int | None, str | None]]:
    """The hero's battles in the digest's run, in their order, and the documents of the versions that fought
    them, by id."""
    part = digest.day or digest.tournament
    own = or_(col(BattleRow.hero_a) == hero.id, col(BattleRow.hero_b) == hero.id)
    rows = session.scalars(
        select(BattleRow)
        .where(col(BattleRow.run_id) == (None if part is None else part.run_id), own)
        .order_by(col(BattleRow.number))
    ).all()
    ids = {id_ for row in rows for id_ in (row.version_a, row.version_b)}
    found = session.scalars(select(HeroVersion).where(col(HeroVersion.id).in_(ids)))
    return rows, {version.id: version.document for version in found}


def _own_battle(
    digest: Digest, fought: Fought, ratings: dict[int, tuple[int, int]], names: dict[int, str]
) -> OwnBattle:
    return OwnBattle(
        run_id=fought.row.run_id,
        number=fought.row.number,
        round=fought.row.round,
        opponent=names[fought.opponent],
        opponent_id=fought.opponent,
        opponent_rating=ratings[fought.opponent][0],
        score=fought.score,
        turns=fought.row.turns,
        change=_change(fought, ratings) if digest.day else None,
    )


def _ratings(session: Session, digest: Digest, rows: Sequence[BattleRow]) -> dict[int, tuple[int, int]]:
    """The ratings before the run of all who fought, and their rated battles (0 in a tournament), by id."""
    ids = {id_ for row in rows for id_ in (row.hero_a, row.hero_b)}
    if digest.day:
        of_day = col(RatingChange.run_id) == digest.day.run_id, col(RatingChange.hero_id).in_(ids)
        changes = session.scalars(select(RatingChange).where(*of_day))
        return {each.hero_id: (each.before, each.rated_battles) for each in changes}
    run_id = None if digest.tournament is None else digest.tournament.run_id
    placings = session.scalars(
        select(Placing).where(col(Placing.run_id) == run_id, col(Placing.hero_id).in_(ids))
    )
    return {each.hero_id: (each.rating, 0) for each in placings}


def _change(fought: Fought, ratings: dict[int, tuple[int, int]]) -> int:
    """What one battle did to the own rating. A day's changes are rounded one by one: they sum up exactly."""
    row = fought.row
    before, rated = np.array([ratings[row.hero_a], ratings[row.hero_b]], np.int64).T
    a, b, winner = (np.array([number], np.int64) for number in (0, 1, row.winner))
    return int(rate_day(before, rated, a, b, winner)[fought.me])


def _after_day(session: Session, digest: Digest, hero: HeroRow) -> Where:
    run_id = None if digest.day is None else digest.day.run_id
    change = session.get(RatingChange, (run_id, hero.id))
    if change is None:
        return Where()
    before, after = col(RatingChange.before), col(RatingChange.before) + col(RatingChange.change)
    own = change.before + change.change
    return Where(
        rating=own,
        change=change.change,
        place_before=_place(session, change, before, change.before) if change.rated_battles else None,
        place=_place(session, change, after, own),
    )


def _place(session: Session, change: RatingChange, rating: SQLColumnExpression[int], own: int) -> int:
    of_run = col(RatingChange.run_id) == change.run_id
    return place_among(session, rating, col(RatingChange.hero_id), (own, change.hero_id), of_run)


def _after_tournament(session: Session, digest: Digest, hero: HeroRow) -> Where:
    run_id = None if digest.tournament is None else digest.tournament.run_id
    placing = None if run_id is None else session.get(Placing, (run_id, hero.id))
    if placing is None:
        return Where()
    return Where(place=placing.place, bye=next(iter(rounds_in(placing.byes)), None))
