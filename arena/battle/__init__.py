"""The battle: from two heroes and a seed to the last blow. Its exact rules are in RULES.md."""

from arena.battle.batch import OUTCOME
from arena.battle.coverage import RuleCoverage, coverage, observe
from arena.battle.fight import Battle, fight, fight_many, pack
from arena.battle.health import health_percent, health_percents, whole_health, whole_health_of
from arena.battle.log import Hit, Turn
from arena.battle.percents import PercentHit, PercentTurn, percent_log, percents_left
from arena.battle.sides import Sides
from arena.battle.version import KERNEL_VERSION
from arena.battle.why import Reason, Skipped

__all__ = [
    "KERNEL_VERSION",
    "OUTCOME",
    "Battle",
    "Hit",
    "PercentHit",
    "PercentTurn",
    "Reason",
    "RuleCoverage",
    "Sides",
    "Skipped",
    "Turn",
    "coverage",
    "fight",
    "fight_many",
    "health_percent",
    "health_percents",
    "observe",
    "pack",
    "percent_log",
    "percents_left",
    "whole_health",
    "whole_health_of",
]
