"""The best perfect matching of up to 32 heroes, exactly."""

from collections.abc import Mapping
from functools import lru_cache

from arena.league.swiss.cost import Pair, with_tie_break


def best_matching(weights: Mapping[Pair, int], count: int) -> list[Pair] | None:
    """The pairs of the least total weight that take in each of the vertices 0 … count - 1 (count even),
    sorted; None where none do. Edmonds' blossoms, in whole numbers of any size, so nothing is rounded."""
    import networkx as nx  # only a round is worth its import

    top = max(weights.values(), default=0) + 1
    graph = nx.Graph()
    graph.add_weighted_edges_from((i, j, top - weight) for (i, j), weight in weights.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < count:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


@lru_cache(maxsize=4096)
def best_transposition(width: int, met: bytes) -> tuple[int, ...] | None:
    """Whom each of `width` neighbours of an upper half meets among their fold partners: indices; None where
    not all can be paired across.

    `met` has a byte for each (upper, lower), row by row, 1 where they have met. In such a window only the
    distance from the fold is left of a pair's cost, and its sum does not depend on where the window lies.
    """
    count = 2 * width
    weights = {}
    for upper in range(width):
        for lower in range(width):
            if not met[upper * width + lower]:
                pair = (upper, width + lower)
                weights[pair] = with_tie_break((lower - upper) ** 2, pair, count)
    found = best_matching(weights, count)
    return None if found is None else tuple(lower - width for _, lower in found)
