"""What happens in a battle one after another, as a film may tell it: health in whole percent and no points,
the same numbers as in the battle's public log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.battle import Battle, Hit, Sides, Turn, health_percent, health_percents, whole_health
from arena.battle.sides import SIDE_NAMES
from arena.hero import Hero
from dsl.vocabulary import Action, Effect

ALL_HEALTH = Sides(100, 100)
NO_EFFECTS: Sides[tuple[str, ...]] = Sides((), ())

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
    """A turn of a battle, numbered from 1, or the poison that ended the battle: then `action` is None. All
    health is in whole percent of that of whose it is; `poison`, `change` and `loss` are as in a `Turn`."""

    number: int
    side: int
    action: str | None
    hits: tuple[Hit, ...]
    poison: int
    change: int
    loss: int
    before: Sides[int]
    after: Sides[int]
    effects_before: Sides[tuple[str, ...]]
    effects: Sides[tuple[str, ...]]

    @property
    def weight(self) -> tuple[int, int]:
        """How much there is to be seen in it: what the enemy lost, then all that changed."""
        changes = [now - was for was, now in zip(self.before, self.after, strict=True)]
        return -changes[1 - self.side], sum(map(abs, changes))


def health_left(battle: Battle, heroes: Sides[Hero]) -> Sides[int]:
    """The health with which a battle ended, in whole percent."""
    return health_percents(Sides(battle.hp_a, battle.hp_b), whole_health(heroes, battle.ruleset))


def events_of(battle: Battle, heroes: Sides[Hero]) -> Sequence[Event]:
    """The turns of a battle, and the poison by which it ended if it did."""
    return list(_events(battle, whole_health(heroes, battle.ruleset)))


def _events(battle: Battle, whole: Sides[int]) -> Iterator[Event]:
    health, effects = ALL_HEALTH, NO_EFFECTS
    for number, turn in enumerate(battle.log, 1):
        event = _event(number, turn, whole, health, effects)
        yield event
        health, effects = event.after, event.effects
    if battle.end == "poison":
        now = health_percents(Sides(battle.hp_a, battle.hp_b), whole)
        side = now.index(0)
        yield Event(battle.turns, side, None, (), health[side], 0, 0, health, now, effects, effects)


def _event(
    number: int, turn: Turn, whole: Sides[int], health: Sides[int], effects: Sides[tuple[str, ...]]
) -> Event:
    me = SIDE_NAMES.index(turn.side)
    mine, enemys = whole[me], whole[1 - me]
    return Event(
        number,
        me,
        turn.action,
        tuple(Hit(hit.outcome, health_percent(hit.loss, enemys)) for hit in turn.hits),
        poison=health_percent(turn.poison, mine),
        change=health_percent(turn.change, mine),
        loss=health_percent(turn.loss, enemys),
        before=health,
        after=health_percents(Sides(turn.hp_a, turn.hp_b), whole),
        effects_before=effects,
        effects=turn.effects,
    )
