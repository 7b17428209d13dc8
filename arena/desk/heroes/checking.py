"""A participant's draft: checked at the participant's level, and what a check costs.

Source: the league's rules, "Limits".
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from sqlalchemy import Connection

from arena.desk.desk import Desk, unheard
from arena.desk.heroes.names import name_taken
from arena.desk.players.finding import peak_of
from arena.desk.players.limits import Limited, peak_if_left, spend
from arena.errors import ArenaError, Fault
from arena.hero import Hero, HeroCheck, Sprite, check_hero, level_for, read_hero
from arena.hero.looks import check_look, remarks

Draft = str | bytes | Mapping[str, object]
"""A hero's JSON, or what it says as plain data."""
NAME = "/name"


@dataclass(frozen=True)
class CheckedDraft:
    """What was found in a draft; `left`: how many checks the day still allows."""

    check: HeroCheck
    left: int


@dataclass(frozen=True)
class PreviewedLook:
    """The look of a draft. `remarks`: what the eye would miss in it; `others`: how many faults the rest of
    the draft has; `left`: how many checks the day still allows."""

    sprite: Sprite
    remarks: tuple[Fault, ...]
    others: int
    left: int


def check_draft(
    desk: Desk, player_id: int, draft: Draft, told: Callable[[CheckedDraft], object] = unheard
) -> CheckedDraft:
    """Check a draft, whatever it holds, at the participant's level; costs one of the day's checks.

    `told` is given the result before it is committed; what it raises takes everything back.
    Raises `ArenaError`: `player-unknown`, `limit-reached`.
    """
    # The work, a millisecond, is done while it is counted, so that a failure of ours takes the count back.
    with desk.write_connection() as (connection, now):
        spent = spend(connection, desk, player_id, Limited.CHECKS, desk.calendar.local_date(now))
        data, check = _checked(draft, level_for(spent.peak))
        checked_draft = CheckedDraft(_with_name(connection, player_id, data, check), spent.left)
        told(checked_draft)
    return checked_draft


def preview_draft(
    desk: Desk, player_id: int, draft: Draft, told: Callable[[PreviewedLook], object] = unheard
) -> PreviewedLook:
    """The look of a draft, whatever else is wrong with it; costs one of the day's checks.

    `told` is given the result before it is committed; what it raises takes everything back.
    Raises `ArenaError`: `player-unknown`, `limit-reached`, every fault of the sprite.
    """
    with desk.read() as (session, now):
        peak_if_left(session.connection(), desk, player_id, Limited.CHECKS, desk.calendar.local_date(now))
    try:
        look = check_look(_read(draft))
    except ArenaError as error:
        refuse_draft(desk, player_id, error.faults)
    if look.sprite is None:
        refuse_draft(desk, player_id, look.faults)
    found = remarks(look.sprite)
    with desk.write_connection() as (connection, now):
        spent = spend(connection, desk, player_id, Limited.CHECKS, desk.calendar.local_date(now))
        previewed = PreviewedLook(look.sprite, found, look.others, spent.left)
        told(previewed)
    return previewed


def accepted_draft(desk: Desk, player_id: int, draft: Draft) -> Hero:
    """The hero in a draft that is to be used but not saved, so that its name may be another's; a check is
    spent only if it is refused.

    Raises `ArenaError` with every fault of the draft, or `player-unknown`, `limit-reached`.
    """
    with desk.read() as (session, _):
        level = level_for(peak_of(session.connection(), player_id))
    _, check = _checked(draft, level)
    return check.hero or refuse_draft(desk, player_id, check.faults)


def refuse_draft(desk: Desk, player_id: int, faults: Sequence[Fault]) -> NoReturn:
    """Raise what is wrong with a draft, at the cost of one of the day's checks."""
    with desk.write_connection() as (connection, now):
        spend(connection, desk, player_id, Limited.CHECKS, desk.calendar.local_date(now))
    raise ArenaError(faults)


def checked(desk: Desk, player_id: int, draft: Draft) -> HeroCheck:
    """What is found in a draft that is to be saved at the participant's level; what cannot be read at all is
    a fault too, and so is a name that others have.

    Raises `ArenaError` `player-unknown`.
    """
    with desk.read() as (session, _):
        level = level_for(peak_of(session.connection(), player_id))
    data, check = _checked(draft, level)
    with desk.read() as (session, _):
        return _with_name(session.connection(), player_id, data, check)


def _checked(draft: Draft, level: int) -> tuple[object, HeroCheck]:
    """The draft as plain data, None if it cannot be read, and what is found in it."""
    try:
        data = _read(draft)
    except ArenaError as error:
        return None, HeroCheck(None, error.faults, (), None)
    return data, check_hero(data, level)


def _read(draft: Draft) -> object:
    """The draft as plain data. Raises `ArenaError` for what cannot be read at all."""
    return read_hero(draft if isinstance(draft, str | bytes) else json.dumps(draft, ensure_ascii=False))


def _with_name(connection: Connection, player_id: int, data: object, check: HeroCheck) -> HeroCheck:
    """What was found, and whether somebody has the name already; of one that is no name this is not asked."""
    if not isinstance(data, dict) or any(fault.path in ("", NAME) for fault in check.faults):
        return check
    taken = name_taken(connection, data["name"], player_id)
    return check if taken is None else replace(check, hero=None, faults=(taken, *check.faults))
