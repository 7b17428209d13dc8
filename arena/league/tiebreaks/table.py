"""The table of a tournament: points, then the tie-breaks in the league's order."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from arena.league.tiebreaks.buchholz import buchholz
from arena.league.tiebreaks.buchholz_cut1 import buchholz_cut1
from arena.league.tiebreaks.hero_id import hero_id
from arena.league.tiebreaks.rating import rating
from arena.league.tiebreaks.results import Ints, Results, TieBreak
from arena.league.tiebreaks.sonneborn_berger import sonneborn_berger
from arena.league.tiebreaks.wins import wins

CRITERIA: tuple[Callable[[Results], TieBreak], ...] = (
    buchholz_cut1,
    buchholz,
    sonneborn_berger,
    wins,
    rating,
    hero_id,
)
"""In the order of the league's rules, "Tournament"; points come before them."""


@dataclass(frozen=True)
class Standings:
    """The table. `order`, (n,), holds indices into the results, the best first; `criteria` are points and all
    tie-breaks in their order; `decided`, (n - 1,), is for each hero but the last the index of the criterion
    that separates it from the one below."""

    results: Results
    order: Ints
    criteria: tuple[TieBreak, ...]
    decided: Ints

    @property
    def ids(self) -> Ints:
        """Hero ids, the best first, (n,)."""
        return self.results.ids[self.order]

    def decided_by(self, place: int) -> str:
        """The name of the criterion by which the hero at `place` (from 1) stands above the next."""
        if not 1 <= place <= len(self.decided):
            raise IndexError(f"place {place} has no hero below it")
        return self.criteria[int(self.decided[place - 1])].name


def standings(results: Results) -> Standings:
    """Sort the heroes by points, then the tie-breaks."""
    points = TieBreak("points", results.points2, results.scored2)
    criteria = (points, *(criterion(results) for criterion in CRITERIA))
    keys = [found.values if found.ascending else -found.values for found in criteria]
    order = np.lexsort(keys[::-1]).astype(np.int64)
    table = np.stack(keys)[:, order]
    decided = (table[:, 1:] != table[:, :-1]).argmax(axis=0).astype(np.int64)
    return Standings(results, order, criteria, decided)
