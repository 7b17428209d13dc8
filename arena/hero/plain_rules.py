"""Plain rules: one for each action that has to be chosen, which examples, advice and trials share."""

from collections.abc import Mapping

from arena.rulesets import KNOWLEDGE_POINT, load_ruleset
from dsl.vocabulary import ULTIMATE

_RULESET = load_ruleset()
_FULL_KNOWLEDGE = _RULESET.abilities.ultimate.knowledge // KNOWLEDGE_POINT

PLAIN_RULES: Mapping[str, str] = {
    ULTIMATE: f"self.knowledge >= {_FULL_KNOWLEDGE} -> {ULTIMATE}",
    "shield": "self.hp < 80% and not self.has(shield) -> shield",
    "heal": "self.hp < 65% -> heal",
    "dodge": "enemy.energy >= 40 -> dodge",
    "review": "enemy.has(shield) -> review",
    "counter": "enemy.energy >= 25 -> counter",
    "stun": "not enemy.has(stun) -> stun",
    "poison": "not enemy.has(poison) -> poison",
    "rage": "not self.has(rage) -> rage",
    "drain": "self.hp < 85% -> drain",
    "combo": f"self.energy >= {_RULESET.costs['combo']} -> combo",
    "heavy": f"self.energy >= {_RULESET.costs['heavy']} -> heavy",
}
"""A sensible rule for the ultimate and for each ability, in the order in which a hero has them."""

GUARD_RULE = f"enemy.knowledge >= {_FULL_KNOWLEDGE - 10} and not self.has(shield) -> shield"
"""A shield against the enemy's ultimate, before it comes."""
