"""The texts of the command: whatever its code asks for is there."""

import re
from importlib.resources import files
from pathlib import Path

from mcp_server.cli.program import COMMANDS
from tests.texts import texts_of

KEYS = texts_of("mcp_server", "en")


def test_every_key_that_the_code_spells_out_has_a_text():
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(str(files("mcp_server.cli"))).rglob("*.py")
    )
    spelt = re.findall(r'\bwords\(\s*"([a-z.-]+)"', source) + re.findall(r'\bhelp="([a-z.-]+)"', source)
    assert len(spelt) > 150
    assert set(spelt) <= KEYS.keys()


def test_every_command_has_help_a_short_help_and_examples():
    for name in (*COMMANDS, "bench-battle", "bench-render", "render-hero"):
        assert {f"{name}.help", f"{name}.short", f"{name}.examples"} <= KEYS.keys()
