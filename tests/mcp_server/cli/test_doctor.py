"""`arena doctor`: every trouble with the command that mends it, and 0 only if nothing must be mended."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, timedelta
from io import BytesIO

import pytest
import time_machine
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.opening import open_desk
from arena.desk.reasons import keep_reason
from arena.league.calendar import DAY, Job
from arena.settings import Settings, variable
from arena.store.backup import backup_name
from arena.store.size import size_of
from arena.store.tables import BattleRow, Message, Player, Run, RunState
from scheduler.health import disks, examining
from scheduler.health.database import has_mended_log
from scheduler.health.disks import growth_a_month
from tests.leagues import MONDAY, ZONE, populate

NOW = MONDAY + 10 * DAY


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    monkeypatch.setenv("ARENA_DATABASE_URL", str(tmp_path / "league.sqlite"))
    monkeypatch.setenv("ARENA_BACKUP_DIR", str(tmp_path / "backups"))
    monkeypatch.setenv("ARENA_FILMS_DIR", str(tmp_path / "films"))
    monkeypatch.setenv("ARENA_ALERT_URLS", "json://alerts.example.org")
    monkeypatch.setattr("scheduler.health.database.has_mended_log", lambda version: True)


@pytest.fixture
def league(tmp_path) -> Iterator[Desk]:
    """A league of ten days whose runs were all done, with a backup of today; it is looked at ten days on."""
    desk = open_desk(str(tmp_path / "league.sqlite"), ZONE, lambda: MONDAY)
    populate(desk, 2)
    with desk.write() as (session, _):
        for job in Job:
            for each in desk.calendar.due(job, MONDAY.date() - DAY, NOW):
                if each.scheduled_for > MONDAY:
                    session.add(_done(job, each.scheduled_for, each.local_date))
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / backup_name(NOW.date(), is_sqlite=True)).touch()
    with time_machine.travel(NOW, tick=False):
        yield desk
    desk.store.close()


def _done(job: Job, moment: datetime, day: date) -> Run:
    times = {"scheduled_for": moment, "started_at": moment, "finished_at": moment}
    return Run(job=job, local_date=day, state=RunState.DONE, **times)


def codes(arena) -> dict[str, str]:
    """What is not in order: code and level."""
    findings = arena("doctor", "--json").data["findings"]
    return {each["code"]: each["level"] for each in findings if each["level"] != "ok"}


def change(desk: Desk, days_ago: int = 1, **changes: object) -> int:
    """Change the daily run of so many days ago; its id."""
    day = NOW.date() - days_ago * DAY
    with desk.write() as (session, _):
        run = session.exec(select(Run).where(Run.job == Job.DAILY, Run.local_date == day)).one()
        for name, value in changes.items():
            setattr(run, name, value)
        session.add(run)
        return run.id


def test_a_league_that_is_well_is_told_so_line_by_line(arena, league):
    told = arena("doctor")
    assert told.code == 0
    assert {line.split()[0] for line in told.out.splitlines()} == {"ok"}
    assert len(told.out.splitlines()) >= 8
    assert arena("doctor", "--json").data["ok"] is True


def test_it_speaks_three_languages(arena, league):
    told = {arena("--lang", lang, "doctor").out for lang in ("ru", "en", "es")}
    assert len(told) == 3


def test_a_league_of_which_nobody_takes_care_is_told_with_the_command(arena, tmp_path):
    desk = open_desk(str(tmp_path / "league.sqlite"), ZONE, lambda: MONDAY)
    desk.store.close()
    with time_machine.travel(NOW, tick=False):
        told = arena("doctor")
        assert told.code == 1
        assert "arena tick" in told.out
        assert codes(arena) == {"health-runs-waiting": "fault", "health-no-backup": "fault"}


def test_a_failed_run_is_told_with_its_reason_and_the_command(arena, league):
    error = "Traceback (most recent call last):\nValueError: a wheel"
    id_ = change(league, state=RunState.FAILED, error=error)
    told = arena("doctor")
    assert (told.code, codes(arena)) == (1, {"health-run-failed": "fault"})
    assert "ValueError: a wheel" in told.out
    assert f"arena runs retry {id_}" in told.out


@pytest.mark.parametrize(
    ("days_ago", "changes", "code"),
    [
        (1, {"state": RunState.SKIPPED}, "health-runs-skipped"),
        (1, {"started_at": NOW - timedelta(hours=1)}, "health-runs-late"),
        (8, {"state": RunState.FAILED}, "health-runs-lost"),
    ],
)
def test_what_cannot_be_changed_any_more_is_a_warning(arena, league, days_ago, changes, code):
    change(league, days_ago, **changes)
    assert codes(arena) == {code: "warning"}
    assert arena("doctor").code == 0


def test_a_run_on_which_nobody_works_any_more_is_told(arena, league):
    change(league, state=RunState.RUNNING, owner="elsewhere/1/2", lease_until=0.0)
    assert codes(arena) == {"health-runs-waiting": "fault"}


def test_messages_that_went_wrong_are_told(arena, league):
    with league.write() as (session, now):
        for state in ("unknown", "failed", "waiting", "sent"):
            session.add(
                Message(dedupe=state, kind="alert", recipient="x", lang="en", state=state, not_before=now)
            )
        session.add(Player(name="A", name_key="a", lang="en", created_at=now, address="a@example.org"))
    assert codes(arena) == {
        "health-messages-unknown": "warning",
        "health-messages-failed": "warning",
        "health-messages-waiting": "fault",
        "health-no-mail": "warning",
    }


def test_messages_that_were_refused_and_wait_are_told_with_the_reason(arena, league):
    with league.write() as (session, _):
        columns = {"kind": "digest", "recipient": "x", "lang": "en", "not_before": NOW}
        session.add(Message(dedupe="a", attempts=1, error=keep_reason("send-status", status=404), **columns))
        session.add(Message(dedupe="b", **columns))
    (found,) = [each for each in arena("doctor", "--json").data["findings"] if each["subject"] == "outbox"]
    assert (found["code"], found["level"]) == ("health-messages-refused", "warning")
    assert "404" in found["text"]


def test_messages_that_have_just_been_written_wait_for_their_turn(arena, league):
    with league.write() as (session, _):
        session.add(Message(dedupe="a", kind="digest", recipient="x", lang="en", not_before=NOW))
    assert "sent: 0, waiting to be sent: 1." in arena("doctor").out


def test_a_clock_that_stepped_back_is_told(arena, league):
    change(league, finished_at=NOW + timedelta(hours=1))
    assert codes(arena) == {"health-clock-back": "fault"}
    assert "timedatectl" in arena("doctor").out


@pytest.mark.parametrize(("locale", "kind"), [("en", "nightly"), ("ru", "Ночных"), ("es", "nocturnas")])
def test_a_backup_by_hand_is_no_nightly_one(arena, tmp_path, locale, kind):
    with time_machine.travel(NOW, tick=False):
        open_desk(str(tmp_path / "league.sqlite"), ZONE).store.close()
        (tmp_path / "backups").mkdir()
        assert arena("backup", str(tmp_path / "backups" / "now.backup")).code == 0
        findings = arena("--lang", locale, "doctor", "--json").data["findings"]
    (told,) = [each["text"] for each in findings if each["subject"] == "backups-to-come"]
    assert kind in told


def test_an_old_backup_is_told(arena, league, tmp_path):
    (today,) = (tmp_path / "backups").iterdir()
    today.rename(today.with_name(backup_name((NOW - 3 * DAY).date(), is_sqlite=True)))
    assert codes(arena) == {"health-backup-old": "fault"}


def test_a_full_disk_and_a_quick_growth_are_told(arena, league, monkeypatch):
    monkeypatch.setattr(examining.examine, "__defaults__", (*examining.examine.__defaults__[:1], _full))
    monkeypatch.setattr(disks, "growth_a_month", lambda desk: 10**12)
    assert codes(arena) == {"health-disk": "fault", "health-growth": "warning"}


@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_a_folder_in_which_no_film_can_be_kept_is_told_with_its_variable(
    arena, league, tmp_path, monkeypatch, locale
):
    monkeypatch.setenv("ARENA_FILMS_DIR", str(tmp_path / "league.sqlite" / "films"))
    assert codes(arena) == {"health-films": "warning"}
    told = arena("--lang", locale, "doctor").out
    for part in (str(tmp_path / "league.sqlite" / "films"), "(Not a directory)", "export ARENA_FILMS_DIR=/"):
        assert part in told


def test_a_disk_without_room_for_a_film_is_told(arena, league, monkeypatch):
    monkeypatch.setattr("scheduler.health.films.TemporaryFile", lambda dir: Unwritable())
    assert codes(arena) == {"health-films": "warning"}


class Unwritable(BytesIO):
    """A file on a full disk."""

    def write(self, content) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_the_folder_of_the_films_is_left_as_it_was(arena, league, tmp_path):
    assert codes(arena) == {}
    assert not (tmp_path / "films").exists()
    (tmp_path / "films").mkdir()
    assert codes(arena) == {}
    assert list((tmp_path / "films").iterdir()) == []


def _full(folder) -> tuple[int, int, int]:
    return (10**12, 9 * 10**11 + 1, 10**11 - 1)


def test_growth_is_estimated_from_the_battles_of_the_last_month(arena, league):
    with league.write() as (session, _):
        run = session.exec(select(Run).where(Run.job == Job.DAILY).order_by(Run.scheduled_for)).first()
        fought = {"round": 1, "hero_a": 1, "hero_b": 2, "version_a": 1, "version_b": 2, "ruleset": "v1"}
        outcome = {"kernel": 1, "seed": 1, "winner": 0, "ticks": 1, "turns": 1, "hp_a": 1, "hp_b": 0}
        for number in range(3):
            session.add(BattleRow(run_id=run.id, number=number, **fought, **outcome))
    later = Desk(league.store, league.calendar, lambda: NOW)
    assert growth_a_month(later) == pytest.approx(3 * size_of(league.store), rel=0.01)
    much_later = Desk(league.store, league.calendar, lambda: NOW + 60 * DAY)
    assert growth_a_month(much_later) == 0


def test_a_missing_or_damaged_database_is_told_and_not_made(arena, tmp_path):
    assert codes(arena) == {"store-missing": "fault"}
    assert not (tmp_path / "league.sqlite").exists()
    (tmp_path / "league.sqlite").write_bytes(b"no database" * 1000)
    assert codes(arena) == {"store-damaged": "fault"}
    assert "arena restore" in arena("doctor").out


def test_tables_of_another_version_are_told_with_the_command(arena, league, tmp_path):
    with closing(sqlite3.connect(tmp_path / "league.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert codes(arena) == {"store-newer": "fault"}


def test_wrong_settings_are_told_before_anything_else(arena, monkeypatch):
    monkeypatch.setenv("ARENA_TZ", "Mars/Olympus")
    assert codes(arena) == {"unknown-zone": "fault"}
    monkeypatch.setenv("ARENA_KEEP_BATTLES", "x")
    assert codes(arena) == {"settings-keep-battles": "fault"}


def test_alerts_that_go_nowhere_are_a_warning(arena, league, monkeypatch):
    monkeypatch.delenv("ARENA_ALERT_URLS")
    assert codes(arena) == {"health-no-alerts": "warning"}
    assert arena("doctor").code == 0


@pytest.mark.parametrize("name", ["ARENA_ALERT_URLS", "ARENA_NOTIFY_URLS", "ARENA_MAIL_URL"])
def test_addresses_that_nothing_can_be_sent_to_are_a_fault_with_what_to_write(
    arena, league, monkeypatch, name
):
    monkeypatch.setenv(name, "foo://SECRET")
    code = "settings-mail-url" if name == "ARENA_MAIL_URL" else "settings-address"
    assert codes(arena) == {code: "fault"}
    told = arena("doctor")
    assert told.code == 1
    assert name in told.out
    assert "SECRET" not in told.out + told.err


def test_the_reason_of_a_failed_run_is_told_in_the_readers_language(arena, league):
    change(league, state=RunState.FAILED, error=keep_reason("workers-died", count=25))
    told = [arena("--lang", lang, "doctor").out for lang in ("en", "ru", "es")]
    assert "have died 25 times" in told[0]
    assert all("have died" not in each and "25" in each for each in told[1:])


@pytest.mark.parametrize(
    ("version", "mended"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 9), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 60, 0), True),
    ],
)
def test_the_versions_of_sqlite_with_a_mended_log_are_known(version, mended):
    assert has_mended_log(version) is mended
