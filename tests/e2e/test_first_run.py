"""The first battle on a fresh machine: the reader is told what takes so long; the second has no such wait."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.medium


def run(cache: Path, *program: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "ARENA_LANG": "en"}
    return subprocess.run(
        [sys.executable, *program], env=environment, capture_output=True, text=True, check=True
    )


def test_the_first_compile_is_announced_and_the_second_run_has_none(tmp_path: Path) -> None:
    fight = ("-c", "from mcp_server.cli.main import main; main()", "fight", "golem", "ninja", "--seed", "7")
    first, second = run(tmp_path, *fight), run(tmp_path, *fight)
    assert "Compiling" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout != ""


def test_battles_can_be_imported_without_the_compiler(tmp_path: Path) -> None:
    program = "import sys, arena.battle; print('numba' in sys.modules)"
    assert run(tmp_path, "-c", program).stdout == "False\n"
