"""Participants: how they come in, and the list of them.

A name follows a hero's hygiene, may be longer, and is unique whatever its case or look-alikes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from arena.desk.audit import Act, check_organiser, log_act
from arena.desk.desk import Desk, unheard
from arena.desk.players.addresses import check_address
from arena.desk.players.finding import player_named
from arena.desk.players.keys import KeyView, issue_key, keys_by_player, keys_of
from arena.desk.pseudonyms import shown_player
from arena.errors import ArenaError, refuse
from arena.excerpt import printable, shown
from arena.hero import level_for, name_key
from arena.hero.names import NAME_PUNCTUATION, name_problems, normal
from arena.hero.problems import faults
from arena.messages import LOCALES
from arena.store.tables import Player

NAME_LENGTH = (2, 40)
PUNCTUATION = NAME_PUNCTUATION + "_"
"""People sign in elsewhere with names that a hero could not have: `dev_42`."""


@dataclass(frozen=True)
class PlayerView:
    """A participant, as organisers see one. An address may hold a password: only whether there is one."""

    id: int
    name: str
    organiser: bool
    lang: str
    has_address: bool
    created_at: datetime
    forgotten_at: datetime | None
    xp: int
    level: int
    keys: tuple[KeyView, ...]

    def shown_name(self, locale: str) -> str:
        """The name, or the pseudonym of one who was forgotten."""
        return shown_player(self.id, self.name, locale)


@dataclass(frozen=True)
class NewPlayer:
    """A participant who was just added, and the key, which nobody can be told again."""

    player: PlayerView
    key: str


def add_player(
    desk: Desk,
    name: str,
    *,
    organiser: bool = False,
    lang: str = "en",
    address: str | None = None,
    organiser_id: int | None = None,
    told: Callable[[NewPlayer], object] = unheard,
) -> NewPlayer:
    """Add a participant with a first key, which `told` hears of before it is kept. `organiser_id` is the
    participant who does it, None for whoever has the league's machine.

    `address` is an e-mail or an address of Apprise, for the participant's own digests. Raises `ArenaError`:
    a name's faults, `player-name-taken`, `player-lang`, `players-address`, `organisers-only`.
    """
    stored = check_name(name)
    check_lang(lang)
    kept = None if address is None else check_address(address, by_organiser=True)
    with desk.write() as (session, now):
        check_organiser(session, organiser_id)
        taken = player_named(session, stored)
        if taken is not None:
            raise refuse("player-name-taken", given=printable(stored), taken=taken.name)
        row = Player(
            name=stored,
            name_key=name_key(stored),
            organiser=organiser,
            lang=lang,
            address=kept,
            created_at=now,
        )
        session.add(row)
        session.flush()
        made = issue_key(session, _id(row), now)
        log_act(session, now, Act.PLAYER_ADDED, organiser_id, _id(row), {"is_organiser": organiser})
        added = NewPlayer(_view(row, (made.view,)), made.key)
        told(added)
    return added


def check_name(name: str) -> str:
    """A participant's name as it is stored. Raises `ArenaError` with every fault of it."""
    found = faults(name_problems(name, NAME_LENGTH, PUNCTUATION))
    if found:
        raise ArenaError(found)
    return normal(name)


def check_lang(lang: str) -> None:
    """Raise `ArenaError` `player-lang` for a language that the arena does not speak."""
    if lang not in LOCALES:
        raise refuse("player-lang", given=shown(lang), known=", ".join(LOCALES))


def view_of(session: Session, row: Player) -> PlayerView:
    """A participant as organisers see one."""
    return _view(row, keys_of(session, _id(row)))


def list_players(desk: Desk) -> tuple[PlayerView, ...]:
    """All participants, the forgotten ones too, in the order in which they came."""
    with desk.read() as (session, _):
        rows = session.exec(select(Player).order_by(col(Player.id))).all()
        keys = keys_by_player(session)
        return tuple(_view(row, keys.get(_id(row), ())) for row in rows)


def _view(row: Player, keys: tuple[KeyView, ...]) -> PlayerView:
    return PlayerView(
        id=_id(row),
        name=row.name,
        organiser=row.organiser,
        lang=row.lang,
        has_address=row.address is not None,
        created_at=row.created_at,
        forgotten_at=row.forgotten_at,
        xp=row.xp,
        level=level_for(row.xp_peak),
        keys=keys,
    )


def _id(row: Player) -> int:
    assert row.id is not None, "it was stored"
    return row.id
