"""The public log of a battle: the one place where what a viewer may not know is left out.

Of a hero that is not the viewer's it holds the action, effects, hit, miss or crit, and health and damage in
whole percent: no points, energy, knowledge, tick or rule. Source: the league's rules, "What is hidden".
"""

from dataclasses import dataclass, replace
from typing import Literal

from arena.battle import (
    Battle,
    Hit,
    Reason,
    Sides,
    Skipped,
    Turn,
    health_percent,
    health_percents,
    whole_health,
)
from arena.hero import Hero


@dataclass(frozen=True)
class PublicHit:
    """One hit: whether it landed, and the health it took, in whole percent of its victim's."""

    outcome: Literal["none", "miss", "hit", "crit"]
    damage: int


@dataclass(frozen=True)
class OwnTurn:
    """What the fighter knew in its turn, for who may know it: the rule that fired (0-based, None for a strike
    by default and a stunned turn), its energy and knowledge after the turn in whole points, and the rules
    above with the values that they compared. Health is compared in half steps: 40.5 is between 40 and 41
    percent."""

    rule: int | None
    energy: int
    knowledge: int
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True)
class PublicTurn:
    """One turn, numbered from 1 in its battle. Health and all damage are in whole percent of the whole health
    of whose it is; `health` and `effects` are those after the turn.

    `poison`: what poison took from this fighter as the turn began; `change`: what the action did to its own
    health; `damage`: what it took from the enemy. `own` is None for a hero that is hidden from the viewer,
    and `exact`, all numbers of the turn, unless both are open.
    """

    number: int
    side: Literal["a", "b"]
    action: str
    health: Sides[int]
    effects: Sides[tuple[str, ...]]
    hits: tuple[PublicHit, ...]
    poison: int
    change: int
    damage: int
    own: OwnTurn | None
    exact: Turn | None


def public_log(battle: Battle, heroes: Sides[Hero], is_open: Sides[bool]) -> tuple[PublicTurn, ...]:
    """The turns of a battle for a viewer to whom a side is open: its own hero, or one that is public (a dummy
    or a sample). `heroes` are those that fought it."""
    whole = whole_health(heroes, battle.ruleset)
    return tuple(_public(number, turn, whole, is_open) for number, turn in enumerate(battle.log, start=1))


def _public(number: int, turn: Turn, whole: Sides[int], is_open: Sides[bool]) -> PublicTurn:
    me, enemy = (0, 1) if turn.side == "a" else (1, 0)
    return PublicTurn(
        number=number,
        side=turn.side,
        action=turn.action,
        health=health_percents(Sides(turn.hp_a, turn.hp_b), whole),
        effects=turn.effects,
        hits=tuple(_hit(hit, whole[enemy]) for hit in turn.hits),
        poison=health_percent(turn.poison, whole[me]),
        change=health_percent(turn.change, whole[me]),
        damage=health_percent(turn.loss, whole[enemy]),
        own=_own(turn, me) if is_open[me] else None,
        exact=turn if all(is_open) else None,
    )


def _hit(hit: Hit, whole: int) -> PublicHit:
    return PublicHit(hit.outcome, health_percent(hit.loss, whole))


def _own(turn: Turn, me: int) -> OwnTurn:
    skipped = (Skipped(each.rule, tuple(map(_compared, each.reasons))) for each in turn.skipped)
    return OwnTurn(turn.rule, turn.energy[me], turn.knowledge[me], tuple(skipped))


def _compared(reason: Reason) -> Reason:
    """A value as a rule compares it. Health, the only one with a fraction, to a thousandth of a percent would
    tell the points: the enemy's, and of one's own those that the enemy's hits took."""
    if not isinstance(reason.seen, float):
        return reason
    below = int(reason.seen)
    return replace(reason, seen=float(below) if reason.seen == below else below + 0.5)
