"""Training: many battles against one opponent, and what they say about a hero and its rules."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.battle import OUTCOME, RuleCoverage, observe
from arena.hero import Hero

CHUNK = 20_000
"""Battles between two reports of progress."""
SEEDS = 1 << 64

Z_95 = 1.959964
"""The normal distribution's quantile for 95 %."""


class Interval(NamedTuple):
    """Shares, 0..1."""

    low: float
    high: float


def wilson(successes: int, trials: int, z: float = Z_95) -> Interval:
    """The interval that holds a share seen as `successes` of `trials` (at least 1); 95 % unless `z` says
    otherwise.

    Wilson's score interval, which stays inside 0..1 and is right for shares near them.
    """
    share, weight = successes / trials, z * z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = z / (1 + weight) * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return Interval(max(middle - reach, 0.0), min(middle + reach, 1.0))


@dataclass(frozen=True)
class Training:
    """How `battles` battles went for the hero, with the seeds from `first_seed` on."""

    battles: int
    wins: int
    draws: int
    mean_turns: float
    """Turns of both, a battle."""
    first_seed: int
    lost_seed: int | None
    """The seed of the first battle that was lost, to look at; None if none was."""
    coverage: tuple[RuleCoverage, ...]

    @property
    def losses(self) -> int:
        return self.battles - self.wins - self.draws

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share of wins."""
        return wilson(self.wins, self.battles)

    @property
    def turns_with_a_choice(self) -> int:
        """The hero's own turns in which it picked an action: every one of them asks the first rule."""
        return self.coverage[0].reached if self.coverage else 0


def train(
    hero: Hero,
    opponent: Hero,
    battles: int,
    first_seed: int,
    ruleset: str,
    advanced: Callable[[int], object] = lambda count: None,
) -> Training:
    """Fight `battles` battles with the seeds `first_seed`, `first_seed + 1`, … (mod 2^64).

    `advanced` is told how many more have been fought. Raises `ArenaError` as `fight_many` does.
    """
    outcomes = np.zeros(battles, OUTCOME)
    rows = [RuleCoverage(rule, 0, 0, 0) for rule in range(len(hero.rules))]
    for start in range(0, battles, CHUNK):
        size = min(CHUNK, battles - start)
        chunk, seen = observe(hero, opponent, _seeds(first_seed + start, size), ruleset)
        outcomes[start : start + size] = chunk
        rows = [_sum(old, new) for old, new in zip(rows, seen, strict=True)]
        advanced(size)
    lost = np.flatnonzero(outcomes["winner"] == 1)
    return Training(
        battles,
        wins=int((outcomes["winner"] == 0).sum()),
        draws=int((outcomes["winner"] == -1).sum()),
        mean_turns=float(outcomes["turns"].mean()),
        first_seed=first_seed,
        lost_seed=(first_seed + int(lost[0])) % SEEDS if len(lost) else None,
        coverage=tuple(rows),
    )


def _seeds(first: int, count: int) -> NDArray[np.uint64]:
    return np.uint64(first % SEEDS) + np.arange(count, dtype=np.uint64)


def _sum(old: RuleCoverage, new: RuleCoverage) -> RuleCoverage:
    return RuleCoverage(old.rule, old.reached + new.reached, old.true + new.true, old.fired + new.fired)
