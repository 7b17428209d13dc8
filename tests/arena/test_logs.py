"""Logs: one line an event, to stderr, from the level on that was asked for."""

import io
import json
from collections.abc import Iterator

import pytest

from arena.errors import refuse
from arena.logs import LOG, code_of, set_up_logs


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


def test_where_stderr_takes_nothing_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stderr", Full())
    LOG.warning("run_failed")
