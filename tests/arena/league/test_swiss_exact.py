"""The pairing against a search through all pairings, written from the league's rules alone."""

from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest

from arena.league.swiss import explain_round, pair_round, planned_rounds
from tests.arena.league.tournament_play import Tournament, entered

Edge = frozenset[int]
BYE = -7


def all_pairings(left: list[int], free: set[Edge]) -> Iterator[tuple[Edge, ...]]:
    if not left:
        yield ()
        return
    for other in left[1:]:
        pair = frozenset((left[0], other))
        if pair in free:
            rest = [vertex for vertex in left[1:] if vertex != other]
            yield from ((pair, *more) for more in all_pairings(rest, free))


def can_go_on(vertices: list[int], free: set[Edge], rounds: int) -> bool:
    return rounds == 0 or any(
        can_go_on(vertices, free - set(pairing), rounds - 1) for pairing in all_pairings(vertices, free)
    )


class Brute:
    """The league's criteria over hero ids."""

    def __init__(self, tournament: Tournament) -> None:
        self.points2 = {id_: tournament.points2.get(id_, 0) for id_ in tournament.ratings}
        self.table = sorted(
            tournament.ratings, key=lambda id_: (-self.points2[id_], -tournament.ratings[id_], id_)
        )
        self.vertices = self.table + [BYE] * (len(self.table) % 2)
        pairs = {frozenset((a, b)) for a in self.vertices for b in self.vertices if a != b}
        used = {*map(frozenset, tournament.met), *(frozenset((id_, BYE)) for id_ in tournament.byes)}
        self.free = pairs - used

    def group(self, id_: int) -> list[int]:
        return [other for other in self.table if self.points2[other] == self.points2[id_]]

    def cost(self, pair: Edge) -> tuple[int, ...]:
        better, other = sorted(pair, key=self.vertices.index)
        group = self.group(better)
        below = len(group) - 1 - group.index(better)
        if other == BYE:
            return self.points2[better], 0, 0, below, 0
        gap = self.points2[better] - self.points2[other]
        if gap:
            return 0, gap**2, 0, below + self.group(other).index(other), 0
        places = group.index(better), group.index(other)
        both_upper = places[1] + 1 <= len(group) // 2
        both_lower = places[0] >= (len(group) + 1) // 2
        return 0, 0, int(both_upper or both_lower), 0, (2 * (places[1] - places[0]) - len(group)) ** 2

    def opponents(self, pairing: tuple[Edge, ...]) -> list[int]:
        """The place of each better hero's opponent, from the top of the table."""
        ordered = (sorted(map(self.vertices.index, pair)) for pair in pairing)
        return [other for _, other in sorted(ordered)]

    def best(self, rounds_left: int) -> set[Edge]:
        costs = {pair: np.array(self.cost(pair)) for pair in self.free}
        found = sorted(
            all_pairings(self.vertices, self.free),
            key=lambda pairing: (tuple(sum(costs[pair] for pair in pairing)), self.opponents(pairing)),
        )
        if len(self.vertices) > 8:
            return set(found[0])
        return next(
            set(one) for one in found if can_go_on(self.vertices, self.free - set(one), rounds_left - 1)
        )


def paired(tournament: Tournament, rounds_left: int) -> set[Edge]:
    pairs, bye = pair_round(*tournament.state(rounds_left))
    return {frozenset(pair) for pair in pairs.tolist()} | (
        {frozenset((bye, BYE))} if bye is not None else set()
    )


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("draws", [0.0, 0.2, 0.8])
def test_a_round_of_few_heroes_is_the_best_of_all(count, draws):
    for seed in range(3):
        rng = np.random.default_rng([count, seed])
        tournament = entered(count, rng)
        for left in range(planned_rounds(count), 0, -1):
            assert paired(tournament, left) == Brute(tournament).best(left)
            tournament.play(left, rng, draws)


@pytest.mark.parametrize("count", [11, 12])
def test_a_late_round_of_a_dozen_heroes_is_the_best_of_all(count):
    rng = np.random.default_rng(count)
    tournament = entered(count, rng)
    for left in range(5, 1, -1):
        tournament.play(left, rng, 0.2)
    tournament.withdraw(next(iter(tournament.ratings)))
    assert paired(tournament, 1) == Brute(tournament).best(1)


@pytest.mark.slow
@pytest.mark.parametrize("count", range(2, 13))
def test_every_round_of_up_to_a_dozen_heroes_is_the_best_of_all(count):
    for seed in range(30):
        rng = np.random.default_rng([count, seed])
        tournament = entered(count, rng)
        for left in range(planned_rounds(count), 0, -1):
            assert paired(tournament, left) == Brute(tournament).best(left)
            tournament.play(left, rng, rng.choice([0.0, 0.2, 0.8]))


def above_the_least(tournament: Tournament, rounds_left: int) -> int:
    """How far the round is from the least by a matching over the bye's points and score differences alone."""
    brute = Brute(tournament)
    costs = {pair: brute.cost(pair) for pair in brute.free}
    weights = {pair: cost[0] * 10_000 + cost[1] for pair, cost in costs.items()}
    graph = nx.Graph()
    graph.add_weighted_edges_from((*pair, weight) for pair, weight in weights.items())
    least = sum(weights[frozenset(pair)] for pair in nx.min_weight_matching(graph))
    return sum(weights[pair] for pair in paired(tournament, rounds_left)) - least


@pytest.mark.parametrize("count", [13, 16, 23, 32])
def test_bye_and_score_differences_of_up_to_32_heroes_are_the_least_possible(count):
    rng = np.random.default_rng(count)
    tournament = entered(count, rng)
    for left in range(5, 0, -1):
        assert above_the_least(tournament, left) == 0
        tournament.play(left, rng, 0.2)


@pytest.mark.medium
@pytest.mark.parametrize("count", [33, 48, 64, 97])
def test_windows_need_hardly_more_than_the_least_score_differences(count):
    rng = np.random.default_rng(count)
    tournament = entered(count, rng)
    for left in range(5, 0, -1):
        assert above_the_least(tournament, left) <= 2
        tournament.play(left, rng, 0.1)


def test_the_reasons_hold_the_cost_that_was_least():
    rng = np.random.default_rng(3)
    tournament = entered(9, rng)
    for left in range(5, 0, -1):
        brute = Brute(tournament)
        for reason in explain_round(*tournament.state(left)):
            other = BYE if reason.opponent is None else reason.opponent
            assert (
                reason.cost[0] + min(brute.points2.values()) * (other == BYE),
                *reason.cost[1:],
            ) == brute.cost(frozenset((reason.hero, other)))
        tournament.play(left, rng, 0.2)
