"""A participant's hero: saved in versions that never change, withdrawn and returned.

Source: the league's rules, "Participants", "Calendar" and "Rulesets over time".
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from arena.battle import pack
from arena.desk.desk import Desk, unheard
from arena.desk.experience.ledger import level_of
from arena.desk.heroes.checking import Draft, checked, refuse_draft
from arena.desk.heroes.documents import document_of
from arena.desk.heroes.names import name_taken
from arena.desk.heroes.states import (
    current_version,
    hero_of,
    own_hero,
    put_state,
    refuse_frozen,
    standing_since,
)
from arena.desk.players.finding import known_player
from arena.errors import ArenaError, Fault, refuse
from arena.hero import Hero, Sprite, check_level, look_key, name_key
from arena.league.settings import league
from arena.rulesets import CURRENT_ID
from arena.store.tables import HeroRow, HeroVersion


@dataclass(frozen=True)
class SavedHero:
    """A hero after it was saved, with the number of its version, from 1. `changed`: whether that version is
    new, which the same document under the same ruleset does not make; `active`: a hero that was withdrawn
    stays so; `hidden`: by an organiser; `look` is what everybody sees of it, None if it is hidden;
    `advice` never blocks."""

    hero_id: int
    name: str
    version: int
    changed: bool
    active: bool
    hidden: bool
    look: Sprite | None
    advice: tuple[Fault, ...]


@dataclass(frozen=True)
class Participation:
    """Whether a hero takes part, `since` when, and whether that was `changed` now."""

    hero_id: int
    name: str
    active: bool
    since: datetime
    changed: bool


def save_hero(
    desk: Desk,
    player_id: int,
    draft: Draft,
    expected_version: int | None = None,
    told: Callable[[SavedHero], object] = unheard,
) -> SavedHero:
    """Save a participant's hero, as its first version or the next one; it is not returned by that.

    `expected_version` is the version that the draft was made from, 0 for no hero yet; None does not ask. A
    draft that is refused for its content costs one of the day's checks. `told` is given the result before it
    is committed; what it raises takes everything back.
    Raises `ArenaError`: `player-unknown`, `edits-frozen`, every fault of the draft, `limit-reached`,
    `version-conflict`.
    """
    check = checked(desk, player_id, draft)
    if check.hero is None:
        with desk.read() as (_, now):
            refuse_frozen(desk.calendar, now)
        refuse_draft(desk, player_id, check.faults)
    hero, number = check.hero, 1
    content, record = document_of(hero), pack([hero]).tobytes()
    with desk.write() as (session, now):
        player = known_player(session, player_id)
        refuse_frozen(desk.calendar, now)
        _refuse_slots(hero, level_of(player))
        row = hero_of(session, player_id)
        before = None if row is None else current_version(session, row)
        _refuse_conflict(expected_version, 0 if before is None else before.number)
        taken = name_taken(session.connection(), hero.name, player_id)
        if taken is None:
            if row is None or before is None:
                row = _add_hero(session, player_id, hero, now)
            elif (before.document, before.ruleset) == (content, CURRENT_ID):
                saved = _saved(row, before.number, hero, check.advice, changed=False)
                told(saved)
                return saved
            else:
                number = before.number + 1
            row.name, row.name_key = hero.name, name_key(hero.name)
            _add_version(session, row, number, hero, content, record, now)
            saved = _saved(row, number, hero, check.advice, changed=True)
            told(saved)
            return saved
    # Somebody took the name since the draft was checked.
    refuse_draft(desk, player_id, (taken,))


def withdraw_hero(
    desk: Desk, player_id: int, told: Callable[[Participation], object] = unheard
) -> Participation:
    """Take a participant's hero out of the league; it keeps rating, experience and history.

    `told` is given the result before it is committed; what it raises takes everything back.
    Raises `ArenaError`: `player-unknown`, `edits-frozen`, `no-hero`.
    """
    return _take_part(desk, player_id, told, active=False)


def return_hero(
    desk: Desk, player_id: int, told: Callable[[Participation], object] = unheard
) -> Participation:
    """Let a withdrawn hero take part again, with its current version.

    `told` is given the result before it is committed; what it raises takes everything back.
    Raises `ArenaError`: `player-unknown`, `edits-frozen`, `no-hero`.
    """
    return _take_part(desk, player_id, told, active=True)


def _take_part(
    desk: Desk, player_id: int, told: Callable[[Participation], object], *, active: bool
) -> Participation:
    with desk.write() as (session, now):
        refuse_frozen(desk.calendar, now)
        row = own_hero(session, player_id)
        assert row.id is not None
        assert row.version_id is not None
        changed = row.active != active
        if changed:
            put_state(session, row, row.version_id, active, now)
        participation = Participation(row.id, row.name, active, standing_since(session, row), changed)
        told(participation)
        return participation


def _refuse_slots(hero: Hero, level: int) -> None:
    """The level may have changed since the draft was checked."""
    if faults := check_level(hero, level):
        raise ArenaError(faults)


def _refuse_conflict(expected: int | None, current: int) -> None:
    if expected is None or expected == current:
        return
    reason = None if current else "none"
    raise refuse("version-conflict", reason=reason, expected=expected, current=current)


def _add_hero(session: Session, player_id: int, hero: Hero, now: datetime) -> HeroRow:
    row = HeroRow(
        player_id=player_id,
        name=hero.name,
        name_key=name_key(hero.name),
        created_at=now,
        rating=league().elo.start,
    )
    session.add(row)
    session.flush()
    return row


def _add_version(
    session: Session, row: HeroRow, number: int, hero: Hero, document: str, record: bytes, now: datetime
) -> None:
    assert row.id is not None
    version = HeroVersion(
        hero_id=row.id,
        number=number,
        document=document,
        record=record,
        ruleset=CURRENT_ID,
        saved_at=now,
        look_key=look_key(hero.sprite),
    )
    session.add(version)
    session.flush()
    assert version.id is not None
    put_state(session, row, version.id, row.active, now)


def _saved(row: HeroRow, number: int, hero: Hero, advice: tuple[Fault, ...], *, changed: bool) -> SavedHero:
    assert row.id is not None
    hidden = row.hidden_at is not None
    return SavedHero(
        hero_id=row.id,
        name=row.name,
        version=number,
        changed=changed,
        active=row.active,
        hidden=hidden,
        look=None if hidden else hero.sprite,
        advice=advice,
    )
