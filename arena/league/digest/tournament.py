"""What a tournament comes to."""

import numpy as np

from arena.league.digest.bouts import ALL_SHOWN, Bouts
from arena.league.digest.model import Round

TABLE = 10
"""Rows of the table that a digest tells."""


def round_facts(bouts: Bouts, winner: int | None, byes: dict[int, int]) -> tuple[Round, ...]:
    """The rounds with all of their battles or, of a large tournament, those of the `winner` (an id). `byes`:
    who rested, by round."""
    shown = np.ones(len(bouts), bool)
    if len(bouts) > ALL_SHOWN:
        shown = (bouts.ids[bouts.a] == winner) | (bouts.ids[bouts.b] == winner)
    played = sorted({*np.unique(bouts.rounds).tolist(), *byes})
    return tuple(
        Round(
            number=number,
            battles=int((bouts.rounds == number).sum()),
            results=bouts.bouts(np.flatnonzero(shown & (bouts.rounds == number))),
            bye=byes.get(number),
        )
        for number in played
    )
