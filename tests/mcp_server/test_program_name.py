"""What a person is told to type starts this very program, wherever it is."""

import sys
from pathlib import Path

import pytest

from mcp_server.program_name import program_name


def _script(folder: Path, name: str = "arena") -> Path:
    folder.mkdir()
    script = folder / name
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    return script


@pytest.mark.parametrize("name", ["arena", "hero-arena"])
def test_a_program_that_the_shell_does_not_find_is_told_by_its_path(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = _script(tmp_path / "its folder", name)
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program_name() == f"'{script}'"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [f"its folder/{name}"])
    assert program_name() == f"'{script}'"


def test_one_that_the_shell_finds_by_its_name_is_told_by_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = _script(tmp_path / "bin")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "arena").symlink_to(script)
    monkeypatch.setattr(sys, "argv", [str(script)])
    for folder in ("bin", "links"):
        monkeypatch.setenv("PATH", str(tmp_path / folder))
        assert program_name() == "arena"


def test_where_the_shell_finds_another_program_of_that_name_the_path_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, other = _script(tmp_path / "mine"), _script(tmp_path / "other")
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", str(other.parent))
    assert program_name() == str(script)


def test_in_another_program_it_has_its_plain_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pytest"])
    assert program_name() == "arena"
