"""The hero that the rules show: valid at level 1, and a fair match for every dummy, since what stands here is
what newcomers begin with."""

from typing import Any

from arena.hero.plain_rules import GUARD_RULE, PLAIN_RULES
from arena.hero.sample import SAMPLE
from dsl.vocabulary import ULTIMATE

EXAMPLE: dict[str, Any] = {
    **SAMPLE,
    "stats": {"hp": 19, "atk": 25, "def": 24, "spd": 27, "foc": 5},
    "rules": [PLAIN_RULES[ULTIMATE], GUARD_RULE, PLAIN_RULES["shield"], PLAIN_RULES["heavy"]],
}
