"""The kept kernel is an aid: whatever happens to it, battles are fought and give the same."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PROGRAM = """
from arena import roster
from arena.battle import fight
print(fight(roster.load("golem"), roster.load("ninja"), 7).hp_b)
"""


def fight_with(cache: Path, **more: str) -> str:
    """What the program prints with its kernel kept in `cache`."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)} | more
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernel")
    assert fight_with(folder) == "12\n"
    return folder


def kept(folder: Path) -> list[Path]:
    return [*folder.rglob("*.nbi"), *folder.rglob("*.nbc")]


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def replaced_by_noise(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 40)


@pytest.mark.parametrize("damage", [pytest.param(emptied, marks=pytest.mark.slow), replaced_by_noise])
def test_a_damaged_kernel_is_thrown_away_and_made_anew(cache: Path, damage: Callable[[Path], None]) -> None:
    assert kept(cache)
    for file in kept(cache):
        damage(file)
    assert fight_with(cache) == "12\n"
    assert kept(cache)
    assert all(file.stat().st_size > 1000 for file in cache.rglob("*.nbc"))


def test_a_place_that_takes_no_files_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert fight_with(tmp_path / "file") == "12\n"
