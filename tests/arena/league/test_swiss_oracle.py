"""The pairing beside py4swiss, a FIDE Dutch pairing: hardly more heroes meet one of another score."""

from pathlib import Path

import numpy as np
import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from arena.league.swiss import pair_round
from tests.arena.league.tournament_play import Tournament, entered


def as_trf(tournament: Tournament, numbers: dict[int, int]) -> str:
    """FIDE's tournament report: a line a player, fixed columns; `numbers` are starting numbers by id."""
    games = dict.fromkeys(numbers, "")
    for played in tournament.rounds:
        for (a, b), winner in zip(np.asarray(played.pairs).tolist(), played.winners.tolist(), strict=True):
            of_a, of_b = {0: "10", 1: "01", -1: "=="}[winner]
            games[a] += f"  {numbers[b]:4d} w {of_a}"
            games[b] += f"  {numbers[a]:4d} b {of_b}"
        if played.bye is not None:
            games[played.bye] += "  0000 - U"
    lines = [
        f"001 {number:4d}      {f'Hero {id_}':<33} {tournament.ratings[id_] // 100:4d}{'':28}"
        f"{tournament.points2.get(id_, 0) / 2:4.1f} {number:4d}{games[id_]}"
        for id_, number in numbers.items()
    ]
    return "\n".join([*lines, "XXR 5", ""])


def floaters(tournament: Tournament, pairs: list[tuple[int, int]]) -> int:
    points2 = tournament.points2
    return sum(points2.get(a, 0) != points2.get(b, 0) for a, b in pairs)


def by_py4swiss(tournament: Tournament, folder: Path) -> list[tuple[int, int]]:
    ids = sorted(tournament.ratings, key=lambda id_: (-(tournament.ratings[id_] // 100), id_))
    file = folder / "tournament.trf"
    file.write_text(as_trf(tournament, {id_: number for number, id_ in enumerate(ids, 1)}))
    pairings = DutchEngine.generate_pairings(TrfParser.parse(file))
    return [(ids[pair.white - 1], ids[pair.black - 1]) for pair in pairings if pair.black]


@pytest.mark.medium
@pytest.mark.parametrize("count", [*range(7, 33, 5), 33, 41, 60])
def test_no_more_than_two_floaters_above_the_dutch_system(count, tmp_path):
    rng = np.random.default_rng(count)
    tournament = entered(count, rng)
    for left in range(5, 0, -1):
        pairs, _ = pair_round(*tournament.state(left))
        assert (
            floaters(tournament, pairs.tolist())
            <= floaters(tournament, by_py4swiss(tournament, tmp_path)) + 2
        )
        tournament.play(left, rng, 0.15)


@pytest.mark.slow
@pytest.mark.parametrize("count", range(7, 61))
def test_no_more_than_two_floaters_above_the_dutch_system_for_every_number(count, tmp_path):
    for seed in range(4):
        rng = np.random.default_rng([count, seed])
        tournament = entered(count, rng)
        for left in range(5, 0, -1):
            pairs, _ = pair_round(*tournament.state(left))
            theirs = floaters(tournament, by_py4swiss(tournament, tmp_path))
            assert floaters(tournament, pairs.tolist()) <= theirs + 2
            tournament.play(left, rng, rng.choice([0.0, 0.1, 0.4]))
