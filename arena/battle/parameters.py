"""A ruleset as the flat array of 32-bit integers that the kernel reads: one place a number, the same for
every ruleset."""

from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from arena.rulesets import load_ruleset
from arena.rulesets.ruleset import Ability, Formula, Ruleset
from dsl import vocabulary

FORMULA_WORDS = 8  # base, a factor for each stat and for max_hp, divisor
MAX_HP_FACTOR, DIVISOR = 6, 7
ACTION_WORDS = 2  # as pack_action packs them: costs, action


class FormulaPlace(IntEnum):
    """The order of the formulas."""

    MAX_HP = 0
    STRIKE = 1  # in tenths of damage
    GAUGE = 2
    ENERGY = 3
    SHIELD = 4
    HEAL = 5
    POISON = 6


class Parameter(IntEnum):
    """Where each number stands."""

    GAUGE_FULL = 0
    ENERGY_FULL = 1
    TICKS = 2
    KNOWLEDGE_FULL = 3
    KNOWLEDGE_EACH_TURN = 4
    KNOWLEDGE_DEALT = 5
    KNOWLEDGE_TAKEN = 6
    CRIT_PERCENT = 7
    CRIT_POWER = 8
    ULTIMATE_LEAVES = 9
    ULTIMATE_POWER = 10
    DRAIN_HEALS = 11
    POISON_TURNS = 12
    RAGE_TURNS = 13
    RAGE_POWER = 14
    RAGE_ARMOUR = 15
    SHIELD_TURNS = 16
    DODGE_EVERY_HIT = 17
    COUNTER_RETURNS = 18
    STUN_IMMUNE = 19
    FORMULAS = STUN_IMMUNE + 1  # of FORMULA_WORDS each, in the order of FormulaPlace
    ACTIONS = FORMULAS + len(FormulaPlace) * FORMULA_WORDS  # of ACTION_WORDS, in the order of the vocabulary
    COUNT = ACTIONS + len(vocabulary.ACTIONS) * ACTION_WORDS


@cache
def parameters(ruleset_id: str) -> NDArray[np.int32]:
    """The numbers of a ruleset at the places of `Parameter`. Raises `ArenaError` `unknown-ruleset`."""
    ruleset = load_ruleset(ruleset_id)
    numbers = np.zeros(Parameter.COUNT, np.int32)
    for place, value in _scalars(ruleset).items():
        numbers[place] = value
    for which, formula in _formulas(ruleset).items():
        start = Parameter.FORMULAS + which * FORMULA_WORDS
        numbers[start : start + FORMULA_WORDS] = (
            formula.base,
            *(factor for _, factor in formula.coefficients),
            formula.divisor,
        )
    for i, action in enumerate(vocabulary.ACTIONS):
        start = Parameter.ACTIONS + i * ACTION_WORDS
        numbers[start : start + ACTION_WORDS] = pack_action(i, ruleset.abilities[action])
    numbers.flags.writeable = False
    return numbers


def pack_action(action: int, ability: Ability) -> tuple[int, int]:
    """What an action asks for and what it does, packed: energy and knowledge (16 bits each); the action's
    number, hits, power and cooldown (8 bits each)."""
    price = ability.cost | ability.knowledge << 16
    return price, action | ability.hits << 8 | ability.power << 16 | ability.cooldown << 24


def _formulas(ruleset: Ruleset) -> dict[FormulaPlace, Formula]:
    formulas, abilities = ruleset.formulas, ruleset.abilities
    return {
        FormulaPlace.MAX_HP: formulas.max_hp,
        FormulaPlace.STRIKE: formulas.strike.model_copy(update={"divisor": 1}),
        FormulaPlace.GAUGE: formulas.gauge,
        FormulaPlace.ENERGY: formulas.energy,
        FormulaPlace.SHIELD: abilities.shield.absorbs,
        FormulaPlace.HEAL: abilities.heal.heals,
        FormulaPlace.POISON: abilities.poison.damage,
    }


def _scalars(ruleset: Ruleset) -> dict[Parameter, int]:
    abilities = ruleset.abilities
    return {
        Parameter.GAUGE_FULL: ruleset.limits.gauge,
        Parameter.ENERGY_FULL: ruleset.limits.energy,
        Parameter.TICKS: ruleset.limits.ticks,
        Parameter.KNOWLEDGE_FULL: ruleset.knowledge.full,
        Parameter.KNOWLEDGE_EACH_TURN: ruleset.knowledge.each_turn,
        Parameter.KNOWLEDGE_DEALT: ruleset.knowledge.dealt,
        Parameter.KNOWLEDGE_TAKEN: ruleset.knowledge.taken,
        Parameter.CRIT_PERCENT: ruleset.crit.percent,
        Parameter.CRIT_POWER: ruleset.crit.power,
        Parameter.ULTIMATE_LEAVES: abilities.ultimate.leaves_percent,
        Parameter.ULTIMATE_POWER: abilities.ultimate.power,
        Parameter.DRAIN_HEALS: abilities.drain.heals_percent,
        Parameter.POISON_TURNS: abilities.poison.turns,
        Parameter.RAGE_TURNS: abilities.rage.turns,
        Parameter.RAGE_POWER: abilities.rage.hit_power,
        Parameter.RAGE_ARMOUR: abilities.rage.armour_loss,
        Parameter.SHIELD_TURNS: abilities.shield.turns,
        Parameter.DODGE_EVERY_HIT: int(abilities.dodge.every_hit),
        Parameter.COUNTER_RETURNS: abilities.counter.returns_percent,
        Parameter.STUN_IMMUNE: abilities.stun.immune_turns,
    }
