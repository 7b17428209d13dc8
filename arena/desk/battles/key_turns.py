"""What is worth telling of a long battle: its key turns, and how often one's own rules fired."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.battle.log import STUNNED_TURN
from arena.desk.battles.public_log import PublicTurn
from dsl.vocabulary import ULTIMATE

MOST_BLOWS = 4
"""Turns that are told for the damage they did."""


@dataclass(frozen=True)
class Fired:
    """What decided the turns of one's own hero: how often each of its rules fired, in their order; in how
    many turns none did, so that it struck; how many it lost, stunned."""

    rules: tuple[int, ...]
    none: int
    stunned: int


def key_turns(log: Sequence[PublicTurn]) -> tuple[PublicTurn, ...]:
    """The turns that hurt most, those of an ultimate, and the last one, in their order."""
    by_damage = sorted(log, key=lambda turn: (-turn.damage, turn.number))
    told = {turn.number for turn in by_damage[:MOST_BLOWS] if turn.damage}
    told |= {turn.number for turn in log if turn.action == ULTIMATE}
    return tuple(turn for turn in log if turn.number in told or turn is log[-1])


def fired(log: Sequence[PublicTurn], rules: int) -> Fired:
    """What decided the turns that are open to the viewer, of a hero with so many rules."""
    own = [turn for turn in log if turn.own is not None]
    acted = [turn for turn in own if turn.action != STUNNED_TURN]
    counts = Counter(turn.own.rule for turn in acted if turn.own is not None)
    return Fired(tuple(counts[rule] for rule in range(rules)), counts[None], len(own) - len(acted))
