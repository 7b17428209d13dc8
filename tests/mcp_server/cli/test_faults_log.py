"""The log of faults: only its owner reads it, and it stays small."""

import stat
from pathlib import Path

import pytest

from mcp_server.cli import failures
from mcp_server.cli.failures import write_down


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "hero-arena"


def test_only_its_owner_reads_it_even_if_it_was_there_for_all(state: Path) -> None:
    state.mkdir()
    (state / "faults.log").touch(0o644)
    file = write_down("1", KeyError("a"))
    assert file == state / "faults.log"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "KeyError: 'a'" in file.read_text(encoding="utf-8")


def test_it_is_begun_anew_when_it_is_long_and_the_one_before_is_kept(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failures, "LONGEST_LOG", 2_000)
    for number in range(100):
        write_down(f"id-{number}", KeyError(number))
    kept = sorted(state.iterdir())
    assert [each.name for each in kept] == ["faults.log", "faults.log.1"]
    assert all(each.stat().st_size < 2_500 for each in kept)
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in kept)
    assert "id-99" in kept[0].read_text(encoding="utf-8")


def test_a_traceback_of_any_length_is_cut_in_its_middle(state: Path) -> None:
    file = write_down("1", KeyError(f"begins{'x' * 1_000_000}ends"))
    assert file is not None
    assert file.stat().st_size < failures.LONGEST_TRACEBACK + 1_000
    assert "ends" in file.read_text(encoding="utf-8")
