"""The log of a battle: 32 bytes a turn as the kernel writes them, and what they tell.

The kernel notes what the fighters were like when the action was picked and after the turn; the rest is worked
out here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.battle.health import whole_health_of
from arena.battle.log_row import NO_RULE, ROW, STUNNED
from arena.battle.sides import SIDE_NAMES, Sides
from arena.battle.why import FighterView, Skipped, View, skipped
from arena.hero import Hero
from arena.rulesets import KNOWLEDGE_POINT, Ruleset, load_ruleset
from dsl.vocabulary import ACTIONS, EFFECTS

STUNNED_TURN = "stunned"
"""The action of a turn that a stunned fighter loses."""

OUTCOMES: tuple[Literal["none", "miss", "hit", "crit"], ...] = ("none", "miss", "hit", "crit")


class Hit(NamedTuple):
    """One hit: whether it landed, and the health it took (a shield may leave 0)."""

    outcome: Literal["none", "miss", "hit", "crit"]
    loss: int


@dataclass(frozen=True)
class Turn:
    """One turn. Health, energy, knowledge and effects are those after the whole turn."""

    tick: int
    side: Literal["a", "b"]
    turn: int
    """The number of this fighter's own turn, from 1."""
    rule: int | None
    """The rule that fired, 0-based; None for a strike by default and for a stunned turn."""
    action: str
    """An id of dsl.vocabulary.ACTIONS, or "stunned"."""
    hp_a: int
    hp_b: int
    energy: Sides[int]
    knowledge: Sides[int]
    """In whole points, rounded down, as rules compare it."""
    effects: Sides[tuple[str, ...]]
    hits: tuple[Hit, ...]
    poison: int
    """Health that poison took from this fighter as the turn began."""
    change: int
    """What the action did to this fighter's own health: healed, less what the enemy sent back."""
    loss: int
    """Health the action took from the enemy."""
    skipped: tuple[Skipped, ...]
    """The rules above the one that fired (all, if none did), and why each did not."""


@dataclass
class _Memory:
    """What a battle's earlier rows say about a fighter."""

    hero: Hero
    max_hp: int
    hp: int
    last: str | None = None
    ready: dict[str, int] = field(default_factory=dict)


def read_log(words: NDArray[np.int32], hero_a: Hero, hero_b: Hero, ruleset: str) -> tuple[Turn, ...]:
    """The turns of one battle's log, (n, LOG_WORDS) as the kernel wrote it; unused rows are zero."""
    rules = load_ruleset(ruleset)
    return tuple(_turns(np.ascontiguousarray(words).view(ROW)[:, 0], (hero_a, hero_b), rules))


def _turns(rows: NDArray[np.void], heroes: Sequence[Hero], ruleset: Ruleset) -> Iterator[Turn]:
    memories = [_remember(hero, ruleset) for hero in heroes]
    for row in rows:
        if row["turn"] == 0:
            return
        turn = _turn(row, memories, ruleset)
        yield turn
        me = memories[SIDE_NAMES.index(turn.side)]
        for memory, hp in zip(memories, (turn.hp_a, turn.hp_b), strict=True):
            memory.hp = hp
        if turn.action != STUNNED_TURN:
            me.last = turn.action
            me.ready[turn.action] = turn.turn + ruleset.abilities[turn.action].cooldown


def _remember(hero: Hero, ruleset: Ruleset) -> _Memory:
    max_hp = whole_health_of(hero.stats.by_name, ruleset)
    return _Memory(hero, max_hp, max_hp)


def _turn(row: Any, memories: Sequence[_Memory], ruleset: Ruleset) -> Turn:
    side = int(row["side_outcomes"]) >> 6 & 1
    number, action_number = int(row["rule_action"]) & 15, int(row["rule_action"]) >> 4
    action = STUNNED_TURN if action_number == STUNNED else ACTIONS[action_number]
    rule = None if number == NO_RULE else number
    seen, after = [int(hp) for hp in row["hp_seen"]], [int(hp) for hp in row["hp"]]
    loss = seen[1 - side] - after[1 - side]
    energy = [int(value) for value in row["energy_seen"]]
    if action != STUNNED_TURN:
        energy[side] -= ruleset.abilities[action].cost
    return Turn(
        tick=int(row["tick"]),
        side=SIDE_NAMES[side],
        turn=int(row["turn"]),
        rule=rule,
        action=action,
        hp_a=after[0],
        hp_b=after[1],
        energy=Sides(*energy),
        knowledge=Sides(*(int(value) // KNOWLEDGE_POINT for value in row["knowledge"])),
        effects=Sides(_effects(row, 2), _effects(row, 3)),
        hits=_hits(row, loss),
        poison=memories[side].hp - seen[side],
        change=after[side] - seen[side],
        loss=loss,
        skipped=() if action == STUNNED_TURN else _skipped(row, side, rule, memories, ruleset),
    )


def _effects(row: Any, which: int) -> tuple[str, ...]:
    bits = int(row["effects"]) >> 6 * which
    return tuple(effect for i, effect in enumerate(EFFECTS) if bits >> i & 1)


def _hits(row: Any, loss: int) -> tuple[Hit, ...]:
    outcomes = [OUTCOMES[int(row["side_outcomes"]) >> 2 * i & 3] for i in range(3)]
    first, second = int(row["first_loss"]), int(row["second_loss"])
    losses = (first, second, loss - first - second)
    return tuple(
        Hit(outcome, took) for outcome, took in zip(outcomes, losses, strict=True) if outcome != "none"
    )


def _skipped(
    row: Any, side: int, rule: int | None, memories: Sequence[_Memory], ruleset: Ruleset
) -> tuple[Skipped, ...]:
    turn, rules = int(row["turn"]), memories[side].hero.parsed_rules
    view = View(
        me=_seen(row, side, memories[side]),
        enemy=_seen(row, 1 - side, memories[1 - side]),
        turn=turn,
        waits={action: ready - turn for action, ready in memories[side].ready.items() if ready > turn},
    )
    above = rules if rule is None else rules[:rule]
    return tuple(skipped(i, other, view, ruleset) for i, other in enumerate(above))


def _seen(row: Any, side: int, memory: _Memory) -> FighterView:
    return FighterView(
        hp=int(row["hp_seen"][side]),
        max_hp=memory.max_hp,
        energy=int(row["energy_seen"][side]),
        knowledge=int(row["knowledge_seen"][side]),
        effects=_effects(row, side),
        spd=memory.hero.stats.by_name["spd"],
        last=memory.last,
    )
