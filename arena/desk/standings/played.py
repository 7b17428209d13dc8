"""A tournament that was played, read whole: what its table and pairings are computed from."""

from dataclasses import dataclass

import numpy as np
from sqlalchemy import select
from sqlmodel import Session

from arena.desk.byes import bit_of
from arena.desk.columns import Integers, read_columns
from arena.errors import refuse
from arena.league.tiebreaks import RoundResult
from arena.store.tables import BattleRow, Placing, Run

_BATTLE = BattleRow.__table__  # type: ignore[attr-defined]  # SQLModel gives it to tables only
_PLACING = Placing.__table__  # type: ignore[attr-defined]  # likewise


@dataclass(frozen=True)
class Played:
    """Its heroes in the order of their ids, with the ratings (1/100) and places that are stored, all (n,);
    and its rounds in their order."""

    run: Run
    ids: Integers
    ratings: Integers
    places: Integers
    rounds: tuple[RoundResult, ...]

    def row(self, hero_id: int) -> int:
        """A hero's index. Raises `ArenaError` `not-in-tournament`."""
        row = int(np.searchsorted(self.ids, hero_id))
        if row == len(self.ids) or self.ids[row] != hero_id:
            raise refuse("not-in-tournament", friday=self.run.local_date.isoformat())
        return row


def read_played(session: Session, run: Run) -> Played:
    """A tournament by its run, which must be done. Raises `ArenaError` `tournament-pruned` if its battles are
    gone."""
    columns = _PLACING.c.hero_id, _PLACING.c.rating, _PLACING.c.place, _PLACING.c.byes
    placings = select(*columns).where(_PLACING.c.run_id == run.id).order_by(_PLACING.c.hero_id)
    ids, ratings, places, byes = read_columns(session, placings)
    fields = _BATTLE.c.round, _BATTLE.c.hero_a, _BATTLE.c.hero_b, _BATTLE.c.winner
    battles = select(*fields).where(_BATTLE.c.run_id == run.id).order_by(_BATTLE.c.number)
    rounds, hero_a, hero_b, winners = read_columns(session, battles)
    if len(ids) > 1 and not len(rounds):
        raise refuse("tournament-pruned", friday=run.local_date.isoformat())
    pairs = np.stack((hero_a, hero_b), axis=1)
    played = tuple(
        RoundResult(pairs[rounds == each], winners[rounds == each], _rested(ids, byes, each))
        for each in range(1, int(rounds.max(initial=0)) + 1)
    )
    return Played(run, ids, ratings, places, played)


def _rested(ids: Integers, byes: Integers, round_: int) -> int | None:
    """Who had the bye of a round."""
    resting = np.flatnonzero(byes & bit_of(round_))
    return int(ids[resting[0]]) if len(resting) else None
