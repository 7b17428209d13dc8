"""The log of what organisers do to others: kept for ever, whoever reads or does not read its notices.

An act is a row of `Notice` that has no reader, in the transaction of what it tells of: its `about_id` is the
participant whom it concerns, its parameters say which organiser did it and why. When a participant is
forgotten, of the acts that concern it only numbers are left. Each act is also an event of the logs once it is
committed, without any text that somebody wrote: nobody can be forgotten in a file of logs.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import event, func
from sqlmodel import Session, col, select

from arena.desk.players.finding import known_player
from arena.desk.pseudonyms import shown_player
from arena.errors import refuse
from arena.logs import LOG
from arena.messages import TEXTS
from arena.store.tables import Notice, Player

COMMAND_LINE = "command line"
"""The organiser of an act that was done by a command on the league's machine."""


class Act(StrEnum):
    """What was done."""

    PLAYER_ADDED = "player-added"
    PLAYER_CHANGED = "player-changed"
    PLAYER_FORGOTTEN = "player-forgotten"
    KEYS_REVOKED = "keys-revoked"
    KEY_ROTATED = "key-rotated"
    KEY_MADE = "key-made"
    LINK_MADE = "link-made"
    SIGNED_OUT = "signed-out"
    EXPERIENCE_CORRECTED = "experience-corrected"
    HERO_HIDDEN = "hero-hidden"
    HERO_SHOWN = "hero-shown"


@dataclass(frozen=True)
class Organiser:
    """Who did something: a participant, or with id None whoever has the league's machine."""

    id: int | None
    name: str


def check_organiser(session: Session, organiser_id: int | None) -> None:
    """Raise `ArenaError` unless this participant is an organiser: `player-unknown`, `organisers-only`.

    None is whoever has the league's machine, who may do everything.
    """
    if organiser_id is not None and not known_player(session, organiser_id).organiser:
        raise refuse("organisers-only")


def log_act(
    session: Session,
    now: datetime,
    act: Act,
    organiser_id: int | None,
    about_id: int,
    params: Mapping[str, object] | None = None,
    *,
    hero_id: int | None = None,
) -> None:
    """Log an act that concerns the participant `about_id`; `params` are what JSON holds."""
    organiser = COMMAND_LINE if organiser_id is None else organiser_id
    written = _written({**(params or {}), "organiser": organiser})
    session.add(Notice(at=now, code=act.value, params=written, about_id=about_id, hero_id=hero_id))

    def tell(_: Session) -> None:
        LOG.info(act.value.replace("-", "_"), organiser=organiser, player_id=about_id, hero_id=hero_id)

    event.listen(session, "after_commit", tell, once=True)


def forget_in_acts(session: Session, player_id: int) -> None:
    """Leave of the acts that concern a participant when they were and who did them, and what are numbers."""
    for row in session.exec(select(Notice).where(col(Notice.about_id) == player_id)):
        kept = {
            name: value
            for name, value in json.loads(row.params).items()
            if name == "organiser" or isinstance(value, int)
        }
        row.params = _written(kept)
        session.add(row)


def hidden_by(session: Session, hero_ids: Iterable[int], locale: str) -> dict[int, Organiser]:
    """Who hid these heroes last, by their ids."""
    last = (
        select(func.max(Notice.id))
        .where(col(Notice.hero_id).in_(list(hero_ids)), col(Notice.code) == Act.HERO_HIDDEN)
        .group_by(col(Notice.hero_id))
    )
    found = session.exec(select(Notice.hero_id, Notice.params).where(col(Notice.id).in_(last)))
    did = {hero: json.loads(params)["organiser"] for hero, params in found if hero is not None}
    rows = session.exec(select(Player).where(col(Player.id).in_(set(did.values()) - {COMMAND_LINE})))
    people = {row.id: shown_player(row.id, row.name, locale) for row in rows}
    machine = Organiser(None, TEXTS.text("command-line.text", locale))
    return {
        hero: machine if who == COMMAND_LINE else Organiser(who, people[who]) for hero, who in did.items()
    }


def _written(params: Mapping[str, object]) -> str:
    return json.dumps(dict(params), ensure_ascii=False, sort_keys=True)
