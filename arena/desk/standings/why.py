"""Why a hero stands where it stands in a tournament, and why it met that opponent.

Both are computed again from what is stored, by the functions that decided, and are told only if they come to
what was decided. Source: the league's rules, "Tournament".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np
from sqlmodel import Session

from arena.desk.desk import Desk
from arena.desk.heroes.finding import find_hero
from arena.desk.heroes.names import heroes_by_id, shown_name
from arena.desk.players.finding import check_viewer
from arena.desk.standings.played import Played, read_played
from arena.desk.standings.tournament import visible_tournament
from arena.errors import refuse
from arena.excerpt import shown
from arena.league.swiss import PairReason, explain_round, planned_rounds
from arena.league.swiss.telling import tell_pair
from arena.league.tiebreaks import RoundResult, Standings, TieBreak, read_results, standings

SCALES: Mapping[str, int] = {
    "points": 2,
    "buchholz_cut1": 2,
    "buchholz": 2,
    "sonneborn_berger": 4,
    "rating": 100,
}
"""What a criterion's whole numbers are to be divided by; those that are not named here count as they are."""


@dataclass(frozen=True)
class Criterion:
    """What a hero has by a criterion, and what each round brought, () where rounds bring nothing. All are
    whole numbers to be divided by `scale`; `cut` is the round that was left out, None for none."""

    name: str
    value: int
    rounds: tuple[int, ...]
    scale: int
    cut: int | None


@dataclass(frozen=True)
class RoundLine:
    """A hero's round: its opponent, None for a bye, and doubled points."""

    round: int
    opponent_id: int | None
    opponent: str | None
    scored2: int


@dataclass(frozen=True)
class Neighbour:
    """Who stands next to a hero in the table, and the criterion that decided which of them is above."""

    hero_id: int
    name: str
    decided_by: str


@dataclass(frozen=True)
class PlaceReason:
    """Why a hero has its place in the tournament of `friday`: what it has by each criterion, the most
    important first."""

    friday: date
    hero_id: int
    name: str
    place: int
    heroes: int
    rounds: tuple[RoundLine, ...]
    criteria: tuple[Criterion, ...]
    above: Neighbour | None
    below: Neighbour | None


@dataclass(frozen=True)
class OpponentReason:
    """Why a hero met its opponent in a round of the tournament of `friday`, or rested: as it was decided, and
    in words, a sentence each."""

    friday: date
    round: int
    reason: PairReason
    told: tuple[str, ...]


def why_place(desk: Desk, viewer: int | None, friday: date | None, hero: str, locale: str) -> PlaceReason:
    """Why a hero, by its name or number, has its place in a Friday's tournament; without a day the last one.

    Raises `ArenaError`: those of `visible_tournament`, `no-such-hero`, `not-in-tournament`,
    `tournament-pruned`.
    """
    with desk.read() as (session, now):
        check_viewer(session, viewer)
        run = visible_tournament(session, desk.calendar, friday, now)
        played = read_played(session, run)
        row = played.row(_id(session, hero, viewer))
    table = standings(read_results(played.ids, played.ratings, played.rounds))
    if not np.array_equal(table.ids, played.ids[np.argsort(played.places)]):
        raise RuntimeError(f"the table of run {run.id} is not what its battles give")
    return _place_reason(desk, run.local_date, table, row, locale)


def why_opponent(
    desk: Desk, viewer: int | None, friday: date | None, round_: int, hero: str, locale: str
) -> OpponentReason:
    """Why a hero, by its name or number, met its opponent in a round (from 1) of a Friday's tournament, or
    rested in it.

    Raises `ArenaError`: those of `why_place`, `round-unknown`.
    """
    with desk.read() as (session, now):
        check_viewer(session, viewer)
        run = visible_tournament(session, desk.calendar, friday, now)
        played = read_played(session, run)
        hero_id = int(played.ids[played.row(_id(session, hero, viewer))])
        if not 1 <= round_ <= len(played.rounds):
            raise refuse("round-unknown", found=shown(round_), last=len(played.rounds))
    reason = _pair_reason(played, round_, hero_id)
    names = _names(desk, (reason.hero, reason.opponent, reason.folded), locale)
    return OpponentReason(run.local_date, round_, reason, tell_pair(reason, names, locale))


