"""Training: many battles against one opponent, and what they say about a hero and its rules."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.battle import OUTCOME, Battle, RuleCoverage, fight, observe
from arena.desk.training.habits import Habits, habits_of
from arena.hero import Hero

CHUNK = 20_000
"""Battles between two reports of progress."""
SEEDS = 1 << 64
SAMPLED = 50
"""Battles of which the logs are read as well: a log takes a hundred times as long as its battle."""

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
class Unready:
    """The turns in which a rule was true and its action not ready, and in how many of them energy or
    knowledge was too little or the cooldown not over; a turn may count for more than one."""

    rule: int
    turns: int
    energy: int
    knowledge: int
    cooldown: int


@dataclass(frozen=True)
class RuleWork:
    """What a hero's rules did, a row a rule: `coverage` in all battles, `unready` in the first `sampled`."""

    coverage: tuple[RuleCoverage, ...]
    unready: tuple[Unready, ...]
    sampled: int

    @property
    def turns_with_a_choice(self) -> int:
        """The hero's own turns in which it picked an action: every one of them asks the first rule."""
        return self.coverage[0].reached if self.coverage else 0


def together(works: Sequence[RuleWork]) -> RuleWork:
    """What the rules of one hero did in several trainings (at least one)."""
    return RuleWork(
        coverage=tuple(map(_all_covered, zip(*(each.coverage for each in works), strict=True))),
        unready=tuple(map(_all_unready, zip(*(each.unready for each in works), strict=True))),
        sampled=sum(each.sampled for each in works),
    )


def _all_covered(rows: Sequence[RuleCoverage]) -> RuleCoverage:
    sums = (sum(row.reached for row in rows), sum(row.true for row in rows), sum(row.fired for row in rows))
    return RuleCoverage(rows[0].rule, *sums)


def _all_unready(rows: Sequence[Unready]) -> Unready:
    lacks = [(row.turns, row.energy, row.knowledge, row.cooldown) for row in rows]
    return Unready(rows[0].rule, *map(sum, zip(*lacks, strict=True)))


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
    rules: RuleWork
    habits: Habits | None
    """Of the battles whose logs were read; None if none was."""

    @property
    def losses(self) -> int:
        return self.battles - self.wins - self.draws

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share of wins."""
        return wilson(self.wins, self.battles)


def train(
    hero: Hero,
    opponent: Hero,
    battles: int,
    first_seed: int,
    ruleset: str,
    *,
    sampled: int = SAMPLED,
    advanced: Callable[[int], object] = lambda count: None,
) -> Training:
    """Fight `battles` battles with the seeds `first_seed`, `first_seed + 1`, … (mod 2^64), and read the logs
    of the first `sampled`.

    `advanced` is told how many more have been fought. Raises `ArenaError` as `fight_many` does.
    """
    outcomes = np.zeros(battles, OUTCOME)
    rows = tuple(RuleCoverage(rule, 0, 0, 0) for rule in range(len(hero.rules)))
    for start in range(0, battles, CHUNK):
        size = min(CHUNK, battles - start)
        chunk, seen = observe(hero, opponent, _seeds(first_seed + start, size), ruleset)
        outcomes[start : start + size] = chunk
        rows = tuple(map(_all_covered, zip(rows, seen, strict=True)))
        advanced(size)
    logged = [fight(hero, opponent, int(seed), ruleset) for seed in _seeds(first_seed, min(sampled, battles))]
    lost = np.flatnonzero(outcomes["winner"] == 1)
    return Training(
        battles,
        wins=int((outcomes["winner"] == 0).sum()),
        draws=int((outcomes["winner"] == -1).sum()),
        mean_turns=float(outcomes["turns"].mean()),
        first_seed=first_seed,
        lost_seed=(first_seed + int(lost[0])) % SEEDS if len(lost) else None,
        rules=RuleWork(rows, why_not_ready(len(hero.rules), logged), len(logged)),
        habits=habits_of(hero, logged) if logged else None,
    )


def why_not_ready(rules: int, battles: Sequence[Battle]) -> tuple[Unready, ...]:
    """For each of so many rules of side A why it did not fire though it was true."""
    turns: Counter[int] = Counter()
    lacks: Counter[tuple[int, str]] = Counter()
    for battle in battles:
        own = (turn for turn in battle.log if turn.side == "a")
        for rule in (rule for turn in own for rule in turn.skipped):
            kinds = {reason.kind for reason in rule.reasons}
            if "condition" not in kinds:
                turns[rule.rule] += 1
                lacks.update((rule.rule, kind) for kind in kinds)
    return tuple(
        Unready(i, turns[i], lacks[i, "energy"], lacks[i, "knowledge"], lacks[i, "cooldown"])
        for i in range(rules)
    )


def _seeds(first: int, count: int) -> NDArray[np.uint64]:
    return np.uint64(first % SEEDS) + np.arange(count, dtype=np.uint64)
