"""A participant's draft: checked at the participant's level, and what a check costs.

Source: the league's rules, "Limits".
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn

from arena.desk.desk import Desk, unheard
from arena.desk.heroes.names import holder_of, taken_fault
from arena.desk.players.finding import peak_of
from arena.desk.players.limits import Limited, peak_if_left, spend
from arena.errors import ArenaError, Fault
from arena.hero import Hero, HeroCheck, Sprite, check_hero, level_for, name_key, read_hero
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
    # Read first, since the statement that counts also asks about the name. Past the limit that is for
    # nothing, but no document as small as a hero's takes more than a few milliseconds to read.
    reading = _reading_of(draft)
    with desk.write_connection() as (connection, now):
        day = desk.calendar.local_date(now)
        spent = spend(connection, desk, player_id, Limited.CHECKS, day, reading.key)
        # Checked while it is counted, so that a failure of ours takes the count back.
        check = reading.checked(level_for(spent.peak), player_id, spent.holder)
        checked_draft = CheckedDraft(check, spent.left)
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
    check = _reading_of(draft).checked_but_name(level)
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
    reading = _reading_of(draft)
    with desk.read() as (session, _):
        level = level_for(peak_of(session.connection(), player_id))
        key = reading.key
        holder = None if key is None else holder_of(session.connection(), key)
    return reading.checked(level, player_id, holder)


@dataclass(frozen=True)
class _Reading:
    """A draft as plain data, and its name if there stands a text for one; or, where it cannot be read at all,
    no data, and why."""

    data: Mapping[str, object] | None
    name: str | None = None
    faults: tuple[Fault, ...] = ()

    @cached_property
    def key(self) -> str | None:
        """What the name shares with those that look the same."""
        return None if self.name is None else name_key(self.name)

    def checked_but_name(self, level: int) -> HeroCheck:
        """What is found in it, whoever has its name."""
        if self.data is None:
            return HeroCheck(None, self.faults, (), None)
        return check_hero(self.data, level)

    def checked(self, level: int, player_id: int, holder: int | None) -> HeroCheck:
        """What is found in it, and whether its name is taken: `holder` is the participant whose hero has it.
        Of a name that is faulty itself that is not told."""
        check = self.checked_but_name(level)
        if self.name is None or self.key is None or any(each.path in ("", NAME) for each in check.faults):
            return check
        taken = taken_fault(self.name, self.key, player_id, holder)
        return check if taken is None else replace(check, hero=None, faults=(taken, *check.faults))


def _reading_of(draft: Draft) -> _Reading:
    try:
        data = _read(draft)
    except ArenaError as error:
        return _Reading(None, faults=error.faults)
    name = data.get("name")
    return _Reading(data, name if isinstance(name, str) else None)


def _read(draft: Draft) -> Mapping[str, object]:
    """The draft as plain data. Raises `ArenaError` for what cannot be read at all."""
    return read_hero(draft if isinstance(draft, str | bytes) else json.dumps(draft, ensure_ascii=False))
