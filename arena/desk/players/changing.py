"""Changing a participant: the address and language of its own messages, and whether it is an organiser."""

from enum import Enum
from typing import Literal

from arena.desk.audit import Act, check_organiser, log_act
from arena.desk.desk import Desk
from arena.desk.players.addresses import check_address
from arena.desk.players.finding import known_player
from arena.desk.players.register import PlayerView, check_lang, view_of
from arena.errors import refuse


class Unchanged(Enum):
    """What is not to be changed, where None has a meaning of its own."""

    LEFT = "left"


LEFT: Literal[Unchanged.LEFT] = Unchanged.LEFT


def change_player(
    desk: Desk,
    player_id: int,
    *,
    address: str | Literal[Unchanged.LEFT] | None = LEFT,
    lang: str | None = None,
    organiser: bool | None = None,
    by_organiser: bool = True,
    organiser_id: int | None = None,
) -> PlayerView:
    """Change a participant: an `address` of None takes it away; what is not given stays.

    `by_organiser`: an organiser does it, and it is logged. `organiser_id` is the participant who does it,
    None for whoever has the league's machine. Else the participant itself does, who may not set every address
    and makes nobody an organiser. Messages that wait for an earlier address are not sent any more.
    Raises `ArenaError`: `player-unknown`, `organisers-only`, `player-lang`, `players-address`.
    """
    if lang is not None:
        check_lang(lang)
    kept = check_address(address, by_organiser=by_organiser) if isinstance(address, str) else address
    with desk.write() as (session, now):
        row = known_player(session, player_id)
        if not by_organiser and organiser is not None:
            raise refuse("organisers-only")
        if by_organiser:
            check_organiser(session, organiser_id)
        if kept is not LEFT:
            row.address = kept
        row.lang = row.lang if lang is None else lang
        row.organiser = row.organiser if organiser is None else organiser
        session.add(row)
        if by_organiser:
            told = {"address": kept is not LEFT, "lang": lang, "is_organiser": organiser}
            log_act(session, now, Act.PLAYER_CHANGED, organiser_id, player_id, told)
        return view_of(session, row)
