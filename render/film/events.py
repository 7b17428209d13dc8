"""What happens in a battle one after another, as a film may tell it: its turns as everybody may know them,
and what was before each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.battle import Battle, PercentTurn, Sides, percent_log, percents_left
from arena.battle.sides import SIDE_NAMES
from arena.hero import Hero
from dsl.vocabulary import Action, Effect

ALL_HEALTH = Sides(100, 100)
NO_EFFECTS: Sides[tuple[str, ...]] = Sides((), ())
POISONED_TO_DEATH = "poisoned"
"""The action of an event in which nobody acts: poison ends the battle."""

# A ruleset has the numbers of each action. Whom it is done to and what for is in the battle's code and in the
# sentences that describe it: what follows is what a film has to know of that.
POISON: Effect = "poison"
STUN: Effect = "stun"
HARMFUL: frozenset[Effect] = frozenset({POISON, STUN})
"""Effects that are bad for who has them."""
AT_ENEMY: frozenset[Action] = frozenset({*HARMFUL, "review"})
"""Actions that are done to the enemy even where they do not hit it."""
GUARDING: frozenset[Effect] = frozenset({"shield", "dodge", "counter"})
"""Effects that keep hits off, or answer them."""


@dataclass(frozen=True)
class Event:
    """A turn of a battle, or the poison that ended it, in the same words; health in whole percent and effects
    as they were `before`."""

    turn: PercentTurn
    before: Sides[int]
    effects_before: Sides[tuple[str, ...]]

    @property
    def side(self) -> int:
        """Who acts, or whom the poison killed."""
        return SIDE_NAMES.index(self.turn.side)

    @property
    def weight(self) -> tuple[int, int]:
        """How much there is to be seen in it: what the enemy lost, then all that changed."""
        changes = [now - was for was, now in zip(self.before, self.turn.health, strict=True)]
        return -changes[1 - self.side], sum(map(abs, changes))


def events_of(battle: Battle, heroes: Sides[Hero]) -> Sequence[Event]:
    """The turns of a battle, and the poison by which it ended if it did."""
    return list(_events(battle, heroes))


def _events(battle: Battle, heroes: Sides[Hero]) -> Iterator[Event]:
    health, effects = ALL_HEALTH, NO_EFFECTS
    for turn in percent_log(battle, heroes):
        yield Event(turn, health, effects)
        health, effects = turn.health, turn.effects
    if battle.end == "poison":
        yield Event(_last_poison(battle, heroes, health, effects), health, effects)


def _last_poison(
    battle: Battle, heroes: Sides[Hero], health: Sides[int], effects: Sides[tuple[str, ...]]
) -> PercentTurn:
    """The poison that ended a battle; `health` and `effects`: those before it."""
    left = percents_left(battle, heroes)
    dead = left.index(0)
    return PercentTurn(
        number=battle.turns,
        side=SIDE_NAMES[dead],
        action=POISONED_TO_DEATH,
        health=left,
        effects=effects,
        hits=(),
        poison=health[dead],
        change=0,
        damage=0,
    )
