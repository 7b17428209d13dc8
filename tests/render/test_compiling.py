"""What draws is compiled once, and it is known beforehand whether it was."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import LONGEST

PROGRAM = """
import sys
from pathlib import Path
from arena import roster
from render import figure_glb, picture_png
from render.compiling import compile_drawing, drawing_is_kept

def kept():
    return sorted(Path(sys.argv[1]).rglob("*.nb[ci]"))

before = drawing_is_kept()
compile_drawing()
compiled = kept()
golem = roster.load("golem")
figure_glb(golem), picture_png(golem)
print(before, drawing_is_kept(), len(compiled) > 0, kept() == compiled)
"""


@pytest.mark.medium
def test_what_draws_is_compiled_once_and_whole_and_known_to_be(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    told = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=True,
        ).stdout
        for _ in range(2)
    ]
    assert told == ["False True True True\n", "True True True True\n"]
