"""A participant's draft: checked at the participant's level, and what a check costs.

Source: the league's rules, "Limits".
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn

from arena.desk.desk import Desk
from arena.desk.experience.ledger import level_of
from arena.desk.heroes.names import name_taken
from arena.desk.players.finding import known_player
from arena.desk.players.limits import Limited, refuse_used_up, spend
from arena.errors import ArenaError, Fault
from arena.hero import Hero, HeroCheck, check_hero, read_hero

Draft = str | bytes | Mapping[str, object]
"""A hero's JSON, or what it says as plain data."""
NAME = "/name"


def check_draft(desk: Desk, player_id: int, draft: Draft) -> HeroCheck:
    """Check a draft, whatever it holds, at the participant's level; costs one of the day's checks.

    Raises `ArenaError`: `player-unknown`, `limit-reached`.
    """
    with desk.read() as (session, now):
        known_player(session, player_id)
        today = desk.calendar.local_date(now)
        refuse_used_up(session, player_id, Limited.CHECKS, today, desk.calendar)
    check = checked(desk, player_id, draft)
    spend_check(desk, player_id)
    return check


def accepted_draft(desk: Desk, player_id: int, draft: Draft) -> Hero:
    """The hero in a draft that is to be used but not saved, so that its name may be another's; a check is
    spent only if it is refused.

    Raises `ArenaError` with every fault of the draft, or `player-unknown`, `limit-reached`.
    """
    check = checked(desk, player_id, draft, to_save=False)
    return check.hero or refuse_draft(desk, player_id, check)


def refuse_draft(desk: Desk, player_id: int, check: HeroCheck) -> NoReturn:
    """Raise what is wrong with a draft, at the cost of one of the day's checks."""
    spend_check(desk, player_id)
    raise ArenaError(check.faults)


def checked(desk: Desk, player_id: int, draft: Draft, *, to_save: bool = True) -> HeroCheck:
    """What is found in a draft at the participant's level; what cannot be read at all is a fault too, and so
    is a name that others have if it is `to_save`.

    Raises `ArenaError` `player-unknown`.
    """
    with desk.read() as (session, _):
        level = level_of(known_player(session, player_id))
    try:
        data = read_hero(draft if isinstance(draft, str | bytes) else json.dumps(draft, ensure_ascii=False))
    except ArenaError as error:
        return HeroCheck(None, error.faults, (), None)
    check = check_hero(data, level)
    taken = _taken(desk, player_id, data, check) if to_save else None
    return check if taken is None else replace(check, hero=None, faults=(taken, *check.faults))


def _taken(desk: Desk, player_id: int, data: object, check: HeroCheck) -> Fault | None:
    """Whether somebody has the name already; of one that is no name this is not asked."""
    if not isinstance(data, dict) or any(fault.path in ("", NAME) for fault in check.faults):
        return None
    with desk.read() as (session, _):
        return name_taken(session, data["name"], player_id)


def spend_check(desk: Desk, player_id: int) -> None:
    """Count a check that was made. It is counted after the work, so that a failure of ours costs nothing."""
    with desk.write() as (session, now):
        spend(session, player_id, Limited.CHECKS, desk.calendar.local_date(now), desk.calendar)
