"""The night: what is old goes, the backup is made once and is whole."""

from datetime import timedelta
from pathlib import Path

from sqlmodel import Session, col, func, select

from arena.desk.desk import Desk
from arena.desk.players.notices import mark_read, tell
from arena.league.calendar import DAY, Job
from arena.store.backup import backup_name
from arena.store.tables import BattleRow, Message, Notice, Run, RunState, Usage
from arena.store.tables.news import MessageState
from scheduler.housekeeping import Housekeeping
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import MONDAY, PutClock, opened, populate

NIGHT = MONDAY.replace(hour=1) + DAY
"""04:00 in Moscow, the first night of the league."""
ROOMY = (10_000_000_000, 0, 10_000_000_000)


def keeping(folder: Path | None = None, days: int | None = None) -> Tools:
    return Tools(housekeeping=Housekeeping(folder, days, lambda disk: ROOMY))


def the_nights(desk: Desk) -> list[tuple[str, int]]:
    with desk.read() as (session, _):
        runs = session.exec(select(Run).where(col(Run.job) == Job.NIGHTLY).order_by(col(Run.scheduled_for)))
        return [(run.state, run.failures) for run in runs]


def rows(session: Session, table: type) -> int:
    return session.exec(select(func.count()).select_from(table)).one()


def test_a_night_makes_a_backup_of_its_day_that_holds_the_league(desk: Desk, tmp_path: Path) -> None:
    populate(desk, 4)
    desk.clock.now = NIGHT
    tick(desk, keeping(tmp_path / "backups"))
    (file,) = (tmp_path / "backups").iterdir()
    assert file.name == backup_name(NIGHT.date(), desk.store.is_sqlite)
    assert the_nights(desk) == [(RunState.DONE, 0)]
    if desk.store.is_sqlite:
        with opened(str(file), PutClock(NIGHT)) as copy, copy.read() as (session, _):
            assert rows(session, Run) == 2  # the evening's, and the night itself
            assert rows(session, BattleRow) == 6


def test_without_a_folder_no_backup_is_made(desk: Desk, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    desk.clock.now = NIGHT
    tick(desk, keeping())
    assert the_nights(desk) == [(RunState.DONE, 0)]
    assert set(tmp_path.iterdir()) == before


def test_a_second_attempt_takes_the_place_of_the_first_and_clears_what_it_left(
    desk: Desk, tmp_path: Path
) -> None:
    name = backup_name(NIGHT.date(), desk.store.is_sqlite)
    for left in (name, f"{name}.fresh", f".{name}.fresh.x1.unfinished"):
        (tmp_path / left).write_bytes(b"half a backup")
    (tmp_path / "mine.txt").write_bytes(b"stays")
    desk.clock.now = NIGHT
    tick(desk, keeping(tmp_path))
    names = {file.name for file in tmp_path.iterdir() if "backup" in file.name or file.name.startswith(".")}
    assert names == set()
    assert (tmp_path / name).read_bytes() != b"half a backup"
    assert (tmp_path / "mine.txt").exists()
    assert not (tmp_path / f"{name}.fresh").exists()


def test_nights_thin_their_backups_out(desk: Desk, tmp_path: Path) -> None:
    old = [f"arena-2026-02-{day:02}.sqlite" for day in range(1, 29)]
    for name in old:
        (tmp_path / name).touch()
    desk.clock.now = NIGHT
    tick(desk, keeping(tmp_path))
    left = [name for name in old if (tmp_path / name).exists()]
    assert len(left) == 6 + 4
    assert left[-1] == old[-1]


def test_a_night_that_cannot_back_up_is_tried_again_and_then_told(address: str, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file where a folder has to be")
    clock = PutClock(NIGHT - timedelta(hours=1))
    with opened(address, clock, alert_urls=("json://alerts.example",), lang="en") as desk:
        clock.now = NIGHT
        tick(desk, keeping(tmp_path / "backups"))
        assert the_nights(desk) == [(RunState.DUE, 1)]
        _let_waits_pass(desk)
        tick(desk, keeping(tmp_path / "backups"))
        _let_waits_pass(desk)
        tick(desk, keeping(tmp_path / "backups"))
        assert the_nights(desk) == [(RunState.FAILED, 3)]
        with desk.read() as (session, _):
            (alert,) = session.exec(select(Message))
            assert "the night's housekeeping" in alert.body
            assert "arena runs retry" in alert.body


def test_battles_are_kept_as_long_as_the_organiser_says(desk: Desk) -> None:
    populate(desk, 4)
    for day in range(3):
        desk.clock.now = MONDAY.replace(hour=18) + day * DAY
        tick(desk)
    desk.clock.now = NIGHT + 2 * DAY
    with desk.read() as (session, _):
        assert rows(session, BattleRow) == 18
    tick(desk, keeping(days=1))
    with desk.read() as (session, _):
        left = set(session.exec(select(Run.local_date).join(BattleRow, col(BattleRow.run_id) == col(Run.id))))
    assert left == {MONDAY.date() + 2 * DAY}


def test_what_was_read_used_or_sent_long_ago_goes_and_the_log_of_acts_stays(desk: Desk) -> None:
    populate(desk, 2)
    now = desk.clock()
    with desk.write() as (session, _):
        for player, code in ((1, "read"), (2, "unread"), (None, "log")):
            tell(session, now, f"notice-{code}", {}, player_id=player)
        session.add(Usage(player_id=1, day=now.date(), kind="check", count=3))
        for number, state in enumerate((MessageState.SENT, MessageState.CLOSED, MessageState.FAILED)):
            sent = now if state is MessageState.SENT else None
            session.add(
                Message(
                    dedupe=str(number),
                    kind="alert",
                    recipient="x",
                    lang="ru",
                    state=state,
                    not_before=now,
                    sent_at=sent,
                )
            )
    mark_read(desk, 1, 10)
    desk.clock.now = NIGHT + timedelta(days=91)
    tick(desk, keeping())
    with desk.read() as (session, _):
        assert set(session.exec(select(Notice.code))) == {"notice-unread", "notice-log"}
        assert rows(session, Usage) == 0
        assert session.exec(select(Message.state)).all() == [MessageState.FAILED]


def _let_waits_pass(desk: Desk) -> None:
    with desk.write() as (session, _):
        for run in session.exec(select(Run).where(col(Run.state) == RunState.DUE)):
            run.lease_until = 0.0
            session.add(run)
