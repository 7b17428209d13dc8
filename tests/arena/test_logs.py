"""Logs: one line an event, to stderr, from the level on that was asked for."""

import io
import json
from collections.abc import Iterator

import pytest

from arena.errors import refuse
from arena.logs import LOG, code_of, log_unexpected, set_up_logs


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    set_up_logs("warning")


def test_an_event_is_one_line_of_json_on_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    set_up_logs("info")
    LOG.info("run_done", run_id=17, job="бои", seconds=0.5)
    told = capfd.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    event = json.loads(told.err)
    assert event.pop("at").endswith("Z")
    assert event == {"event": "run_done", "level": "info", "run_id": 17, "job": "бои", "seconds": 0.5}


def test_only_warnings_are_written_unless_more_is_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    LOG.info("quiet")
    LOG.warning("loud")
    set_up_logs("error")
    LOG.warning("quiet too")
    assert [json.loads(line)["event"] for line in capfd.readouterr().err.splitlines()] == ["loud"]


def test_on_a_terminal_an_event_is_a_line_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    LOG.warning("run_failed", run_id=17)
    line = terminal.getvalue()
    assert line.startswith("at='")
    assert line.endswith("level='warning' event='run_failed' run_id=17\n")


def test_of_an_error_only_its_code_or_kind_is_logged() -> None:
    assert code_of(refuse("store-full", database="postgresql://secret", said="secret")) == "store-full"
    assert code_of(ValueError("secret")) == "ValueError"


def crash() -> Exception:
    try:
        raise ValueError("a secret")
    except ValueError as error:
        return error


def test_an_error_nobody_expected_is_logged_with_its_traceback_under_an_id(
    capfd: pytest.CaptureFixture[str],
) -> None:
    id_ = log_unexpected("tick_failed", crash(), run_id=17)
    (event,) = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert (event["event"], event["id"], event["error"], event["run_id"]) == (
        "tick_failed",
        id_,
        "ValueError",
        17,
    )
    assert event["traceback"].endswith("ValueError: a secret\n")


def test_of_an_error_whose_words_are_not_told_the_place_and_the_kind_are(
    capfd: pytest.CaptureFixture[str],
) -> None:
    log_unexpected("sending_failed", crash(), in_its_words=False)
    event = json.loads(capfd.readouterr().err)
    assert "in crash" in event["traceback"]
    assert event["error"] == "ValueError"
    assert "a secret" not in str(event).replace('raise ValueError("a secret")', "")


def test_where_errors_are_kept_elsewhere_their_events_have_only_the_id(
    capfd: pytest.CaptureFixture[str],
) -> None:
    kept: dict[str, BaseException] = {}
    set_up_logs("error", kept.__setitem__)
    id_ = log_unexpected("run_failed", error := crash())
    event = json.loads(capfd.readouterr().err)
    assert kept == {id_: error}
    assert event["id"] == id_
    assert "traceback" not in event


def test_where_stderr_takes_nothing_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        asked = ""

        def write(self, text: str) -> int:
            self.asked += text
            if self.asked.count("\n") < 3:
                raise OSError(28, "No space left on device")
            return super().write(text)

    monkeypatch.setattr("sys.stderr", full := Full())
    events = ["run_claimed", "run_failed", "run_done"]
    for event in events:
        LOG.warning(event)
    assert [json.loads(line)["event"] for line in full.asked.splitlines()] == events
    assert json.loads(full.getvalue())["event"] == "run_done", "once there is room again it is written to"
