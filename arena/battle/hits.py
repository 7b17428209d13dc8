"""Chance, hits and what they take: the part of RULES.md between a deed and the health it costs."""

import numpy as np

from arena.battle.lanes import (
    Address,
    State,
    Truths,
    Vector,
    get,
    get_wide,
    high,
    inline,
    load32,
    one,
    over,
    put,
    put_wide,
    upper,
    where,
)
from arena.battle.parameters import Parameter
from arena.battle.rows import SIDE, BattleRow, Row

# The constants of splitmix64.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@inline
def roll(s: State, n: int, draws: Truths) -> Vector:
    """A number from 0 to n - 1 for every lane; the generator moves on only in the lanes that draw. RULES.md,
    "Chance"."""
    state = get_wide(s, BattleRow.SEED) + GOLDEN
    put_wide(s, BattleRow.SEED, where(draws, state, get_wide(s, BattleRow.SEED)))
    z = (state ^ (state >> 30)) * MIX_1
    z = (z ^ (z >> 27)) * MIX_2
    return high(upper(z ^ (z >> 31)), n)


@inline
def least(x: Vector, y: Vector) -> Vector:
    """The smaller number of each lane, as signed ones."""
    return where(x < y, x, y)


@inline
def learn(s: State, fighter: int, gain: Vector, p: Address) -> None:
    """Add hundredths of a point of knowledge to the fighters at row `fighter`, up to full."""
    put(
        s,
        fighter + Row.KNOWLEDGE,
        least(get(s, fighter + Row.KNOWLEDGE) + gain, load32(p, Parameter.KNOWLEDGE_FULL)),
    )


@inline
def absorb(s: State, victim: int, amount: Vector) -> Vector:
    """Take `amount` points of damage off the victim's shield. Returns the points that it lets through."""
    shield = get(s, victim + Row.SHIELD)
    taken = least(shield, amount)
    put(s, victim + Row.SHIELD, shield - taken)
    return amount - taken


@inline
def lose(s: State, victim: int, dealer: int, amount: Vector, dealt: int, p: Address) -> Vector:
    """Take `amount` points of health, whatever the shield; a lane with 0 loses nothing.

    Both learn from the loss: the dealer `dealt` hundredths of a point for a whole health, the victim what the
    ruleset says. Returns the points really lost, no more than there were.
    """
    hp, reciprocal = get(s, victim + Row.HP), get(s, victim + Row.RECIPROCAL)
    loss = least(amount, hp)
    put(s, victim + Row.HP, hp - loss)
    learn(s, dealer, high(loss * dealt, reciprocal), p)
    learn(s, victim, high(loss * load32(p, Parameter.KNOWLEDGE_TAKEN), reciprocal), p)
    return loss


@inline
def both_stand(s: State) -> Truths:
    """The lanes in which both fighters have health left."""
    return (get(s, Row.HP) > 0) & (get(s, SIDE + Row.HP) > 0)


@inline
def enraged(s: State, a: int, p: Address) -> Vector:
    """Tenths by which rage multiplies hits of the fighters at row `a`: 10 without rage."""
    return where(get(s, a + Row.RAGE) > 0, load32(p, Parameter.RAGE_POWER), 10)


@inline
def hit(s: State, a: int, e: int, power: Vector, swings: Truths, p: Address) -> tuple[Vector, Vector]:
    """One hit of `power` tenths of a strike in the lanes that swing, with what a counter sends back.

    Returns (points of health the enemy lost, outcome: 0 no hit, 1 miss, 2 hit, 3 crit). RULES.md, "A hit".
    """
    dodge = get(s, e + Row.DODGE)
    lands = swings & (dodge == 0)
    put(s, e + Row.DODGE, where(swings, dodge & load32(p, Parameter.DODGE_EVERY_HIT), dodge))
    crit = roll(s, 100, lands) < load32(p, Parameter.CRIT_PERCENT)
    armour = get(s, e + Row.ARMOUR) - where(get(s, e + Row.RAGE) > 0, load32(p, Parameter.RAGE_ARMOUR), 0)
    n = (
        get(s, a + Row.STRIKE)
        * power
        * (100 - armour)
        * where(crit, load32(p, Parameter.CRIT_POWER), 10)
        * enraged(s, a, p)
    )
    damage = where(lands, over(n + 500_000, 1_000_000), 0)
    loss = lose(s, e, a, absorb(s, e, damage), load32(p, Parameter.KNOWLEDGE_DEALT), p)
    returned = over(loss * load32(p, Parameter.COUNTER_RETURNS) + 50, 100)
    answers = (get(s, e + Row.COUNTER) != 0) & (get(s, e + Row.HP) > 0)
    lose(s, a, e, absorb(s, a, where(answers, returned, 0)), load32(p, Parameter.KNOWLEDGE_DEALT), p)
    return loss, one(swings) + one(lands) + one(lands & crit)
