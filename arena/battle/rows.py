"""Where everything stands while battles run: the rows of the state's block.

A row holds one number for each lane. A fighter's rows are at `a + Row.X`, where `a` is 0 for side A and
`SIDE` for side B.
"""

from enum import IntEnum

from arena.battle.lanes import inline
from arena.battle.log_row import LOG_WORDS
from arena.hero.record import ENEMY, MAX_RULES, StateWord
from dsl.vocabulary import ACTIONS

SIDE = ENEMY
NOBODY = -1


class Row(IntEnum):
    """Rows of a fighter; what conditions can see comes first, in the order of `StateWord`."""

    ENERGY = StateWord.ENERGY
    KNOWLEDGE = StateWord.KNOWLEDGE
    HEALTH = StateWord.HEALTH
    TURN = StateWord.TURN
    LAST = StateWord.LAST
    FASTER = StateWord.FASTER
    SHIELD = StateWord.SHIELD  # what it still absorbs
    POISON = StateWord.POISON  # turns left, as for rage
    RAGE = StateWord.RAGE
    DODGE = StateWord.DODGE
    COUNTER = StateWord.COUNTER
    STUN = StateWord.STUN
    HP = 12
    MAX_HP = 13
    RECIPROCAL = 14  # of max_hp, in 2^-32, rounded up
    STRIKE = 15  # tenths of damage
    ARMOUR = 16
    SPEED = 17
    GAUGE = 18
    GAUGE_GAIN = 19
    ENERGY_GAIN = 20
    SHIELD_TURNS = 21
    POISON_DAMAGE = 22
    IMMUNE = 23
    SHIELD_CAST = 24  # what the fighter's own shield, heal and poison amount to
    HEAL_CAST = 25
    POISON_CAST = 26


class RuleRow(IntEnum):
    """Rows of a rule, after the fighters': see `rule_at`."""

    ACTION = 0  # packed, as its costs, by parameters.pack_action
    COSTS = 1
    READY_AT = 2  # the own turn from which its action is off cooldown
    PLACES = 3  # the rows its two conditions look at, their lows and reaches: 16 bits each
    LOWS = 4
    REACHES = 5


RULES = 2 * SIDE
RULE_ROWS = len(RuleRow)
_AFTER_RULES = RULES + 2 * MAX_RULES * RULE_ROWS


@inline
def rule_at(a: int, i: int) -> int:
    """The first row of rule `i` of the fighter at `a`."""
    return RULES + (a // SIDE * MAX_RULES + i) * RULE_ROWS


class BattleRow(IntEnum):
    """Rows of the battle, of the log's row in the making, and of the coverage of side A's rules."""

    SEED = _AFTER_RULES  # two rows, for 64 bits
    TICK = _AFTER_RULES + 2
    ACTOR = _AFTER_RULES + 3  # whose turn is due: 0, 1 or NOBODY
    BATTLE = _AFTER_RULES + 4  # the battle's number in the batch
    LOGGED = _AFTER_RULES + 5  # turns in the log
    LOG = _AFTER_RULES + 6  # LOG_WORDS rows
    COVERAGE = _AFTER_RULES + 6 + LOG_WORDS  # reached, true, fired for each rule


ROWS = BattleRow.COVERAGE + 3 * MAX_RULES

(ULTIMATE_ID, DRAIN_ID, POISON_ID, RAGE_ID, SHIELD_ID, HEAL_ID, DODGE_ID, COUNTER_ID, STUN_ID, REVIEW_ID) = (
    ACTIONS.index(name)
    for name in [
        "ultimate",
        "drain",
        "poison",
        "rage",
        "shield",
        "heal",
        "dodge",
        "counter",
        "stun",
        "review",
    ]
)
