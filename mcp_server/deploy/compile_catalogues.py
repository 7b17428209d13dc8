"""Compile every room's `locales/*.po` to the `.mo` that Python's gettext reads.

Hatchling runs this as its build hook, for editable installs too; run as a script it compiles the checkout in
place.
"""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NO_DATE = datetime.fromtimestamp(0, UTC)
"""Stands for when a catalogue was made, so that the same texts are compiled to the same bytes."""


def compile_catalogues(root: Path) -> list[Path]:
    """Have a `.mo` beside each `.po` under `root`; return those files. One that is as it should be is not
    written again, since others may be reading it."""
    compiled = []
    for source in sorted(root.glob("*/locales/*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.stem, abort_invalid=True)
        catalogue.creation_date = NO_DATE
        content = BytesIO()
        write_mo(content, catalogue)
        target = source.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != content.getvalue():
            target.write_bytes(content.getvalue())
        compiled.append(target)
    return compiled


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's door to `compile_catalogues`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compiled = compile_catalogues(Path(self.root))
        build_data["artifacts"] += [f"/{path.relative_to(self.root).as_posix()}" for path in compiled]


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parents[2])
