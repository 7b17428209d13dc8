"""Build the MCPB bundle, which hosts such as Claude Desktop install with a click:

    python mcp_server/deploy/bundle.py hero-arena.mcpb

It holds the project's wheel and what uv, which such hosts bring, needs to install it with the exact versions
of `constraints.txt`. The same checkout gives the same bytes.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from arena import roster
from render import sprite_png

ROOT = Path(__file__).parents[2]
GIVEN = Path(__file__).with_name("mcpb")
ICON_HERO, ICON_SCALE = "golem", 16
ZIP_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can tell: files of a bundle have no other."""


def build_bundle(target: Path) -> None:
    """Write the bundle to `target`. Raises `CalledProcessError` if the wheel cannot be built."""
    with TemporaryDirectory() as folder:
        wheel = _build_wheel(Path(folder))
        files = {
            "icon.png": sprite_png(roster.load(ICON_HERO), scale=ICON_SCALE),
            "manifest.json": _manifest(),
            "pyproject.toml": _environment(wheel.name),
            "server.py": (GIVEN / "server.py").read_bytes(),
            wheel.name: wheel.read_bytes(),
        }
    target.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(target, "w") as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name, ZIP_BEGINNING)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, ZIP_DEFLATED)


def _build_wheel(folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _project() -> dict[str, str]:
    told: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return told


def _manifest() -> bytes:
    """The manifest with the project's version."""
    manifest = json.loads((GIVEN / "manifest.json").read_text(encoding="utf-8"))
    manifest["version"] = _project()["version"]
    return json.dumps(manifest, ensure_ascii=False, indent=2).encode() + b"\n"


def _environment(wheel: str) -> bytes:
    """The project whose environment uv makes: the wheel beside it, and everything at a known version."""
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    project = _project()
    lines = [
        "[project]",
        f'name = "{project["name"]}-bundle"',
        f'version = "{project["version"]}"',
        f'requires-python = "{project["requires-python"]}"',
        f'dependencies = ["{project["name"]}"]',
        "",
        "[tool.uv]",
        "package = false",
        "constraint-dependencies = [",
        *(f'    "{pin}",' for pin in pins),
        "]",
        "",
        "[tool.uv.sources]",
        f'{project["name"]} = {{ path = "{wheel}" }}',
        "",
    ]
    return "\n".join(lines).encode()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build_bundle(Path(sys.argv[1]))
