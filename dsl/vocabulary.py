"""Every word of the rule language, once: the grammar, the help, the hints and the battle record are derived
from here.

The order of `ACTIONS` and `EFFECTS` is part of a packed record's meaning (arena.hero.record): only append.
Source: the tables «Умения» and «Язык правил» of the rules; what is not there (`self.last`, `==` and `!=` for
numbers) is an extension of the language.
"""

FIGHTERS = ("self", "enemy")
GAUGES = ("hp", "energy", "knowledge")
EFFECTS = ("shield", "poison", "rage", "dodge", "counter", "stun")
BASIC_ACTIONS = ("strike", "ultimate")
ABILITIES = (
    "heavy", "combo", "drain", "poison", "rage", "shield", "heal", "dodge", "counter", "stun", "review",
)  # fmt: skip
ACTIONS = BASIC_ACTIONS + ABILITIES
SIGNS = ("<", "<=", ">", ">=", "==", "!=")
EQUALITY_SIGNS = ("==", "!=")

PROPERTIES = (*GAUGES, "has", "faster", "last")
KEYWORDS = (*FIGHTERS, *PROPERTIES, "turn", "and", "not")

PERCENT_MAX = 100
TURN_MIN = 1
TURN_MAX = 300
MAX_CONDITIONS = 2
MAX_RULE_LENGTH = 120
"""In code points, after trimming."""
