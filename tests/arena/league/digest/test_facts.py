"""What a day and a tournament come to, from the arrays of their battles."""

from arena.league.digest.model import Bout
from arena.league.digest.tournament import round_facts
from tests.arena.league.digest.examples import Row, bouts, day


def test_an_upset_is_the_win_over_the_greatest_lead() -> None:
    played = bouts([(1, 1, 2, 0, 9), (1, 3, 2, 0, 5), (1, 2, 1, 1, 7)], [100000, 103000, 99000])
    upset = played.upset()
    assert isinstance(upset, Bout)
    assert (upset.number, upset.gap) == (1, 4000)


def test_a_win_of_the_stronger_or_a_draw_is_no_upset() -> None:
    assert bouts([(1, 2, 1, 0, 9), (1, 1, 2, -1, 5)], [100000, 103000]).upset() is None
    assert bouts([(1, 1, 2, 0, 9)], [100000, 100000]).upset() is None


def test_of_equal_battles_the_first_is_told() -> None:
    played = bouts([(1, 1, 2, 0, 9), (1, 1, 2, 0, 9)], [100000, 103000])
    assert [each.number for each in (played.upset(), played.longest()) if each] == [0, 0]


def test_places_are_by_rating_then_the_older_hero() -> None:
    facts = day([(1, 1, 2, -1, 3)], [100000, 100000, 100500], [0, 0, -500], [0, 0, 0])
    assert [(each.hero, each.place_before, each.place) for each in facts.leaders] == [
        (1, 2, 1),
        (2, 3, 2),
        (3, 1, 3),
    ]


def test_those_who_moved_most_come_first_on_either_side() -> None:
    changes = [100, -200, 300, -400, 500, 0, 50, -70]
    facts = day([(1, 1, 2, 0, 3)], [100000] * 8, changes, [0] * 8)
    assert [each.change for each in facts.up] == [500, 300, 100]
    assert [each.change for each in facts.down] == [-400, -200, -70]


def test_an_ability_s_wins_count_every_side_that_has_it() -> None:
    rows: list[Row] = [(1, 1, 2, 0, 3), (1, 3, 1, -1, 3)]
    heavy, combo = day(rows, [100000] * 3, [0] * 3, [0b1, 0b11, 0b0]).abilities
    assert (heavy.ability, heavy.heroes, heavy.sides, heavy.points2) == ("heavy", 2, 3, 3)
    assert (combo.ability, combo.heroes, combo.sides, combo.points2) == ("combo", 1, 1, 0)


def test_a_large_tournament_tells_the_winner_s_way_and_counts_the_rest() -> None:
    rows: list[Row] = [
        (round_, 2 * pair - 1, 2 * pair, 0, 9) for round_ in range(1, 6) for pair in range(1, 11)
    ]
    rounds = round_facts(bouts(rows, [100000] * 20), 3, {})
    assert [each.battles for each in rounds] == [10] * 5
    assert [[(bout.a, bout.b) for bout in each.results] for each in rounds] == [[(3, 4)]] * 5


def test_a_round_in_which_all_rested_but_two_is_whole() -> None:
    rounds = round_facts(bouts([(1, 1, 2, 0, 9)], [100000] * 3), 1, {1: 3})
    assert [(len(each.results), each.bye) for each in rounds] == [(1, 3)]
