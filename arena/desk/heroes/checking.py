"""A participant's draft: checked at the participant's level, and what a check costs.

Source: the league's rules, "Limits".
"""

import json
from collections.abc import Mapping
from typing import NoReturn

from arena.desk.desk import Desk
from arena.desk.experience.ledger import level_of
from arena.desk.players.limits import Limited, spend
from arena.errors import ArenaError
from arena.hero import Hero, HeroCheck, check_hero, read_hero
from arena.store.tables import Player

Draft = str | bytes | Mapping[str, object]
"""A hero's JSON, or what it says as plain data."""


def check_draft(desk: Desk, player_id: int, draft: Draft) -> HeroCheck:
    """Check a draft, whatever it holds, at the participant's level; costs one of the day's checks.

    Raises `ArenaError` `limit-reached`.
    """
    check = checked(desk, player_id, draft)
    spend_check(desk, player_id)
    return check


def accepted_draft(desk: Desk, player_id: int, draft: Draft) -> Hero:
    """The hero in a draft that is to be used; a check is spent only if it is refused.

    Raises `ArenaError` with every fault of the draft, or `limit-reached`.
    """
    check = checked(desk, player_id, draft)
    return check.hero or refuse_draft(desk, player_id, check)


def refuse_draft(desk: Desk, player_id: int, check: HeroCheck) -> NoReturn:
    """Raise what is wrong with a draft, at the cost of one of the day's checks."""
    spend_check(desk, player_id)
    raise ArenaError(check.faults)


def checked(desk: Desk, player_id: int, draft: Draft) -> HeroCheck:
    """What is found in a draft at the participant's level; what cannot be read at all is a fault too."""
    with desk.read() as (session, _):
        level = level_of(session.get_one(Player, player_id))
    try:
        data = read_hero(draft if isinstance(draft, str | bytes) else json.dumps(draft, ensure_ascii=False))
    except ArenaError as error:
        return HeroCheck(None, error.faults, (), None)
    return check_hero(data, level)


def spend_check(desk: Desk, player_id: int) -> None:
    """Count a check that was made. It is counted after the work, so that a failure of ours costs nothing."""
    with desk.write() as (session, now):
        spend(session, player_id, Limited.CHECKS, desk.calendar.local_date(now), desk.calendar)
