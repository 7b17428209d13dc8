"""`arena bench daily` and `arena bench swiss`: what is measured adds up. Speed itself is not tested."""

import pytest


@pytest.mark.medium
def test_a_day_is_measured_beside_its_floors(arena):
    result = arena("bench", "daily", "-n", "20", "-n", "31", "--json")
    assert result.code == 0
    small, odd = result.data["days"]
    assert (small["heroes"], small["battles"]) == (20, 30)
    assert (odd["heroes"], odd["battles"]) == (31, 46)
    for day in (small, odd):
        # Beside them: the run, its digest, the next secret, and a step each for plan, battles and ratings.
        assert day["rows_added"] == day["battles"] + 2 * day["heroes"] + 3 + 3
        floor = day["kernel_seconds"] + day["adding_seconds"]
        assert day["ratio_to_added"] == day["seconds"] / floor
        assert day["ratio"] == day["seconds"] / (floor + day["changing_seconds"])


def test_a_tournament_s_rounds_are_measured(arena):
    result = arena("bench", "swiss", "-n", "4", "-n", "33", "--json")
    assert result.code == 0
    four, more = result.data["tournaments"]
    assert (four["heroes"], len(four["seconds"])) == (4, 3)
    assert (more["heroes"], len(more["seconds"])) == (33, 5)


@pytest.mark.medium
def test_the_tables_are_shown(terminal):
    assert any("33" in line for line in terminal(120, "bench", "swiss", "-n", "33").lines)
    assert any("20" in line for line in terminal(120, "bench", "daily", "-n", "20").lines)
