"""Importing library points: all or nothing, or the good lines if asked; never a score twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from time import sleep

import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.experience.ledger import add_library_points, correct_experience
from arena.desk.experience.library import MOST_TOLD, import_library
from arena.desk.players.forgetting import forget_player
from arena.desk.players.register import add_player, list_players
from arena.errors import ArenaError
from arena.store.tables import Experience
from tests.leagues import PutClock

HEAD = "player,points,day,source_id\n"


@pytest.fixture
def people(desk: Desk) -> dict[str, int]:
    return {name: add_player(desk, name).player.id for name in ("Ann", "Боб Иванов")}


def xp(desk: Desk) -> list[int]:
    return [player.xp for player in list_players(desk)]


def refused(desk: Desk, text: str) -> list[tuple[str, str]]:
    with pytest.raises(ArenaError) as error:
        import_library(desk, text.encode())
    with desk.read() as (session, _):
        assert session.exec(select(Experience).where(Experience.run_id.is_(None))).first() is None
    return [(fault.path, fault.code) for fault in error.value.faults]


def test_a_file_is_imported_with_each_week_s_most(desk: Desk, people: dict[str, int]) -> None:
    text = HEAD + "ANN,8,2026-04-20,a\nБоб Иванов,3,2026-04-14,b\nAnn,8,2026-04-13,c\nAnn,8,2026-04-20,d\n"
    imported = import_library(desk, text.encode())
    assert imported.faults == ()
    assert [(row.line, row.player_id, row.xp) for row in imported.rows] == [
        (2, people["Ann"], 80),
        (3, people["Боб Иванов"], 30),
        (4, people["Ann"], 80),
        (5, people["Ann"], 20),
    ]
    assert xp(desk) == [180, 30]
    assert [player.level for player in list_players(desk)] == [2, 1]
    later = import_library(desk, (HEAD + "Ann,8,2026-04-14,e\n").encode())
    assert [row.xp for row in later.rows] == [20]


def test_a_day_to_come_is_a_slip(desk: Desk, people: dict[str, int]) -> None:
    text = HEAD + "Ann,1,2026-04-21,a\nAnn,1,2026-04-20,b\n"
    with pytest.raises(ArenaError) as error:
        import_library(desk, text.encode())
    assert [(each.path, each.code, each.reason) for each in error.value.faults] == [
        ("/2", "library-day", "future")
    ]
    assert [row.line for row in import_library(desk, text.encode(), skip_bad=True).rows] == [3]


def test_a_day_that_comes_while_somebody_else_writes_is_today(
    desk: Desk, clock: PutClock, people: dict[str, int]
) -> None:
    clock.put(2026, 4, 20, 20, 59)
    calls = (
        lambda: import_library(desk, (HEAD + "Ann,1,2026-04-21,a\n").encode()),
        lambda: add_library_points(desk, people["Ann"], 1, "b", date(2026, 4, 21)),
        lambda: add_library_points(desk, people["Ann"], 1, "c"),
        lambda: correct_experience(desk, people["Ann"], 1, "d", date(2026, 4, 21)),
        lambda: correct_experience(desk, people["Ann"], 1, "e"),
    )
    with ThreadPoolExecutor(len(calls)) as threads:
        with desk.write():
            done = [threads.submit(call) for call in calls]
            sleep(0.1)  # whoever asks for the time before it may write has asked by now
            clock.put(2026, 4, 20, 21)
        for each in done:
            each.result()
    with desk.read() as (session, _):
        assert set(session.exec(select(Experience.day))) == {date(2026, 4, 21)}


def test_a_file_imported_twice_is_repeated_sources_line_by_line(desk: Desk, people: dict[str, int]) -> None:
    text = HEAD + "Ann,1,2026-04-20,a\nБоб Иванов,1,2026-04-20,b\n"
    import_library(desk, text.encode())
    with pytest.raises(ArenaError) as error:
        import_library(desk, text.encode())
    assert [(each.path, each.code) for each in error.value.faults] == [
        ("/2", "library-repeated"),
        ("/3", "library-repeated"),
    ]
    assert import_library(desk, text.encode(), skip_bad=True).rows == ()
    assert xp(desk) == [10, 10]


def test_nothing_is_imported_if_one_line_is_bad(desk: Desk, people: dict[str, int]) -> None:
    text = HEAD + "Ann,1,2026-04-20,a\nAnn,-1,2026-04-20,b\nAnnn,1,2026-04-20,c\nАня,1,2026-04-20,c\n"
    assert refused(desk, text) == [
        ("/3", "library-points"),
        ("/4", "player-unknown"),
        ("/5", "library-repeated"),
    ]
    assert xp(desk) == [0, 0]


def test_the_good_lines_are_imported_if_asked_and_the_bad_are_told(
    desk: Desk, people: dict[str, int]
) -> None:
    text = HEAD + "Ann,1,2026-04-20,a\nAnn,-1,2026-04-20,b\nИванов,1,2026-04-20,c\nBob,1,2026-04-20,d\n"
    imported = import_library(desk, text.encode(), skip_bad=True)
    assert [row.line for row in imported.rows] == [2]
    assert [(fault.path, fault.code, fault.reason) for fault in imported.faults] == [
        ("/3", "library-points", None),
        ("/4", "player-unknown", "near"),
        ("/5", "player-unknown", None),
    ]
    assert 'Line 4. There is no participant "Иванов". Perhaps "Боб Иванов"' in imported.faults[1].text("en")
    assert xp(desk) == [10, 0]


def test_of_very_many_bad_lines_the_first_are_told_and_the_rest_counted(desk: Desk) -> None:
    lines = "".join(f"Nobody {n},1,2026-04-20,s{n}\n" for n in range(MOST_TOLD + 50))
    told = refused(desk, HEAD + lines)
    assert len(told) == MOST_TOLD + 1
    assert told[-1] == ("", "library-more")


def test_a_forgotten_participant_is_nobody(desk: Desk, people: dict[str, int]) -> None:
    forget_player(desk, people["Ann"])
    for name in ("Ann", "#1", "FORGOTTEN 1", "forgotten 1", "Forgotten participant 1"):
        assert refused(desk, HEAD + f"{name},1,2026-04-20,a\n") == [("/2", "player-unknown")]
