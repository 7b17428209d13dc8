"""Forgetting a person: what is personal goes, the league's record stays under a pseudonym.

What goes: the name, the address, the keys, sign-in links and sessions, the notices and messages, the counts
of limits, the ids of outside scores in the ledger, who voted for what (counted weeks stand in their digests
as numbers; in a vote that is open the votes go with the person), the hero's name, and the document of each of
its versions with the motto, the picture and the texts of the rules. Of the organisers' acts that concern the
person only numbers stay, and when and who. What stays: ids, ratings, places, experience, and battles with
their outcomes; the packed records, which hold no text, so that a run that is late or was cut off ends as if
nobody had gone. Source: the league's rules on forgetting a person.
"""

from dataclasses import dataclass

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from arena.desk.audit import Act, check_organiser, forget_in_acts, log_act
from arena.desk.desk import Desk
from arena.desk.heroes.states import put_state
from arena.desk.players.finding import unknown_id
from arena.desk.players.signing_in import forget_sign_ins
from arena.desk.pseudonyms import FORGOTTEN_NAME
from arena.league.experience import Reason
from arena.store.tables import (
    AccessKey,
    Experience,
    HeroRow,
    HeroVersion,
    Message,
    Notice,
    Player,
    Usage,
    Vote,
)


@dataclass(frozen=True)
class Forgotten:
    """Who was forgotten, by ids; `already` if that had been done before."""

    player_id: int
    hero_id: int | None
    already: bool


def forget_player(desk: Desk, player_id: int, *, organiser_id: int | None = None) -> Forgotten:
    """Forget a participant and withdraw its hero, in a freeze too. Done again it does nothing. `organiser_id`
    is the participant who does it, None for whoever has the league's machine.

    Raises `ArenaError`: `player-unknown` for an id that nobody has had, `organisers-only`.
    """
    with desk.write() as (session, now):
        check_organiser(session, organiser_id)
        player = session.get(Player, player_id)
        if player is None:
            raise unknown_id(player_id)
        hero = session.exec(select(HeroRow).where(col(HeroRow.player_id) == player_id)).one_or_none()
        hero_id = hero.id if hero else None
        if player.forgotten_at is not None:
            return Forgotten(player_id, hero_id, already=True)
        _forget_traces(session, player_id, hero_id, player.address)
        forget_sign_ins(session, player_id)
        forget_in_acts(session, player_id)
        _forget_sources(session, player_id)
        if hero is not None:
            _forget_hero(session, hero)
            if hero.active and hero.version_id is not None:
                put_state(session, hero, hero.version_id, active=False, now=now)
        player.name, player.name_key = FORGOTTEN_NAME, _no_name_key(player_id)
        player.address, player.organiser, player.lang = None, False, "en"
        player.forgotten_at = now
        log_act(session, now, Act.PLAYER_FORGOTTEN, organiser_id, player_id, hero_id=hero_id)
        return Forgotten(player_id, hero_id, already=False)


def _no_name_key(id_: int) -> str:
    """A unique key that no name has: theirs are in small letters."""
    return f"FORGOTTEN {id_}"


def _forget_traces(session: Session, player_id: int, hero_id: int | None, address: str | None) -> None:
    traces = [
        delete(AccessKey).where(col(AccessKey.player_id) == player_id),
        delete(Usage).where(col(Usage.player_id) == player_id),
        delete(Vote).where(col(Vote.voter_id) == player_id),
        delete(Notice).where(col(Notice.player_id) == player_id),
        delete(Message).where(col(Message.player_id) == player_id),
    ]
    if hero_id is not None:
        of_hero = col(Notice.hero_id) == hero_id, col(Notice.about_id).is_(None)
        traces.append(delete(Notice).where(*of_hero))
    if address is not None:
        traces.append(delete(Message).where(col(Message.recipient) == address))
    for rows in traces:
        session.connection().execute(rows)


def _forget_sources(session: Session, player_id: int) -> None:
    """An outside score's id may lead to the person: the row keeps its points under its own number, with a
    character that no such id has."""
    rows = session.exec(
        select(Experience).where(
            col(Experience.player_id) == player_id,
            col(Experience.reason).in_([Reason.LIBRARY.value, Reason.CORRECTION.value]),
        )
    )
    for row in rows:
        row.key = f"forgotten\n{row.id}"


def _forget_hero(session: Session, hero: HeroRow) -> None:
    versions = (
        update(HeroVersion).where(col(HeroVersion.hero_id) == hero.id).values(document=None, look_key=None)
    )
    session.connection().execute(versions)
    hero.name, hero.name_key = FORGOTTEN_NAME, _no_name_key(hero.id or 0)
    hero.hidden_at, hero.hidden_reason = None, None
