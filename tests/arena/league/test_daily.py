"""The daily pairing: three opponents of close rating, the odd rule, yesterday, no order of rows."""

import hashlib
from collections import Counter

import numpy as np
import pytest

from arena.league.daily import pair_day
from tests.arena.league.least_gaps import can_cost_less, plainly_least

NOBODY = np.zeros((0, 2), np.int64)


def secret(text):
    return hashlib.sha256(str(text).encode()).digest()


def as_sets(pairs):
    return {frozenset(pair) for pair in pairs.tolist()}


def ratings_of(kind, count, rng):
    """Ratings in 1/100 as a league may have them: spread out, all new, in clusters, with a few far ahead."""
    match kind:
        case "spread":
            ratings = rng.normal(100_000, 25_000, count)
        case "equal":
            ratings = np.full(count, 100_000)
        case "clusters":
            ratings = rng.choice(rng.integers(50_000, 200_000, 4), count)
        case "fours":
            ratings = 100_000 + 30_000 * (np.arange(count) // 4)
        case "far":
            ratings = 20_000 * np.exp(rng.normal(0, 1.5, count))
    return ratings.astype(np.int64)


KINDS = ("spread", "equal", "clusters", "fours", "far")


def days(count, kind, seed, length):
    """Several days in a row: (ids, ratings, yesterday, rests, pairs) of each, heroes come and go."""
    rng = np.random.default_rng([seed, count, KINDS.index(kind)])
    all_ids = rng.permutation(10 * count + 10)[: count + 3]
    all_ratings = dict(zip(all_ids.tolist(), ratings_of(kind, count + 3, rng).tolist(), strict=True))
    rests = Counter()
    yesterday = NOBODY
    for day in range(length):
        active = rng.permutation(all_ids)[: count + int(rng.integers(0, 4))] if day else all_ids[:count]
        ratings = np.array([all_ratings[hero] for hero in active.tolist()], np.int64)
        behind = np.array([rests[hero] for hero in active.tolist()], np.int64)
        pairs = pair_day(active, ratings, yesterday, behind, secret((seed, count, kind, day)))
        yield active, ratings, yesterday, behind, pairs
        battles = Counter(pairs.ravel().tolist())
        rests.update(hero for hero in active.tolist() if battles[hero] < min(3, len(active) - 1))
        yesterday = pairs


def sizes(quick, slow):
    """Numbers of heroes, some of which take seconds to pair."""
    return [*quick, *(pytest.param(count, marks=pytest.mark.slow) for count in slow if count not in quick)]


@pytest.mark.parametrize(
    "count", sizes([*range(20), 31, 40, 41, 63, 64, 65, 66, 199, 200], [*range(41), *range(41, 201, 7)])
)
def test_everyone_has_three_different_opponents_and_the_odd_one_with_the_fewest_rests_has_two(count):
    for active, _, yesterday, rests, pairs in days(count, KINDS[count % 5], 1, 3):
        heroes = active.tolist()
        assert len(as_sets(pairs)) == len(pairs)
        assert all(len(pair) == 2 for pair in as_sets(pairs))
        assert set(pairs.ravel().tolist()) <= set(heroes)
        battles = Counter(pairs.ravel().tolist())
        full = min(3, max(0, len(heroes) - 1))
        short = [hero for hero in heroes if battles[hero] != full]
        assert len(short) == full * len(heroes) % 2
        for hero in short:
            assert battles[hero] == full - 1
            assert rests[heroes.index(hero)] == rests.min()
        if len(heroes) >= 16:
            assert not as_sets(pairs) & as_sets(yesterday)


@pytest.mark.parametrize(
    ("count", "battles"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 6), (5, 7), (6, 9), (7, 10)]
)
def test_few_heroes_have_as_many_battles_as_there_are_opponents_for(count, battles):
    ids = np.arange(count) + 5
    assert pair_day(ids, ids * 100, NOBODY, ids * 0, secret(1)).shape == (battles, 2)


def test_below_sixteen_heroes_yesterdays_opponents_may_meet_again():
    ids = np.arange(4)
    first = pair_day(ids, ids, NOBODY, ids * 0, secret(1))
    assert as_sets(pair_day(ids, ids, first, ids * 0, secret(2))) == as_sets(first)


def test_the_short_day_goes_round():
    ids = np.arange(100, 109)
    rests = np.zeros(9, np.int64)
    for day in range(27):
        pairs = pair_day(ids, ids * 700, NOBODY, rests, secret(day))
        rests += np.array([(pairs == hero).sum() for hero in ids]) == 2
        assert rests.max() - rests.min() <= 1
    assert rests.tolist() == [3] * 9


def test_who_has_the_short_day_of_equals_is_drawn():
    ids = np.arange(5)
    days_ = [pair_day(ids, ids, NOBODY, ids * 0, secret(day)) for day in range(60)]
    assert {int(np.argmin(np.bincount(pairs.ravel()))) for pairs in days_} == set(range(5))


