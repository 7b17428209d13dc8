"""My digest: what a day or a tournament was for one hero, for its owner alone.

Of other heroes it holds what everybody may see of a battle: outcomes, actions, and damage in percent.
"""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

from arena.league.digest.model import Instant, Kind


class Mine(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OwnBattle(Mine):
    """A battle of one's hero: `score` is 1, 0 or -1 for a draw; `change` what it did to the rating, in 1/100,
    None in a tournament; `opponent` is what it is called where this is read."""

    run_id: int
    number: int
    round: int
    opponent: str
    opponent_id: int
    opponent_rating: int
    score: Literal[-1, 0, 1]
    turns: int
    change: int | None


class FiredRule(Mine):
    """The own rule that fired in most turns: its number from 1, its text, in how many it `fired` of the
    `turns` in which the hero could act."""

    number: int
    text: str
    fired: int
    turns: int


class Blow(Mine):
    """What an action of opponents took of all damage in the lost battles, in whole percent."""

    action: str
    percent: int


class MyDigest(Mine):
    """A digest for one hero. `place` is among `heroes`; `place_before`, which a hero without earlier battles
    has not, and `rating`, the rating after in 1/100, are None in a tournament. `bye` is the round in which it
    rested. `unseen` battles could not be fought again, so rules and blows are of the others."""

    key: str
    kind: Kind
    local_date: date
    zone: str
    moment: Instant
    hero: str
    hero_id: int
    battles: tuple[OwnBattle, ...]
    rating: int | None
    change: int | None
    place_before: int | None
    place: int | None
    heroes: int
    bye: int | None
    rule: FiredRule | None
    blows: tuple[Blow, ...]
    unseen: int
