"""The kept kernel is an aid: whatever happens to it, battles are fought and give the same. A small function
is kept as the kernel is, which itself takes long to compile."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.waiting import LONGEST

FIGHT = """
from arena import roster
from arena.battle import fight
print(fight(roster.load("golem"), roster.load("ninja"), 7).hp_b)
"""
SMALL = """
from pathlib import Path
from numba import int64
from arena.compiled import compiled
def thrice(number):
    return 3 * number
print(compiled(thrice, int64(int64), (Path(__file__),))(4))
"""
PROGRAMS = [SMALL, pytest.param(FIGHT, marks=pytest.mark.slow)]
"""Both print 12."""


@pytest.fixture(params=PROGRAMS, ids=["small", "fight"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "program.py"
    file.write_text(request.param, encoding="utf-8")
    return file


def run_with(cache: Path, program: Path) -> str:
    """What the program prints with what it compiles kept in `cache`."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, str(program)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=2 * LONGEST,  # the whole kernel may be compiled
        check=True,
    )
    return done.stdout


def kept(folder: Path) -> list[Path]:
    return [*folder.rglob("*.nbi"), *folder.rglob("*.nbc")]


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def replaced_by_noise(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 40)


@pytest.mark.medium
@pytest.mark.parametrize("damage", [emptied, replaced_by_noise])
def test_a_damaged_kernel_is_thrown_away_and_made_anew(
    program: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    cache = tmp_path / "kernel"
    assert run_with(cache, program) == "12\n"
    assert kept(cache)
    for file in kept(cache):
        damage(file)
    assert run_with(cache, program) == "12\n"
    assert kept(cache)
    assert all(file.stat().st_size > 1000 for file in cache.rglob("*.nbc"))


def test_a_place_that_takes_no_files_costs_only_time(program: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert run_with(tmp_path / "file", program) == "12\n"
