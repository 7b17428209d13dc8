"""A run's battles as arrays, and which of them are worth telling."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.league.digest.model import Bout

Integers = NDArray[np.int64]

ALL_SHOWN = 40
"""Up to so many battles a digest tells them all."""

MOST_TELLING = 10
"""Of more it tells these."""


@dataclass(frozen=True)
class Bouts:
    """Battles, (k,): their numbers in the run, their rounds, the two heroes as rows of `ids`, winners (0 for
    a, 1 for b, -1 for a draw), turns. The heroes, (n,), in the order of their ids: ids, and ratings before,
    in 1/100."""

    numbers: Integers
    rounds: Integers
    a: Integers
    b: Integers
    winners: Integers
    turns: Integers
    ids: Integers
    ratings: Integers

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def gaps(self) -> Integers:
        """How much higher than the winner its opponent was rated, 0 for a draw, (k,)."""
        lead = self.ratings[self.a] - self.ratings[self.b]
        return np.where(self.winners == 0, -lead, np.where(self.winners == 1, lead, 0))

    @property
    def points2_a(self) -> Integers:
        """Doubled points that hero a won, (k,)."""
        return np.where(self.winners == -1, 1, np.where(self.winners == 0, 2, 0))

    def bout(self, i: int) -> Bout:
        """The battle at `i` as facts."""
        a, b = int(self.a[i]), int(self.b[i])
        return Bout(
            number=int(self.numbers[i]),
            round=int(self.rounds[i]),
            a=int(self.ids[a]),
            b=int(self.ids[b]),
            winner=int(self.winners[i]),  # type: ignore[arg-type]  # one of the three, as it is stored
            rating_a=int(self.ratings[a]),
            rating_b=int(self.ratings[b]),
            turns=int(self.turns[i]),
        )

    def bouts(self, places: Integers) -> tuple[Bout, ...]:
        """The battles at `places` as facts."""
        return tuple(self.bout(int(i)) for i in places)

    def upset(self) -> Bout | None:
        """The win over the greatest lead in rating, the first of equals; None if no weaker hero won."""
        if not len(self) or self.gaps.max() <= 0:
            return None
        return self.bout(int(self.gaps.argmax()))

    def longest(self) -> Bout | None:
        """The battle of the most turns, the first of equals."""
        return self.bout(int(self.turns.argmax())) if len(self) else None

    def telling(self) -> tuple[Bout, ...]:
        """All battles, of the strongest heroes first, or those that surprised most."""
        if len(self) > ALL_SHOWN:
            return self.bouts(np.lexsort((self.numbers, -self.turns, -self.gaps))[:MOST_TELLING])
        strength = self.ratings[self.a] + self.ratings[self.b]
        return self.bouts(np.lexsort((self.numbers, -strength)))
