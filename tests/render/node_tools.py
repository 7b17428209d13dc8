"""Readers of figures by others, in Node. `npm ci` in `tests/render/node` puts them in place."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).with_name("node")
NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(
    NODE is None or not (FOLDER / "node_modules").exists(),
    reason="the readers in Node are missing: npm ci in tests/render/node",
)
PATIENCE = 120
"""Seconds after which a reader hangs."""


def read(script: str, files: dict[str, bytes], folder: Path, kind: str = "glb") -> dict[str, Any]:
    """What a script tells of each file, by the name it is given here."""
    paths = {name: folder / f"{number}.{kind}" for number, name in enumerate(files)}
    for name, path in paths.items():
        path.write_bytes(files[name])
    assert NODE is not None
    done = subprocess.run(
        [NODE, str(FOLDER / script), *map(str, paths.values())],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return {name: told[str(path)] for name, path in paths.items()}
