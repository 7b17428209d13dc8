"""Which nightly backups stay."""

from datetime import date, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from arena.store.backup import backup_name, thin_out
from arena.store.backup.thinning import superfluous

TODAY = date(2026, 4, 24)
"""A Friday."""


def kept(days: list[date], today: date = TODAY) -> list[str]:
    names = [backup_name(day, is_sqlite=True) for day in days]
    gone = set(superfluous(names, today))
    return sorted(str(day) for day, name in zip(days, names, strict=True) if name not in gone)


def test_seven_days_and_the_sundays_before_them_stay() -> None:
    days = [TODAY - timedelta(days=back) for back in range(100)]
    daily = [f"2026-04-{day}" for day in range(18, 25)]
    assert kept(days) == ["2026-03-29", "2026-04-05", "2026-04-12", "2026-04-17", *daily]


def test_night_after_night_four_weeks_stay() -> None:
    folder: set[date] = set()
    for number in range(400):
        today = date(2026, 1, 1) + timedelta(days=number)
        folder = {date.fromisoformat(day) for day in kept([*folder, today], today)}
    ages = sorted((today - day).days for day in folder)
    assert ages[:7] == list(range(7))
    assert len(ages) == 11
    assert 21 <= ages[-1] <= 34
    assert all(day.weekday() == 6 for day in sorted(folder)[:3])


def test_days_that_have_none_cost_no_other_day_its_backup() -> None:
    days = [date(2026, 1, 1) + timedelta(days=10 * number) for number in range(7)]
    assert len(kept(days)) == 7


def test_days_to_come_are_left_alone_and_count_for_nothing() -> None:
    days = [TODAY - timedelta(days=back) for back in range(7)]
    to_come = [TODAY + timedelta(days=1), date(2099, 1, 1)]
    assert kept([*days, *to_come]) == sorted(map(str, [*days, *to_come]))


def test_files_of_other_names_are_never_deleted() -> None:
    names = [
        "arena-2020-01-01.sqlite.bak",
        "arena-2020-13-01.sqlite",
        "league.sqlite",
        "x-arena-2020-01-01.dump",
    ]
    days = [backup_name(TODAY - timedelta(days=back), is_sqlite=False) for back in range(7)]
    assert superfluous([*names, *days], TODAY) == []


@given(st.lists(st.dates(date(2025, 1, 1), date(2027, 1, 1)), unique=True))
def test_at_most_eleven_past_days_stay_the_newest_among_them(days: list[date]) -> None:
    past = sorted(str(day) for day in days if day <= TODAY)
    stay = [day for day in kept(days) if day <= str(TODAY)]
    assert len(stay) <= 11
    assert stay[-7:] == past[-7:]
    assert set(stay) <= set(past)


def test_what_is_superfluous_is_deleted_and_told(tmp_path: Path) -> None:
    for back in range(30):
        (tmp_path / backup_name(TODAY - timedelta(days=back), is_sqlite=True)).touch()
    (tmp_path / "notes.txt").touch()
    gone = thin_out(tmp_path, TODAY)
    assert len(gone) == 19
    assert len(list(tmp_path.iterdir())) == 12
    assert (tmp_path / "notes.txt").exists()
    assert thin_out(tmp_path, TODAY) == []
