"""Tie-breaks against tournaments whose results and values were published."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from arena.league.tiebreaks import RoundResult, Standings, read_results, standings

FILE = Path(__file__).with_name("published_tournaments.toml")
TOURNAMENTS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["tournaments"]
UNITS = {"points": 2, "buchholz_cut1": 2, "buchholz": 2, "sonneborn_berger": 4, "wins": 1}
"""What the league keeps, in the unit in which values are published."""


def round_result(battles: list[str]) -> RoundResult:
    """A round as the file writes it."""
    pairs, winners, bye = [], [], None
    for battle in battles:
        one, *rest = battle.split()
        if rest == ["bye"]:
            bye = int(one)
            continue
        sign, other = rest
        pairs.append((int(one), int(other)))
        winners.append({">": 0, "=": -1}[sign])
    return RoundResult(pairs, winners, bye)


def table_of(tournament: dict[str, Any]) -> Standings:
    ids = range(1, tournament["players"] + 1)
    rounds = [round_result(battles) for battles in tournament["rounds"]]
    return standings(read_results(list(ids), [0] * len(ids), rounds))


def values_of(table: Standings, name: str, numbers: list[int]) -> list[float]:
    """A criterion of the players with these numbers, in published units."""
    found = next(each for each in table.criteria if each.name == name)
    return [int(found.values[number - 1]) / UNITS[name] for number in numbers]


@pytest.mark.parametrize("tournament", TOURNAMENTS, ids=lambda tournament: tournament["name"])
def test_the_values_are_those_that_were_published(tournament: dict[str, Any]) -> None:
    table = table_of(tournament)
    numbers, *names = tournament["published"]
    for name in names:
        found = values_of(table, name, tournament["published"][numbers])
        assert found == tournament["published"][name], name


def test_a_bye_counts_as_in_fides_buchholz_but_is_no_win_in_sonneborn_berger() -> None:
    tournament = TOURNAMENTS[-1]
    table, published = table_of(tournament), tournament["published_with_a_bye"]
    for name in ("points", "buchholz_cut1", "buchholz"):
        assert values_of(table, name, published["numbers"]) == published[name], name
    (ours,) = values_of(table, "sonneborn_berger", published["numbers"])
    assert ours + published["points"][0] == published["sonneborn_berger"][0]


def test_every_round_names_each_player_once() -> None:
    for tournament in TOURNAMENTS[:2]:
        for battles in tournament["rounds"]:
            named = sorted(int(word) for battle in battles for word in battle.split() if word.isdecimal())
            assert named == list(range(1, tournament["players"] + 1))