def _id(session: Session, given: str, viewer: int | None) -> int:
    id_ = find_hero(session, given, viewer).id
    assert id_ is not None
    return id_


def _names(desk: Desk, heroes: Iterable[int | None], locale: str) -> dict[int, str]:
    """The heroes' names as they may be shown. Read apart, when it is known whose: what is computed of a large
    tournament would keep a transaction open."""
    with desk.read() as (session, _):
        found = heroes_by_id(session, (each for each in heroes if each is not None))
        return {id_: shown_name(row, locale) for id_, row in found.items()}


def _place_reason(desk: Desk, friday: date, table: Standings, row: int, locale: str) -> PlaceReason:
    place = int(np.flatnonzero(table.order == row)[0]) + 1
    results, heroes = table.results, len(table.order)
    above = None if place == 1 else int(table.ids[place - 2])
    below = None if place == heroes else int(table.ids[place])
    opponents = [int(results.ids[each]) if each >= 0 else None for each in results.opponents[row]]
    hero_id = int(results.ids[row])
    names = _names(desk, (hero_id, above, below, *opponents), locale)
    rounds = (
        RoundLine(number, opponent, None if opponent is None else names[opponent], int(scored2))
        for number, (opponent, scored2) in enumerate(
            zip(opponents, results.scored2[row], strict=True), start=1
        )
    )
    return PlaceReason(
        friday=friday,
        hero_id=hero_id,
        name=names[hero_id],
        place=place,
        heroes=heroes,
        rounds=tuple(rounds),
        criteria=tuple(_criterion(criterion, row) for criterion in table.criteria),
        above=None if above is None else Neighbour(above, names[above], table.decided_by(place - 1)),
        below=None if below is None else Neighbour(below, names[below], table.decided_by(place)),
    )


def _criterion(found: TieBreak, row: int) -> Criterion:
    cut = -1 if found.cut is None else int(found.cut[row])
    return Criterion(
        name=found.name,
        value=int(found.values[row]),
        rounds=tuple(found.rounds[row].tolist()),
        scale=SCALES.get(found.name, 1),
        cut=None if cut < 0 else cut + 1,
    )


def _pair_reason(played: Played, round_: int, hero_id: int) -> PairReason:
    """The reason of the hero's pair, computed from the rounds before; they must pair as it was stored."""
    before, now = played.rounds[: round_ - 1], played.rounds[round_ - 1]
    met = np.concatenate([np.zeros((0, 2), np.int64), *(np.asarray(each.pairs) for each in before)])
    sides = np.zeros(len(played.ids), np.int64)
    for side, step in ((0, 1), (1, -1)):
        np.add.at(sides, np.searchsorted(played.ids, met[:, side]), step)
    reasons = explain_round(
        played.ids,
        read_results(played.ids, played.ratings, before).points2,
        played.ratings,
        met,
        [each.bye for each in before if each.bye is not None],
        sides,
        planned_rounds(len(played.ids)) - round_ + 1,
    )
    reason = next(each for each in reasons if hero_id in (each.hero, each.opponent))
    if _sides(reason) not in _stored_pairs(now):
        raise RuntimeError(f"round {round_} of run {played.run.id} is not paired as its rules say")
    return reason


def _sides(reason: PairReason) -> tuple[int, int | None]:
    """Side A and side B; of a bye who rested, and None."""
    if reason.side_a == reason.opponent and reason.opponent is not None:
        return reason.opponent, reason.hero
    return reason.hero, reason.opponent


def _stored_pairs(played: RoundResult) -> set[tuple[int, int | None]]:
    pairs: set[tuple[int, int | None]] = {(a, b) for a, b in np.asarray(played.pairs).tolist()}
    return pairs if played.bye is None else pairs | {(played.bye, None)}
