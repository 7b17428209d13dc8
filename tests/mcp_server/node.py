"""The Node tools by which others try a server. `npm ci` in `mcp_server/deploy` puts them in place."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "mcp_server" / "deploy" / "node_modules"
PROCESSORS = {"x86_64": "x64", "aarch64": "arm64"}
PATIENCE = 120
"""Seconds after which a tool hangs."""


def _node() -> str | None:
    """The Node that came with the tools, else the machine's own."""
    processor = PROCESSORS.get(platform.machine(), "")
    brought = FOLDER / f"node-{platform.system().lower()}-{processor}" / "bin" / "node"
    return str(brought) if brought.exists() else shutil.which("node")


NODE = _node()
NEEDS_NODE = pytest.mark.skipif(
    NODE is None or not FOLDER.exists(), reason="the Node tools are missing: npm ci in mcp_server/deploy"
)


def run_tool(name: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A tool that has run to its end, in this folder, with what it wrote."""
    assert NODE is not None
    path = f"{Path(NODE).parent}:{os.environ['PATH']}"  # a tool starts others
    return subprocess.run(
        [NODE, str(FOLDER / ".bin" / name), *arguments],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
