"""What actions cost in the tests of advice: plain values, near those of a ruleset."""

from dsl.vocabulary import ABILITIES

COSTS = dict(zip(ABILITIES, (30, 40, 35, 30, 20, 25, 35, 20, 25, 45, 20), strict=True))
"""Points of energy."""

COOLDOWNS = dict(zip(ABILITIES, (0, 2, 2, 0, 4, 3, 4, 3, 3, 4, 2), strict=True))
"""Own turns."""

KNOWLEDGE_PER_TURN = 2
ULTIMATE_KNOWLEDGE = 100
PRICES = {
    "costs": COSTS,
    "cooldowns": COOLDOWNS,
    "knowledge_per_turn": KNOWLEDGE_PER_TURN,
    "ultimate_knowledge": ULTIMATE_KNOWLEDGE,
}
"""What `advise` is told of the rules of a battle."""
