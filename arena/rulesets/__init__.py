"""The rules of the battle as data: one TOML file a version."""

from arena.rulesets.ruleset import CURRENT_ID, KNOWLEDGE_POINT, STATS, Ruleset, load_ruleset, ruleset_ids

__all__ = ["CURRENT_ID", "KNOWLEDGE_POINT", "STATS", "Ruleset", "load_ruleset", "ruleset_ids"]
