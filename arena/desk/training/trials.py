"""Changes tried before they are told: the changed hero fights the same dummy, the other dummies, and the
sample heroes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

import numpy as np

from arena.battle import fight_many, pack
from arena.desk.training.changes import Change, changes
from arena.desk.training.statistics import SEEDS, Interval, wilson
from arena.hero import Hero, Slots, advice_on
from arena.json_pointer import tokens
from arena.rulesets import Ruleset

FIRST_BATTLES = 300
"""Of each change with the dummy in the first round, which only chooses; a thousand take about a
millisecond."""
BATTLES = 1000
"""With each dummy in the second round."""
SAMPLE_BATTLES = 250
"""And with each sample hero: they are many."""
CANDIDATES = 8
"""Changes of a kind, the best of the first round, that go into the second. By chance the best of many looks
better than it is: what is told is the second round alone."""
LEAST_GAIN = 0.03
"""Of the share of wins: less is not worth one of the day's trainings."""
FARTHER = 1 << 32
"""The second round's seeds are so far from the first one's."""


@dataclass(frozen=True)
class Score:
    """How many of so many battles were won."""

    won: int
    battles: int

    @property
    def share(self) -> float:
        return self.won / self.battles

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share."""
        return wilson(self.won, self.battles)


@dataclass(frozen=True)
class Scores:
    """Against the dummy `here`, the `others`, and the `samples`."""

    here: Score
    others: Score
    samples: Score


@dataclass(frozen=True)
class Rivals:
    """Whom a change is tried against: the `dummy` of the training, the `others` by their ids, the `samples`
    (at least one of each)."""

    dummy: Hero
    others: Mapping[str, Hero]
    samples: Sequence[Hero]


@dataclass(frozen=True)
class Trial:
    """A change that won more, and what the hero won before and after it with the same seeds."""

    change: Change
    rivals: Rivals
    before: Scores
    after: Scores


def try_changes(
    hero: Hero, rivals: Rivals, slots: Slots, first_seed: int, ruleset: Ruleset
) -> tuple[Trial, ...]:
    """Of each kind of change the best one, if it surely wins more against the dummy and surely no less
    against the other dummies and against the sample heroes; the greatest gain first.

    A change after which `check_hero` has something new to advise is not told, and of changes that came to the
    same in all battles but one is.
    """
    found: dict[Scores, Trial] = {}
    before = _scores(hero, rivals, first_seed + FARTHER, ruleset)
    for chosen in _chosen(hero, rivals.dummy, slots, first_seed, ruleset):
        trial = next(_better(chosen, before, rivals, first_seed + FARTHER, ruleset), None)
        if trial is not None:
            found.setdefault(trial.after, trial)
    return tuple(sorted(found.values(), key=_gain, reverse=True))


def _gain(trial: Trial) -> int:
    return trial.after.here.won - trial.before.here.won


def _chosen(
    hero: Hero, dummy: Hero, slots: Slots, first_seed: int, ruleset: Ruleset
) -> Iterator[list[Change]]:
    """The first round: of each kind the changes that won most, where they won more than the hero."""
    candidates = sorted(changes(hero, slots, ruleset), key=lambda each: each.kind)
    heroes = [hero, *(each.hero for each in candidates)]
    before, *after = _won(heroes, [dummy], FIRST_BATTLES, first_seed, ruleset)
    known = _advice(hero)
    for _, kind in groupby(zip(candidates, after, strict=True), key=lambda pair: pair[0].kind):
        better = sorted((pair for pair in kind if pair[1] > before), key=lambda pair: -pair[1])
        sound = (change for change, _ in better if not _advice(change.hero) - known)
        if chosen := list(islice(sound, CANDIDATES)):
            yield chosen


def _advice(hero: Hero) -> Counter[tuple[str, object]]:
    """What is advised, each with the rule or the ability that it is about."""
    return Counter(
        (each.code, hero.rules[int(tokens(each.path)[1])] if each.path else each.params.get("ability"))
        for each in advice_on(hero)
    )


def _better(
    chosen: Sequence[Change], before: Scores, rivals: Rivals, first_seed: int, ruleset: Ruleset
) -> Iterator[Trial]:
    """The second round: the changes that hold, those that gain most first."""
    here = _won([each.hero for each in chosen], [rivals.dummy], BATTLES, first_seed, ruleset)
    for won, change in sorted(zip(here, chosen, strict=True), key=lambda pair: -pair[0]):
        if not _surely_gains(before.here, Score(won, BATTLES)):
            return
        after = _scores(change.hero, rivals, first_seed, ruleset)
        if _holds(before.others, after.others) and _holds(before.samples, after.samples):
            yield Trial(change, rivals, before, after)


def _surely_gains(before: Score, after: Score) -> bool:
    """Whether it is worth a training, and the intervals are apart by chance no more."""
    return after.share - before.share >= LEAST_GAIN and after.interval.low > before.interval.high


def _holds(before: Score, after: Score) -> bool:
    """Whether the share did not fall: a fall within its own interval is noise."""
    return after.share >= before.interval.low


def _scores(hero: Hero, rivals: Rivals, first_seed: int, ruleset: Ruleset) -> Scores:
    groups = (
        ([rivals.dummy], BATTLES),
        (list(rivals.others.values()), BATTLES),
        (rivals.samples, SAMPLE_BATTLES),
    )
    return Scores(
        *(
            Score(_won([hero], group, battles, first_seed, ruleset)[0], len(group) * battles)
            for group, battles in groups
        )
    )


def _won(
    heroes: Sequence[Hero], rivals: Sequence[Hero], battles: int, first_seed: int, ruleset: Ruleset
) -> list[int]:
    """How many of so many battles with each of the rivals each hero won; all have the same seeds."""
    seeds = np.uint64(first_seed % SEEDS) + np.arange(battles, dtype=np.uint64)
    a, b, seed = np.meshgrid(
        np.arange(len(heroes)), np.arange(len(rivals)) + len(heroes), seeds, indexing="ij"
    )
    outcomes = fight_many(pack([*heroes, *rivals]), a.ravel(), b.ravel(), seed.ravel(), ruleset.id)
    won = (outcomes["winner"] == 0).reshape(len(heroes), -1).sum(axis=1)
    return [int(each) for each in won]
