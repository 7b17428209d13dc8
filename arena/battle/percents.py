"""A battle as everybody may know it: the one place where health and damage become whole percent and what is
hidden is left out.

What is told of a turn is the action, effects, hit, miss or crit, health and damage: no points, energy,
knowledge, tick or rule. Source: the league's rules, "What is hidden".
"""

from dataclasses import dataclass
from typing import Literal

from arena.battle.fight import Battle
from arena.battle.health import health_percent, health_percents, whole_health
from arena.battle.log import Hit, Turn
from arena.battle.sides import SIDE_NAMES, Sides
from arena.hero import Hero


@dataclass(frozen=True)
class PercentHit:
    """One hit: whether it landed, and the health it took, in whole percent of its victim's."""

    outcome: Literal["none", "miss", "hit", "crit"]
    damage: int


@dataclass(frozen=True)
class PercentTurn:
    """One turn, numbered from 1 in its battle. Health and all damage are in whole percent of the whole health
    of whose it is; `health` and `effects` are those after the turn.

    `poison`: what poison took from this fighter as the turn began; `change`: what the action did to its own
    health; `damage`: what it took from the enemy.
    """

    number: int
    side: Literal["a", "b"]
    action: str
    health: Sides[int]
    effects: Sides[tuple[str, ...]]
    hits: tuple[PercentHit, ...]
    poison: int
    change: int
    damage: int


def percent_log(battle: Battle, heroes: Sides[Hero]) -> tuple[PercentTurn, ...]:
    """The turns of a battle between these heroes."""
    whole = whole_health(heroes, battle.ruleset)
    return tuple(_turn(number, turn, whole) for number, turn in enumerate(battle.log, start=1))


def percents_left(battle: Battle, heroes: Sides[Hero]) -> Sides[int]:
    """The health with which a battle between these heroes ended, each in whole percent of its own."""
    return health_percents(Sides(battle.hp_a, battle.hp_b), whole_health(heroes, battle.ruleset))


def _turn(number: int, turn: Turn, whole: Sides[int]) -> PercentTurn:
    me = SIDE_NAMES.index(turn.side)
    mine, enemys = whole[me], whole[1 - me]
    return PercentTurn(
        number=number,
        side=turn.side,
        action=turn.action,
        health=health_percents(Sides(turn.hp_a, turn.hp_b), whole),
        effects=turn.effects,
        hits=tuple(_hit(hit, enemys) for hit in turn.hits),
        poison=health_percent(turn.poison, mine),
        change=health_percent(turn.change, mine),
        damage=health_percent(turn.loss, enemys),
    )


def _hit(hit: Hit, whole: int) -> PercentHit:
    return PercentHit(hit.outcome, health_percent(hit.loss, whole))
