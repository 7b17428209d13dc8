"""The table of a tournament: hand-computed, and against definitions written out hero by hero."""

import numpy as np
import pytest

from arena.league.swiss import planned_rounds
from arena.league.tiebreaks import Results, RoundResult, Standings, TieBreak, read_results, standings
from tests.arena.league.tournament_play import entered

A, B, C, D, E = 11, 12, 13, 14, 15


@pytest.fixture
def table() -> Standings:
    """Five heroes and three rounds: E has the bye, B and D draw, then D withdraws.

    Final points: A 2, B 1½, C 1, D ½, E 2.
    """
    rounds = [
        RoundResult([(A, C), (B, D)], [0, -1], bye=E),
        RoundResult([(E, A), (C, B)], [0, 1]),
        RoundResult([(A, B), (E, C)], [0, 1]),
    ]
    return standings(read_results([A, B, C, D, E], [1500, 1400, 1300, 1200, 1100], rounds))


def criterion(table: Standings, name: str) -> TieBreak:
    return next(found for found in table.criteria if found.name == name)


@pytest.mark.parametrize(
    ("name", "values", "rounds"),
    [
        ("points", [4, 3, 2, 1, 4], [[2, 0, 2], [1, 2, 0], [0, 0, 2], [1, 0, 0], [2, 2, 0]]),
        ("buchholz", [9, 7, 11, 3, 10], [[2, 4, 3], [1, 2, 4], [4, 3, 4], [3, 0, 0], [4, 4, 2]]),
        ("buchholz_cut1", [7, 6, 8, 0, 8], [[0, 4, 3], [0, 2, 4], [4, 0, 4], [0, 0, 0], [4, 4, 0]]),
        ("sonneborn_berger", [10, 5, 8, 3, 8], [[4, 0, 6], [1, 4, 0], [0, 0, 8], [3, 0, 0], [0, 8, 0]]),
        ("wins", [2, 1, 1, 0, 1], [[1, 0, 1], [0, 1, 0], [0, 0, 1], [0, 0, 0], [0, 1, 0]]),
        ("rating", [1500, 1400, 1300, 1200, 1100], [[], [], [], [], []]),
        ("hero_id", [A, B, C, D, E], [[], [], [], [], []]),
    ],
)
def test_a_table_with_a_bye_a_draw_and_a_withdrawal_is_as_computed_by_hand(table, name, values, rounds):
    assert criterion(table, name).values.tolist() == values
    assert criterion(table, name).rounds.tolist() == rounds


def test_the_round_that_is_cut_is_told(table):
    assert criterion(table, "buchholz_cut1").cut.tolist() == [0, 0, 1, 0, 2]


def test_the_table_stands_by_points_then_tie_breaks_and_says_which_decided(table):
    assert table.ids.tolist() == [E, A, B, C, D]
    assert [table.decided_by(place) for place in (1, 2, 3, 4)] == [
        "buchholz_cut1",
        "points",
        "points",
        "points",
    ]
    with pytest.raises(IndexError):
        table.decided_by(5)


def test_heroes_that_never_played_stand_by_rating_then_id():
    table = standings(read_results([5, 3, 9], [100, 100, 200], []))
    assert table.ids.tolist() == [9, 3, 5]
    assert [table.decided_by(1), table.decided_by(2)] == ["rating", "hero_id"]


def test_an_absent_hero_has_no_round_to_cut():
    table = standings(read_results([1, 2, 3], [0, 0, 0], [RoundResult([(1, 2)], [0])]))
    assert criterion(table, "buchholz_cut1").cut.tolist() == [0, 0, -1]


def test_a_tournament_of_nobody_has_an_empty_table():
    table = standings(read_results([], [], [RoundResult([], [])]))
    assert table.ids.tolist() == []
    assert table.decided.tolist() == []


