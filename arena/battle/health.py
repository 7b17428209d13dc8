"""Health as people are told it: nobody but its owner may know points."""

from collections.abc import Mapping

from arena.battle.sides import Sides
from arena.hero import Hero
from arena.rulesets import Ruleset, load_ruleset
from arena.rulesets.ruleset import half_up


def whole_health_of(stats: Mapping[str, int], ruleset: Ruleset) -> int:
    """The points of health with which a hero of these stats begins a battle."""
    return ruleset.formulas.max_hp.value(stats)


def whole_health(heroes: Sides[Hero], ruleset: str) -> Sides[int]:
    """The points of health with which two heroes begin a battle. Raises `ArenaError` `unknown-ruleset`."""
    rules = load_ruleset(ruleset)
    return Sides(*(whole_health_of(hero.stats.by_name, rules) for hero in heroes))


def health_percent(points: int, whole: int) -> int:
    """Health or damage in the nearest whole percent of somebody's whole health, but never 0 for something nor
    100 for a part. Health that was gained or lost may be below 0."""
    if points < 0:
        return -health_percent(-points, whole)
    if points in (0, whole):
        return 100 * points // whole
    return min(max(half_up(100 * points, whole), 1), 99)


def health_percents(points: Sides[int], whole: Sides[int]) -> Sides[int]:
    """The health of both, each in whole percent of its own."""
    return Sides(*map(health_percent, points, whole))
