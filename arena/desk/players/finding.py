"""Finding a participant by name or id, and saying who was probably meant."""

import re
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam
from sqlmodel import Session, col, select

from arena.desk.alike import names_to_compare
from arena.desk.desk import Desk
from arena.desk.pseudonyms import FORGOTTEN_NAME
from arena.errors import ArenaError, Fault, refuse
from arena.excerpt import printable
from arena.hero import name_key
from arena.likeness import nearest
from arena.store.tables import Player
from arena.store.types import BigId

PEAK = select(col(Player.xp_peak), col(Player.forgotten_at)).where(
    col(Player.id) == bindparam("player_id", type_=BigId)
)
"""Made once: to make a statement takes longer than to run it, and this one is asked with every check."""
BY_ID = re.compile(r"#([0-9]{1,18})", re.ASCII)
"""How a participant without a name is named; no name has such a sign."""


def find_player(desk: Desk, name: str) -> int:
    """The id of the participant of this name, in any case, or of this id, written `#17`.

    Raises `ArenaError` `player-unknown`, which names one that is like it, if there is one.
    """
    numbered = BY_ID.fullmatch(name)
    with desk.read() as (session, _):
        row = session.get(Player, int(numbered[1])) if numbered else player_named(session, name)
        if row is None:
            raise ArenaError([unknown(name, None if numbered else nearest(name, names_like(session, name)))])
        assert row.id is not None, "it was stored"
        return row.id


def known_player(session: Session, player_id: int) -> Player:
    """A participant by id. Raises `ArenaError` `player-unknown` for one who does not exist or was
    forgotten."""
    row = session.get(Player, player_id)
    if row is None or row.forgotten_at is not None:
        raise unknown_id(player_id)
    return row


def peak_of(connection: Connection, player_id: int) -> int:
    """The most experience that a participant ever had, on which its level stands.

    Raises `ArenaError` `player-unknown`, as `known_player` does.
    """
    row = connection.execute(PEAK, {"player_id": player_id}).one_or_none()
    if row is None or row.forgotten_at is not None:
        raise unknown_id(player_id)
    return int(row.xp_peak)


def check_viewer(session: Session, viewer: int | None) -> None:
    """Raise `ArenaError` `player-unknown` for a reader who is no participant, or no more; None is anybody."""
    if viewer is not None:
        known_player(session, viewer)


def unknown_id(player_id: int) -> ArenaError:
    """There is no participant of this id, or no more."""
    return refuse("player-unknown", reason="gone", given=f"#{player_id}")


def names_like(session: Session, name: str) -> Sequence[str]:
    """The names that a mistyped one may mean, but no forgotten ones; in a large league not all."""
    known = select(Player.name).where(col(Player.name) != FORGOTTEN_NAME)
    return names_to_compare(session, known, Player, name)


def unknown(name: str, near: str | None) -> Fault:
    """There is no participant of this name; `near` is the one that may be meant."""
    params = {"given": printable(name)}
    if near is None:
        return Fault("player-unknown", params=params)
    return Fault("player-unknown", params={**params, "nearest": near}, reason="near")


def player_named(session: Session, name: str) -> Player | None:
    """The participant of this name, in any case."""
    return session.exec(select(Player).where(col(Player.name_key) == name_key(name))).one_or_none()
