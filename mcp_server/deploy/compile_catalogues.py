"""Compile every room's `locales/*.po` to the `.mo` that Python's gettext reads.

Hatchling runs this as its build hook, for editable installs too; run as a script it compiles the checkout in
place.
"""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> list[Path]:
    """Write a `.mo` beside each `.po` under `root`; return the files written."""
    written = []
    for source in sorted(root.glob("*/locales/*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.stem, abort_invalid=True)
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        written.append(target)
    return written


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's door to `compile_catalogues`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        written = compile_catalogues(Path(self.root))
        build_data["artifacts"] += [f"/{path.relative_to(self.root).as_posix()}" for path in written]


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parents[2])
