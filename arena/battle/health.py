"""Health as people are told it: nobody but its owner may know points."""

from arena.battle.log import Sides
from arena.hero import Hero
from arena.rulesets import load_ruleset
from arena.rulesets.ruleset import half_up


def whole_health(heroes: Sides[Hero], ruleset: str) -> Sides[int]:
    """The points of health with which two heroes begin a battle. Raises `ArenaError` `unknown-ruleset`."""
    formula = load_ruleset(ruleset).formulas.max_hp
    return Sides(formula.value(heroes.a.stats.by_name), formula.value(heroes.b.stats.by_name))


def health_percent(points: int, whole: int) -> int:
    """Health or damage in the nearest whole percent of somebody's whole health, but never 0 for something nor
    100 for a part. Health that was gained or lost may be below 0."""
    if points < 0:
        return -health_percent(-points, whole)
    if points in (0, whole):
        return 100 * points // whole
    return min(max(half_up(100 * points, whole), 1), 99)
