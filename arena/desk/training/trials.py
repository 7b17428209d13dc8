"""Changes tried before they are told: the changed hero fights the same dummy, and the other dummies too."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from arena.battle import fight_many, pack
from arena.desk.training.changes import Change, changes
from arena.desk.training.statistics import SEEDS, wilson
from arena.hero import Hero, Slots
from arena.rulesets import Ruleset

BATTLES = 1000
"""With each dummy; a thousand take about a millisecond."""
CANDIDATES = 6
"""Changes of a kind, the best of the first round, that go into the second. By chance the best of many looks
better than it is: what is told is the second round alone."""
LEAST_GAIN = 0.03
"""Of the share of wins: less is not worth one of the day's trainings."""
FARTHER = 1 << 32
"""The second round's seeds are so far from the first one's."""


@dataclass(frozen=True)
class Wins:
    """Battles that were won, of `BATTLES` with this dummy and as many with each of the `others`."""

    here: int
    elsewhere: int
    others: int

    @property
    def share(self) -> float:
        """Of the battles with this dummy, 0..1."""
        return self.here / BATTLES

    @property
    def share_elsewhere(self) -> float:
        """Of the battles with the others, 0..1."""
        return self.elsewhere / (self.others * BATTLES)


@dataclass(frozen=True)
class Trial:
    """A change that won more, and what the hero won before and after it with the same seeds."""

    change: Change
    before: Wins
    after: Wins


def try_changes(
    hero: Hero, dummy: Hero, others: Sequence[Hero], slots: Slots, first_seed: int, ruleset: Ruleset
) -> tuple[Trial, ...]:
    """Of each kind of change the best one, if it surely wins more against `dummy` and surely no less against
    the `others` (at least one); the greatest gain first."""
    candidates = list(changes(hero, slots, ruleset))
    first = _wins([hero, *(each.hero for each in candidates)], [dummy], first_seed, ruleset)[:, 0]
    before = first[0]
    better = [(each, won) for each, won in zip(candidates, first[1:], strict=True) if won > before]
    better.sort(key=lambda pair: (pair[0].kind, -pair[1]))
    chosen = [
        each
        for _, kind in groupby(better, key=lambda pair: pair[0].kind)
        for each, _ in list(kind)[:CANDIDATES]
    ]
    rivals = [dummy, *others]
    again = _wins([hero, *(each.hero for each in chosen)], rivals, first_seed + FARTHER, ruleset)
    totals = [Wins(int(row[0]), int(row[1:].sum()), len(others)) for row in again]
    trials = [
        Trial(each, totals[0], after)
        for each, after in zip(chosen, totals[1:], strict=True)
        if _is_better(totals[0], after)
    ]
    return tuple(sorted(_best_of_each_kind(trials), key=_gain, reverse=True))


def _best_of_each_kind(trials: Sequence[Trial]) -> Iterator[Trial]:
    by_kind = sorted(trials, key=lambda each: each.change.kind)
    for _, kind in groupby(by_kind, key=lambda each: each.change.kind):
        yield max(kind, key=_gain)


def _gain(trial: Trial) -> int:
    return trial.after.here - trial.before.here


def _is_better(before: Wins, after: Wins) -> bool:
    """Whether the intervals here are apart by chance no more, and the others' share did not fall: there a
    fall within their own is noise."""
    surely = wilson(after.here, BATTLES).low > wilson(before.here, BATTLES).high
    worst = wilson(before.elsewhere, before.others * BATTLES).low
    return surely and after.share - before.share >= LEAST_GAIN and after.share_elsewhere >= worst


def _wins(
    heroes: Sequence[Hero], rivals: Sequence[Hero], first_seed: int, ruleset: Ruleset
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """How many battles each hero won against each rival, (heroes, rivals); all have the same seeds."""
    seeds = np.uint64(first_seed % SEEDS) + np.arange(BATTLES, dtype=np.uint64)
    a, b, seed = np.meshgrid(
        np.arange(len(heroes)), np.arange(len(rivals)) + len(heroes), seeds, indexing="ij"
    )
    outcomes = fight_many(pack([*heroes, *rivals]), a.ravel(), b.ravel(), seed.ravel(), ruleset.id)
    won = (outcomes["winner"] == 0).reshape(len(heroes), len(rivals), BATTLES).sum(axis=2)
    return np.asarray(won, dtype=np.int64)
