"""What organisers are told at once: each trouble once, with what to do."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.reasons import reason_text
from arena.errors import refuse
from arena.league.calendar import DAY, Job
from arena.store.tables import Message, Run, RunState
from scheduler.jobs import JOBS
from scheduler.orders import retry_run, skip_run
from scheduler.tick import tick
from tests.leagues import MONDAY, PutClock, opened

EVENING = MONDAY.replace(hour=18)
URLS = ("json://one.example/secret", "json://two.example/secret")


@pytest.fixture
def desk(address: str, clock: PutClock) -> Iterator[Desk]:
    with opened(address, clock, alert_urls=URLS[:1], lang="en") as desk:
        yield desk


def alerts(desk: Desk) -> list[str]:
    with desk.read() as (session, _):
        return [message.body or "" for message in session.exec(select(Message).order_by(Message.id))]


def fail(desk: Desk, times: int = 3) -> Run:
    """Tick until the evening's run has failed `times` times."""
    for _ in range(times):
        with desk.write() as (session, _now):
            for run in session.exec(select(Run)):
                run.lease_until = 0.0
        tick(desk)
    with desk.read() as (session, _now):
        return session.exec(select(Run)).one()


@pytest.fixture
def _a_daily_run_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(work: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setitem(JOBS, Job.DAILY, broken)


@pytest.mark.usefixtures("_a_daily_run_that_fails")
def test_a_run_that_fails_for_good_is_told_with_its_reason_and_command(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING
    fail(desk, 2)
    assert alerts(desk) == []
    run = fail(desk, 1)
    (told,) = alerts(desk)
    assert run.state == RunState.FAILED
    assert "RuntimeError: a wheel came off" in told
    assert "Traceback" not in told
    assert f"arena runs retry {run.id}" in told


@pytest.mark.usefixtures("_a_daily_run_that_fails")
def test_an_alert_gives_the_same_reason_as_the_run(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING
    run = fail(desk)
    (told,) = alerts(desk)
    assert f"Reason: {reason_text(run.error, 'en')}\n" in told


def test_an_error_with_what_to_do_is_told_in_the_leagues_language(
    address: str, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = refuse("store-full", database="league", said="x")

    def full(work: object) -> None:
        raise error

    monkeypatch.setitem(JOBS, Job.DAILY, full)
    with opened(address, clock, alert_urls=URLS[:1], lang="ru") as desk:
        clock.now = EVENING
        run = fail(desk)
        (told,) = alerts(desk)
        assert error.text("ru") in told
        assert reason_text(run.error, "es") == error.text("es")


@pytest.mark.usefixtures("_a_daily_run_that_fails")
def test_a_run_that_was_tried_again_and_failed_again_is_told_again(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING
    run = fail(desk)
    assert run.id is not None
    retry_run(desk, run.id)
    fail(desk)
    assert len(alerts(desk)) == 2


def test_a_run_that_begins_more_than_half_an_hour_late_is_told(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING + timedelta(minutes=30)
    tick(desk)
    assert alerts(desk) == []
    clock.now = EVENING + DAY + timedelta(minutes=31)
    tick(desk)
    (told,) = [each for each in alerts(desk) if "the day's battles" in each]
    assert "2026-04-21 21:00" in told
    assert "2026-04-21 21:31" in told


def test_after_days_off_the_late_runs_of_a_job_are_one_alert(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING + 3 * DAY + timedelta(minutes=1)
    tick(desk)
    told = [each for each in alerts(desk) if "late — the day's battles" in each]
    assert [("from 2026-04-20 to 2026-04-22" in each, "number: 3" in each) for each in told] == [(True, True)]


def test_runs_that_nobody_did_for_months_are_told_in_one_message_a_job(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING + 100 * DAY
    tick(desk)
    told = [each.splitlines()[0] for each in alerts(desk)]
    missed = [each for each in told if "skipped" in each]
    assert len(missed) == 4
    with desk.read() as (session, _):
        skipped = [run.job for run in session.exec(select(Run)) if run.state == RunState.SKIPPED]
    (daily,) = [each for each in alerts(desk) if "in all" in each and "the day's battles" in each]
    assert f"in all: {skipped.count('daily')}" in daily
    before = len(told)
    tick(desk)
    assert len(alerts(desk)) == before


@pytest.mark.usefixtures("_a_daily_run_that_fails")
def test_a_run_that_an_organiser_skips_is_told_as_such(desk: Desk, clock: PutClock) -> None:
    clock.now = EVENING
    run = fail(desk, 1)
    assert run.id is not None
    skip_run(desk, run.id)
    (told,) = alerts(desk)
    assert "an organiser" in told


def test_every_address_has_its_own_row_and_the_texts_are_in_the_leagues_language(address: str) -> None:
    clock = PutClock(MONDAY)
    with opened(address, clock, alert_urls=URLS, lang="es") as desk:
        clock.now = EVENING + timedelta(hours=1)
        tick(desk)
        with desk.read() as (session, _):
            messages = session.exec(select(Message)).all()
        assert {message.recipient for message in messages} == set(URLS)
        assert all("llega tarde" in (message.body or "") for message in messages)


def test_without_addresses_nothing_is_written(address: str) -> None:
    clock = PutClock(MONDAY)
    with opened(address, clock) as desk:
        clock.now = EVENING + 100 * DAY
        tick(desk)
        assert alerts(desk) == []
