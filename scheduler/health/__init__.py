"""Whether a league can be left alone: what is wrong with it, and what mends it."""

from scheduler.health.examining import examine
from scheduler.health.finding import Finding, Level

__all__ = ["Finding", "Level", "examine"]
