"""Where everything stands while battles run: the rows of the state's block, and the ruleset's numbers.

numba freezes plain numbers into what it compiles; members of an enumeration it would box, hence the many
`int`.
"""

from arena.battle.parameters import Parameter
from arena.hero.record import ENEMY, MAX_RULES, NO_ACTION, Seen
from dsl.vocabulary import ACTIONS

# Rows of a fighter; those that conditions can see come first.
ENERGY, KNOWLEDGE, HEALTH, TURN, LAST, FASTER = (int(word) for word in list(Seen)[:6])
SHIELD, POISON, RAGE, DODGE, COUNTER, STUN = (int(word) for word in list(Seen)[6:])
HP, MAX_HP, RECIPROCAL, STRIKE, ARMOUR, SPEED, GAUGE, GAUGE_GAIN, ENERGY_GAIN = range(12, 21)
SHIELD_TURNS, POISON_DAMAGE, IMMUNE, SHIELD_CAST, HEAL_CAST, POISON_CAST = range(21, 27)
SIDE = ENEMY

# Rows of a fighter's rules: at RULES + (a // SIDE · MAX_RULES + i) · RULE_ROWS.
RULES, RULE_ROWS = 2 * SIDE, 6
DEED, PRICE, READY_AT, PLACES, LOWS, REACHES = range(RULE_ROWS)

# Rows of the battle, the log's row in the making, and the coverage of side A's rules.
BATTLE_ROWS = RULES + 2 * MAX_RULES * RULE_ROWS
SEED = BATTLE_ROWS  # two rows
TICK, ACTOR, BATTLE, LOGGED = range(BATTLE_ROWS + 2, BATTLE_ROWS + 6)
LOG_ROWS, LOG_WORDS = BATTLE_ROWS + 6, 8
COVERAGE = LOG_ROWS + LOG_WORDS
ROWS = COVERAGE + 3 * MAX_RULES

NOBODY = -1
NO_RULE = 15
STUNNED = NO_ACTION

(ULTIMATE_ID, DRAIN_ID, POISON_ID, RAGE_ID, SHIELD_ID, HEAL_ID, DODGE_ID, COUNTER_ID, STUN_ID, REVIEW_ID) = (
    ACTIONS.index(name)
    for name in (
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
    )
)

GAUGE_FULL, ENERGY_FULL, TICKS = int(Parameter.GAUGE_FULL), int(Parameter.ENERGY_FULL), int(Parameter.TICKS)
KNOWLEDGE_FULL, EACH_TURN = int(Parameter.KNOWLEDGE_FULL), int(Parameter.KNOWLEDGE_EACH_TURN)
DEALT, TAKEN = int(Parameter.KNOWLEDGE_DEALT), int(Parameter.KNOWLEDGE_TAKEN)
CRIT_PERCENT, CRIT_POWER = int(Parameter.CRIT_PERCENT), int(Parameter.CRIT_POWER)
LEAVES, ULTIMATE_POWER = int(Parameter.ULTIMATE_LEAVES), int(Parameter.ULTIMATE_POWER)
DRAIN_HEALS, POISON_TURNS = int(Parameter.DRAIN_HEALS), int(Parameter.POISON_TURNS)
RAGE_TURNS, RAGE_POWER, RAGE_ARMOUR = (
    int(Parameter.RAGE_TURNS),
    int(Parameter.RAGE_POWER),
    int(Parameter.RAGE_ARMOUR),
)
CAST_TURNS, EVERY_HIT = int(Parameter.SHIELD_TURNS), int(Parameter.DODGE_EVERY_HIT)
RETURNS, IMMUNE_TURNS = int(Parameter.COUNTER_RETURNS), int(Parameter.STUN_IMMUNE)
FORMULAS, ACTION_TABLE = int(Parameter.FORMULAS), int(Parameter.ACTIONS)
