"""`arena demo`: the roster checked, ranked, shown."""

import numpy as np
import pytest

from arena import roster
from arena.battle import fight_many, pack
from mcp_server.cli.round_robin import RoundRobin, round_robin


def test_the_demo_ranks_everybody_and_ends_with_what_to_do_next(arena):
    result = arena("demo", "-n", "20")
    assert (result.code, result.err) == (0, "")
    for id_ in roster.names():
        assert id_ in result.out
    assert f"Heroes checked: {len(roster.names())}, with faults: 0." in result.out
    for command in (
        "arena fight ",
        "arena rules",
        "arena check hero.json",
        "arena train kerning --against golem",
    ):
        assert command in result.out


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_the_demo_runs_on_every_terminal_in_every_language(terminal, width, locale):
    assert terminal(width, "demo", "-n", "2", "--lang", locale).code == 0


def test_json_ranks_the_heroes_by_their_points(arena):
    data = arena("demo", "-n", "20", "--json").data
    heroes = data["heroes"]
    pairs = len(heroes) * (len(heroes) - 1) // 2
    assert data["battles"] == 20 * pairs
    assert [hero["points"] for hero in heroes] == sorted((hero["points"] for hero in heroes), reverse=True)
    assert sum(hero["points"] for hero in heroes) == pytest.approx(len(heroes) / 2)
    assert {hero["id"] for hero in heroes} == set(roster.names())
    assert all(hero["faults"] == 0 for hero in heroes)


def test_a_round_robin_counts_wins_and_half_of_the_draws():
    heroes = [roster.load(id_) for id_ in ("golem", "ninja", "witch")]
    played = round_robin(heroes, 30, threads=2)
    winners = fight_many(pack(heroes), 0, 2, np.arange(30))["winner"]
    assert played.battles == 90
    assert played.shares[0, 2] == pytest.approx(((winners == 0) + (winners == -1) / 2).mean())
    assert played.shares[0, 2] + played.shares[2, 0] == pytest.approx(1)


def test_places_go_to_the_greater_share_of_points():
    shares = np.array([[0, 0.2, 0.9], [0.8, 0, 0.6], [0.1, 0.4, 0]])
    played = RoundRobin(shares, 10, 1.0)
    assert played.places == [1, 0, 2]
    assert played.points == pytest.approx([0.55, 0.7, 0.25])
    assert (played.easiest(0), played.hardest(0)) == (2, 1)
