"""Which of a hero's rules do anything: how often each was reached, true and fired over many battles."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.battle.batch import OUTCOME, Batch, empty_coverage
from arena.battle.fight import pack
from arena.hero import Hero
from arena.rulesets import CURRENT_ID


@dataclass(frozen=True)
class RuleCoverage:
    """One rule's turns: `reached` with no rule above it firing, `true` of those with all its conditions
    holding, `fired` of those with its action ready. Stunned turns count nowhere."""

    rule: int
    reached: int
    true: int
    fired: int

    @property
    def silence(self) -> Literal["unreached", "never-true", "never-ready"] | None:
        """What kept the rule from ever firing; None if it fired."""
        if self.fired:
            return None
        if not self.reached:
            return "unreached"
        return "never-ready" if self.true else "never-true"


def coverage(
    hero: Hero, opponent: Hero, seeds: ArrayLike, ruleset: str = CURRENT_ID
) -> tuple[RuleCoverage, ...]:
    """A row for each rule of `hero` (side A) over one battle a seed. Raises `ArenaError` as `fight_many`
    does."""
    return observe(hero, opponent, seeds, ruleset)[1]


def observe(
    hero: Hero, opponent: Hero, seeds: ArrayLike, ruleset: str = CURRENT_ID
) -> tuple[NDArray[np.void], tuple[RuleCoverage, ...]]:
    """The outcomes of those battles, (n,) of `OUTCOME`, with the coverage."""
    batch = Batch.of(pack([hero, opponent]), 0, 1, seeds, ruleset)
    outcomes, counters = np.zeros(len(batch.seeds), OUTCOME), empty_coverage()
    batch.run(slice(0, len(outcomes)), outcomes, coverage=counters)
    rows = (RuleCoverage(i, *(int(n) for n in counters[i])) for i in range(len(hero.rules)))
    return outcomes, tuple(rows)
