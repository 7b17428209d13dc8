"""What took a fighter's health in a battle."""

from collections.abc import Iterator

from arena.battle import Battle
from arena.battle.sides import SIDE_NAMES

POISON, COUNTER = "poison", "counter"


def losses(battle: Battle, me: int) -> Iterator[tuple[str, int]]:
    """What took points of health from side `me` (0 for a), turn by turn: an action of the enemy's, its poison
    or its counter.

    Of a turn that hurt its own fighter only the sum is known; what a counter sent back is less by what the
    turn healed.
    """
    left = 0
    for turn in battle.log:
        left = turn.hp_a if me == 0 else turn.hp_b
        if turn.side == SIDE_NAMES[me]:
            yield POISON, turn.poison
            yield COUNTER, max(0, -turn.change)
        else:
            yield turn.action, turn.loss
    if battle.end == POISON and battle.winner != SIDE_NAMES[me]:
        yield POISON, left  # the turn in which poison kills has no row
