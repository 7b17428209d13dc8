"""The rules of a Swiss round that can be told of any tournament."""

import numpy as np
import pytest

from arena.errors import ArenaError
from arena.league.swiss import Cause, explain_round, pair_round, planned_rounds
from tests.arena.league.tournament_play import Tournament, entered


def assert_lawful(before: tuple, pairs: np.ndarray, bye: int | None) -> None:
    """No rematch, no second bye, everybody once, side A for who had it less."""
    ids, _, _, met, byes, sides, _ = before
    paired = pairs.ravel().tolist() + ([] if bye is None else [bye])
    assert sorted(paired) == sorted(ids)
    assert (bye is None) == (len(ids) % 2 == 0)
    assert bye not in byes
    assert not {frozenset(pair) for pair in pairs.tolist()} & {frozenset(pair) for pair in met}
    balance = dict(zip(ids, sides, strict=True))
    assert all(balance[a] <= balance[b] for a, b in pairs.tolist())


def assert_a_lawful_tournament(count: int, draws: float, withdrawing: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    tournament = entered(count, rng)
    planned = planned_rounds(count)
    for left in range(planned, 0, -1):
        before = tournament.state(left)
        met, byes = tournament.met.copy(), tournament.byes.copy()
        if withdrawing and len(tournament.ratings) <= 7 and not can_be_played(tournament, left):
            return
        tournament.play(left, rng, draws)
        played = tournament.rounds[-1]
        assert_lawful((*before[:3], met, byes, *before[5:]), np.asarray(played.pairs), played.bye)
        for id_ in rng.permutation(list(tournament.ratings))[:withdrawing].tolist():
            tournament.withdraw(id_)
    assert len(tournament.rounds) == planned


def can_be_played(tournament: Tournament, left: int) -> bool:
    try:
        pair_round(*tournament.state(left))
    except ArenaError as error:
        return error.code != "swiss-no-pairing"
    return True


@pytest.mark.medium
@pytest.mark.parametrize("count", [*range(41), 63, 64, 65, 99, 140, 200])
def test_five_rounds_pair_everybody_without_a_rematch_or_a_second_bye(count):
    assert_a_lawful_tournament(count, draws=0.2, withdrawing=0, seed=count)


@pytest.mark.parametrize("count", [*range(1, 20), 33, 38, 60, 101])
def test_withdrawals_leave_a_lawful_round_or_a_clear_refusal(count):
    assert_a_lawful_tournament(count, draws=0.1, withdrawing=1 + count % 3, seed=count)


@pytest.mark.parametrize("count", [34, 51, 100])
@pytest.mark.parametrize("draws", [0.0, 0.5, 1.0])
def test_any_share_of_draws_is_paired(count, draws):
    assert_a_lawful_tournament(count, draws, withdrawing=0, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize("count", range(201))
def test_every_number_of_heroes_is_paired(count):
    for draws in (0.0, 0.1, 0.5, 1.0):
        for withdrawing in (0, 1, 2):
            assert_a_lawful_tournament(count, draws, withdrawing, seed=count)


@pytest.mark.parametrize("count", [5, 6])
@pytest.mark.parametrize("seed", range(40))
def test_small_tournaments_reach_their_last_round_whatever_the_results(count, seed):
    assert_a_lawful_tournament(count, draws=0.2, withdrawing=0, seed=seed)


@pytest.mark.parametrize(
    ("heroes", "rounds"), [(0, 0), (1, 1), (2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (7, 5), (100_000, 5)]
)
def test_too_few_heroes_have_fewer_rounds(heroes, rounds):
    assert planned_rounds(heroes) == rounds


def test_no_heroes_make_an_empty_round():
    pairs, bye = pair_round([], [], [], [], [], [], 1)
    assert pairs.shape == (0, 2)
    assert pairs.dtype == np.int64
    assert bye is None


def test_a_lone_hero_rests_once():
    pairs, bye = pair_round([7], [0], [100_000], [], [], [0], 1)
    assert pairs.shape == (0, 2)
    assert bye == 7
    with pytest.raises(ArenaError) as refused:
        pair_round([7], [2], [100_000], [], [7], [0], 1)
    assert refused.value.code == "swiss-no-pairing"


def test_two_who_have_met_cannot_be_paired():
    with pytest.raises(ArenaError) as refused:
        pair_round([1, 2], [2, 0], [0, 0], [(2, 1)], [], [1, -1], 1)
    assert "heroes: 2" in refused.value.faults[0].message("en")


def test_many_who_have_all_rested_cannot_be_paired():
    ids = list(range(35))
    with pytest.raises(ArenaError):
        pair_round(ids, [0] * 35, ids, [], ids, [0] * 35, 1)


def test_a_hero_that_has_met_nearly_all_still_meets_the_one_that_is_left():
    ids = list(range(40))
    met = [(39, other) for other in range(1, 39)]
    pairs, _ = pair_round(ids, [0] * 40, ids, met, [], [0] * 40, 1)
    assert [0, 39] in [sorted(pair) for pair in pairs.tolist()]


@pytest.mark.parametrize("count", [4, 8, 34, 66])
def test_the_first_round_folds_by_rating_then_id(count):
    ids = list(range(100, 100 + count))
    pairs, _ = pair_round(ids, [0] * count, [5000] * count, [], [], [0] * count, 5)
    assert np.sort(pairs, axis=1).tolist() == [
        [id_, id_ + count // 2] for id_ in range(100, 100 + count // 2)
    ]


def test_the_last_of_the_lowest_group_that_has_not_rested_rests():
    for count in (7, 41):
        ids = list(range(count))
        ratings = [10_000 - id_ for id_ in ids]
        points2 = [2] * (count - 4) + [0] * 4
        pairs, bye = pair_round(ids, points2, ratings, [], ids[-2:], [0] * count, 1)
        assert bye == count - 3
        assert len(pairs) == count // 2


def test_side_a_goes_to_who_had_it_less_and_else_to_the_better_of_every_other_pair():
    pairs, _ = pair_round([1, 2, 3, 4], [0] * 4, [40, 30, 20, 10], [], [], [1, 0, -1, 0], 1)
    assert pairs.tolist() == [[3, 1], [4, 2]]


@pytest.mark.parametrize("count", [9, 31, 32, 33, 77])
def test_the_order_of_rows_does_not_matter(count):
    rng = np.random.default_rng(count)
    tournament = entered(count, rng)
    for left in range(5, 0, -1):
        order = rng.permutation(list(tournament.ratings)).tolist()
        expected, expected_bye = pair_round(*tournament.state(left))
        tournament.met = [pair[:: rng.choice([-1, 1])] for pair in tournament.met]
        rng.shuffle(tournament.met)
        pairs, bye = pair_round(*tournament.state(left, order))
        assert pairs.tolist() == expected.tolist()
        assert bye == expected_bye
        tournament.met = [tuple(pair) for pair in tournament.met]
        tournament.play(left, rng, 0.2)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({0: [1, 1, 2, 3]}, "repeated"),
        ({1: [0, 0, 0]}, r"must be \(n,\)"),
        ({1: [0.5, 0, 0, 0]}, "whole numbers"),
        ({5: [0]}, "as many as ids"),
        ({6: 0}, "no round"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(change, reason):
    arguments = [[1, 2, 3, 4], [0] * 4, [0] * 4, [], [], [0] * 4, 1]
    for index, value in change.items():
        arguments[index] = value
    with pytest.raises(ValueError, match=reason):
        pair_round(*arguments)


def test_the_reasons_tell_the_pairs_of_the_round():
    for count in (6, 21, 47):
        rng = np.random.default_rng(count)
        tournament = entered(count, rng)
        for left in range(5, 0, -1):
            pairs, bye = pair_round(*tournament.state(left))
            reasons = explain_round(*tournament.state(left))
            assert [{reason.hero, reason.opponent} for reason in reasons] == [
                *(set(pair) for pair in pairs.tolist()),
                *([] if bye is None else [{bye, None}]),
            ]
            assert [reason.side_a for reason in reasons if reason.opponent is not None] == pairs[
                :, 0
            ].tolist()
            tournament.play(left, rng, 0.3)


def test_a_rematch_of_the_fold_is_named_with_the_window_that_mended_it():
    ids = list(range(1, 41))
    ratings = [-id_ for id_ in ids]
    reasons = explain_round(ids, [0] * 40, ratings, [(1, 21)], [], [0] * 40, 1)
    assert (reasons[0].hero, reasons[0].opponent) == (1, 22)
    assert (reasons[0].folded, reasons[0].folded_had_met) == (21, True)
    assert (reasons[0].cause, reasons[0].window) == (Cause.REMATCH, 4)
    assert (reasons[1].hero, reasons[1].opponent, reasons[1].folded_had_met) == (2, 21, False)
    assert (reasons[5].cause, reasons[5].window, reasons[5].cost.off_fold) == (Cause.FOLD, 0, 0)
    assert (reasons[5].places, reasons[5].groups) == ((6, 26), (40, 40))


def test_a_floater_is_named_with_both_score_groups():
    ids = list(range(1, 41))
    reasons = explain_round(ids, [2] * 21 + [0] * 19, [-id_ for id_ in ids], [(21, 22)], [], [0] * 40, 1)
    floated = [reason for reason in reasons if reason.cost.gap_squared]
    assert [(reason.hero, reason.opponent, reason.points2) for reason in floated] == [(21, 23, (2, 0))]
    assert floated[0].cause == Cause.FLOATER
    assert (floated[0].places, floated[0].groups) == ((21, 2), (21, 19))


def test_a_round_passed_over_for_the_sake_of_the_last_ones_is_told():
    tournament = Tournament(dict.fromkeys(range(6), 0))
    tournament.met = [(0, 1), (2, 3), (4, 5), (1, 2), (3, 4), (5, 0)]
    free = {(0, 3), (1, 4), (2, 5)}
    tournament.points2 = {0: 6, 3: 6, 1: 4, 4: 4, 2: 0, 5: 0}
    reasons = explain_round(*tournament.state(3))
    pairs = {tuple(sorted((reason.hero, reason.opponent))) for reason in reasons}
    assert pairs != free
    assert reasons[0].passed_over == 1
    assert {tuple(sorted(pair)) for pair in pair_round(*tournament.state(1))[0].tolist()} == free
