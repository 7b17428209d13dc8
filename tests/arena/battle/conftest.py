"""A third ruleset, there as long as a test module wants it."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import arena.rulesets.ruleset as loader
from arena.battle.parameters import parameters

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="module")
def v9(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The id of a ruleset with other numbers throughout, added as one more file and nothing else."""
    folder = tmp_path_factory.mktemp("rulesets")
    sources = [*files("arena.rulesets").iterdir(), FIXTURES / "v9.toml"]
    for source in sources:
        if source.name.endswith(".toml"):
            (folder / source.name).write_bytes(source.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "files", lambda _package: folder)
        forget()
        yield "v9"
    forget()


def forget() -> None:
    """Have the rulesets read anew."""
    for remembered in (loader.ruleset_ids, loader.load_ruleset, parameters):
        remembered.cache_clear()