@pytest.mark.medium
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", sizes([4, 5, 7, 10, 15, 16, 17, 22], [18, 29, 36, 37]))
def test_up_to_forty_heroes_the_sum_of_gaps_is_near_the_least_possible(count, kind):
    for active, ratings, yesterday, _, pairs in days(count, kind, 2, 3):
        order = np.argsort(-ratings, kind="stable")
        place = {hero: row for row, hero in enumerate(active[order].tolist())}
        placed = [[place[hero] for hero in pair] for pair in pairs.tolist()]
        battles = Counter(row for pair in placed for row in pair)
        banned = [set() for _ in place]
        if len(active) >= 16:
            for one, other in yesterday.tolist():
                if one in place and other in place:
                    banned[place[one]].add(place[other])
                    banned[place[other]].add(place[one])
        by_place = ratings[order].tolist()
        found = sum(abs(by_place[one] - by_place[other]) for one, other in placed)
        # found <= 1.3 * least + 10 points a hero, that is: nothing costs less than this.
        limit = -(-10 * (found - 1000 * len(active)) // 13)
        wanted = [battles[row] for row in range(len(active))]
        assert not can_cost_less(limit, by_place, wanted, [frozenset(each) for each in banned])


@pytest.mark.parametrize("seed", range(20))
def test_the_exact_answer_of_these_tests_agrees_with_trying_everything(seed):
    rng = np.random.default_rng(seed)
    count = 4 + seed % 3
    ratings = sorted(rng.integers(0, 1000, count).tolist(), reverse=True)
    wanted = [2] * count
    banned = [frozenset({1}), frozenset({0})] + [frozenset()] * (count - 2)
    least = plainly_least(ratings, wanted, banned)
    assert can_cost_less(least + 1, ratings, wanted, banned)
    assert not can_cost_less(least, ratings, wanted, banned)


@pytest.mark.parametrize("kind", ["spread", "equal", "far"])
@pytest.mark.parametrize("count", [1000, 1001, 2500])
def test_from_a_thousand_heroes_opponents_are_at_most_64_places_away_and_nearly_always_16(count, kind):
    rng = np.random.default_rng(count)
    ids, ratings = rng.permutation(5 * count)[:count], ratings_of(kind, count, rng)
    order = ids[np.lexsort((ids, -ratings))]
    place = dict(zip(order.tolist(), range(count), strict=True))
    yesterday = NOBODY
    for day in range(6):
        pairs = pair_day(ids, ratings, yesterday, ids * 0, secret(day))
        away = np.array([abs(place[one] - place[other]) for one, other in pairs.tolist()])
        assert away.max() <= 64
        assert (away <= 16).mean() >= 0.99
        assert not as_sets(pairs) & as_sets(yesterday)
        yesterday = pairs


@pytest.mark.parametrize("count", [3, 5, 17, 40, 64, 65, 200])
def test_the_order_of_rows_changes_nothing(count):
    rng = np.random.default_rng(count)
    ids, ratings = rng.permutation(10 * count)[:count], rng.integers(99_900, 100_100, count)
    rests = rng.integers(0, 2, count)
    yesterday = pair_day(ids, ratings, NOBODY, rests, secret(0))
    pairs = pair_day(ids, ratings, yesterday, rests, secret(1))
    mixed = rng.permutation(count)
    turned = rng.permutation(yesterday)[:, ::-1]
    again = pair_day(ids[mixed], ratings[mixed], turned, rests[mixed], secret(1))
    assert again.tolist() == pairs.tolist()


@pytest.mark.parametrize("count", [6, 40, 200])
def test_another_secret_makes_other_pairs_of_equal_heroes(count):
    ids = np.arange(count)
    pairs = [as_sets(pair_day(ids, ids * 0, NOBODY, ids * 0, secret(day))) for day in range(5)]
    assert len({frozenset(each) for each in pairs}) > 1


def test_side_a_is_drawn_and_goes_to_both_about_as_often():
    ids = np.arange(2000)
    pairs = pair_day(ids, ids * 100, NOBODY, ids * 0, secret(3))
    better_first = (pairs[:, 0] > pairs[:, 1]).mean()
    assert 0.46 < better_first < 0.54


def test_a_long_list_is_paired_alike_compiled_or_not(monkeypatch):
    ids = np.arange(500)
    yesterday = pair_day(ids, ids * 100, NOBODY, ids * 0, secret(4))
    plain = pair_day(ids, ids * 100, yesterday, ids * 0, secret(5))
    monkeypatch.setattr("arena.league.daily.walk.WORTH_COMPILING", 0)
    assert pair_day(ids, ids * 100, yesterday, ids * 0, secret(5)).tolist() == plain.tolist()


def test_a_pairing_is_the_same_for_ever():
    ids = np.arange(1, 9)
    pairs = pair_day(ids, np.full(8, 100_000), NOBODY, ids * 0, secret("for ever"))
    assert pairs.tolist() == [
        [1, 2],
        [5, 1],
        [1, 6],
        [5, 2],
        [6, 2],
        [4, 3],
        [3, 7],
        [8, 3],
        [7, 4],
        [4, 8],
        [6, 5],
        [7, 8],
    ]


@pytest.mark.parametrize(
    ("ids", "ratings", "rests", "key"),
    [
        ([1, 1], [0, 0], [0, 0], secret(0)),
        ([1, 2], [0], [0, 0], secret(0)),
        ([1, 2], [0, 0], [0], secret(0)),
        ([1, 2], [0, 0], [0, 0], b"short"),
    ],
)
def test_rows_that_do_not_fit_together_are_refused(ids, ratings, rests, key):
    with pytest.raises(ValueError, match=r"one row for each hero|32 bytes"):
        pair_day(np.array(ids), np.array(ratings), NOBODY, np.array(rests), key)


@pytest.mark.parametrize("count", [16, 70])
def test_a_yesterday_in_which_one_met_all_is_refused(count):
    ids = np.arange(count)
    all_of_one = np.array([(count - 1, other) for other in range(count - 1)])
    with pytest.raises(ValueError, match="no opponent left"):
        pair_day(ids, ids, all_of_one, ids * 0, secret(0))