def test_a_lone_hero_with_a_bye_has_its_point_and_no_win():
    table = standings(read_results([4], [100], [RoundResult([], [], bye=4)]))
    assert {found.name: found.values.tolist() for found in table.criteria} == {
        "points": [2],
        "buchholz_cut1": [0],
        "buchholz": [2],
        "sonneborn_berger": [0],
        "wins": [0],
        "rating": [100],
        "hero_id": [4],
    }


@pytest.mark.parametrize(
    ("ids", "played", "reason"),
    [
        ([1, 1], RoundResult([], []), "repeated"),
        ([1, 2], RoundResult([(1, 3)], [0]), "took no part"),
        ([1, 2], RoundResult([(1, 2)], [0], bye=2), "twice"),
        ([1, 2], RoundResult([(1, 2)], []), "winner"),
        ([1, 2], RoundResult([(1, 2)], [2]), "winner"),
    ],
)
def test_results_that_cannot_be_are_refused(ids, played, reason):
    with pytest.raises(ValueError, match=reason):
        read_results(ids, [0] * len(ids), [played])


def written_out(ids: list[int], ratings: dict[int, int], rounds: list[RoundResult]) -> dict[int, tuple]:
    """For each hero the values in the order of the table, smaller ones first."""
    games: dict[int, list[tuple[int | None, int]]] = {id_: [] for id_ in ids}
    for played in rounds:
        for (a, b), winner in zip(np.asarray(played.pairs).tolist(), played.winners.tolist(), strict=True):
            games[a].append((b, 1 if winner == -1 else 2 * (winner == 0)))
            games[b].append((a, 1 if winner == -1 else 2 * (winner == 1)))
        if played.bye is not None:
            games[played.bye].append((None, 2))
    points = {id_: sum(won for _, won in games[id_]) for id_ in ids}
    keys = {}
    for id_ in ids:
        met = sorted(points[id_ if other is None else other] for other, _ in games[id_])
        beaten = sum(points[other] * won for other, won in games[id_] if other is not None)
        battles = sum(won == 2 and other is not None for other, won in games[id_])
        keys[id_] = (-points[id_], -sum(met[1:]), -sum(met), -beaten, -battles, -ratings[id_], id_)
    return keys


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 20, 45, 120])
@pytest.mark.parametrize("withdrawing", [0, 1])
def test_any_table_follows_the_definitions(count, withdrawing):
    rng = np.random.default_rng([count, withdrawing])
    tournament = entered(count, rng)
    ids, ratings = list(tournament.ratings), dict(tournament.ratings)
    for left in range(planned_rounds(count) - (withdrawing if count < 8 else 0), 0, -1):
        tournament.play(left, rng, 0.3)
        if withdrawing and len(tournament.ratings) > 8:
            tournament.withdraw(rng.choice(list(tournament.ratings)))
    table = standings(read_results(ids, [ratings[id_] for id_ in ids], tournament.rounds))
    keys = written_out(ids, ratings, tournament.rounds)
    assert table.ids.tolist() == sorted(ids, key=keys.get)
    names = [found.name for found in table.criteria]
    for place, (upper, lower) in enumerate(zip(table.ids[:-1], table.ids[1:], strict=True), 1):
        differs = [a != b for a, b in zip(keys[upper], keys[lower], strict=True)]
        assert table.decided_by(place) == names[differs.index(True)]


def test_the_order_of_rows_does_not_matter_to_the_table():
    rng = np.random.default_rng(5)
    tournament = entered(30, rng)
    for left in range(5, 0, -1):
        tournament.play(left, rng, 0.3)
    ids = list(tournament.ratings)
    tables = []
    for order in (ids, rng.permutation(ids).tolist()):
        results: Results = read_results(order, [tournament.ratings[id_] for id_ in order], tournament.rounds)
        tables.append(standings(results))
    assert tables[0].ids.tolist() == tables[1].ids.tolist()
    assert tables[0].decided.tolist() == tables[1].decided.tolist()
