"""The hero that the rules show: valid at level 1, and a fair match for every dummy, since what stands here is
what newcomers begin with."""

from typing import Any

from arena.hero.sample import SAMPLE

EXAMPLE: dict[str, Any] = {
    **SAMPLE,
    "stats": {"hp": 19, "atk": 25, "def": 24, "spd": 27, "foc": 5},
    "rules": [
        "self.knowledge >= 100 -> ultimate",
        "enemy.knowledge >= 90 and not self.has(shield) -> shield",
        "self.hp < 80% and not self.has(shield) -> shield",
        "self.energy >= 30 -> heavy",
    ],
}
