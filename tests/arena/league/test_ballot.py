"""The ballot: blind, three different looks, never one's own, equals share the title."""

from datetime import date, timedelta

import pytest

from arena.errors import ArenaError
from arena.league.ballot import Tally, ballot_ids, check_votes, hero_behind, tally

SECRET = bytes(32)
FRIDAY = date(2026, 4, 24)
BALLOT = ("aa", "bb", "cc", "dd")


def codes(chosen: list[str], own: str | None = None) -> list[tuple[str, str]]:
    with pytest.raises(ArenaError) as error:
        check_votes(chosen, BALLOT, own)
    return [(fault.code, fault.path) for fault in error.value.faults]


def test_a_look_has_another_id_for_each_voter_week_and_secret() -> None:
    ids = {
        look
        for secret in (SECRET, bytes(31) + b"x")
        for friday in (FRIDAY, FRIDAY + timedelta(days=7))
        for voter in (1, 2, 12)
        for look in ballot_ids(secret, friday, voter, (1, 2, 21))
    }
    assert len(ids) == 2 * 2 * 3 * 3
    assert all(len(each) == 32 for each in ids)
    assert ballot_ids(SECRET, FRIDAY, 1, [2]) == ballot_ids(SECRET, FRIDAY, 1, [2])


@pytest.mark.parametrize("hero", [0, 1, 100_000, 2**63 - 1])
def test_an_id_is_opened_with_the_secret_for_its_own_voter_and_week_only(hero: int) -> None:
    (look,) = ballot_ids(SECRET, FRIDAY, 7, [hero])
    assert hero_behind(SECRET, FRIDAY, 7, look) == hero
    assert hero_behind(SECRET, FRIDAY, 8, look) is None
    assert hero_behind(SECRET, FRIDAY + timedelta(days=7), 7, look) is None
    assert hero_behind(bytes(31) + b"x", FRIDAY, 7, look) is None
    for place in range(32):
        other = "0" if look[place] != "0" else "1"
        assert hero_behind(SECRET, FRIDAY, 7, look[:place] + other + look[place + 1 :]) is None


@pytest.mark.parametrize("look", ["", "0" * 32, "f" * 31, "F" * 32, "0" * 33, "g" * 32, "٣" * 32, " " * 32])
def test_what_is_no_id_means_no_hero(look: str) -> None:
    assert hero_behind(SECRET, FRIDAY, 7, look) is None
    (real,) = ballot_ids(SECRET, FRIDAY, 7, [1])
    assert hero_behind(SECRET, FRIDAY, 7, real.upper() if real != real.upper() else look) is None


def test_each_voter_sees_an_order_of_its_own_that_tells_nothing_of_the_heroes() -> None:
    heroes = list(range(1, 31))
    orders = [list(ballot_ids(SECRET, FRIDAY, voter, heroes).values()) for voter in range(400)]
    assert orders[7] == list(ballot_ids(SECRET, FRIDAY, 7, reversed(heroes)).values())
    assert len({tuple(order) for order in orders}) == 400
    places = [order.index(1) for order in orders]
    assert 12 < sum(places) / len(places) < 17


@pytest.mark.parametrize("chosen", [[], ["aa"], ["aa", "bb", "cc"]])
def test_up_to_three_different_looks_count(chosen: list[str]) -> None:
    check_votes(chosen, BALLOT, "dd")


def test_every_fault_of_a_vote_is_told_at_once() -> None:
    assert codes(["aa", "zz", "aa", "dd"], own="dd") == [
        ("vote-too-many", ""),
        ("vote-unknown-look", "/1"),
        ("vote-repeated", "/2"),
        ("vote-own", "/3"),
    ]


def test_the_most_votes_win_and_equals_share_the_title() -> None:
    votes = [(1, 10), (2, 10), (3, 20), (4, 20), (5, 30)]
    assert tally(votes, {10, 20, 30}) == Tally((10, 20), {10: 2, 20: 2, 30: 1})


def test_a_vote_counts_once_and_only_for_a_candidate() -> None:
    assert tally([(1, 10), (1, 10), (2, 99)], {10}) == Tally((10,), {10: 1})
    assert tally([], {10}) == Tally((), {})
