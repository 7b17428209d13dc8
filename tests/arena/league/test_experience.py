"""Experience: ten a library point, a hundred a week at most, five a day of battles, twenty a tournament."""

from datetime import date, timedelta

import pytest

from arena.league.experience import (
    Reason,
    battle_day_grant,
    library_grants,
    monday_of,
    tournament_grant,
)

MONDAY = date(2026, 4, 20)


def test_a_point_gives_ten_and_a_week_no_more_than_a_hundred() -> None:
    points = [("s1", MONDAY, 4), ("s2", MONDAY + timedelta(days=6), 5), ("s3", MONDAY, 3), ("s4", MONDAY, 1)]
    assert [(grant.key, grant.xp) for grant in library_grants(points, {})] == [
        ("s1", 40),
        ("s2", 50),
        ("s3", 10),
        ("s4", 0),
    ]


def test_a_week_begins_on_monday_and_what_was_given_before_counts() -> None:
    points = [("sunday", MONDAY - timedelta(days=1), 10), ("monday", MONDAY, 10)]
    granted = {MONDAY: 70}
    assert [grant.xp for grant in library_grants(points, granted)] == [100, 30]
    assert granted == {MONDAY: 70}
    assert monday_of(MONDAY) == monday_of(MONDAY + timedelta(days=6)) == MONDAY


def test_negative_points_are_no_points() -> None:
    with pytest.raises(ValueError, match="-1"):
        library_grants([("s", MONDAY, -1)], {})


def test_a_day_and_a_tournament_have_a_key_of_their_own() -> None:
    assert (battle_day_grant(MONDAY).key, battle_day_grant(MONDAY).xp) == ("2026-04-20", 5)
    friday = tournament_grant(date(2026, 4, 24))
    assert (friday.reason, friday.key, friday.xp) == (Reason.TOURNAMENT, "2026-04-24", 20)
