"""The checkout, and what stands in it for those who install the server."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "mcp_server" / "deploy"
README = (ROOT / "README.md").read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    """What pyproject.toml says of the project."""
    told: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return told
