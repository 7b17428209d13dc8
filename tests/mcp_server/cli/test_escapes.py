"""What a caller wrote is shown and never obeyed: no control or bidirectional character of it gets out."""

import json
from pathlib import Path

import pytest

from mcp_server.cli.commands import check
from tests.mcp_server.cli.conftest import Arena, HeroFile

ODD = "zz\x1b[31m\x07\x7f\x9b1m\u202e\nevil\x00"
"""An escape sequence in either spelling, a bell, a delete, letters turned around, a line's end, a text's."""
ARGUMENT = ODD.replace("\x00", "")
"""As much of it as the system lets into arguments, variables and names of files."""
SHOWN = "zz\\u001b[31m\\u0007\\u007f\\u009b1m\\u202e\\u000aevil"

ARGUMENTS = [
    [ARGUMENT],
    [f"--{ARGUMENT}"],
    ["--lang", ARGUMENT],
    ["bench", ARGUMENT],
    ["bench", "battle", "-n", ARGUMENT],
    ["demo", ARGUMENT],
    ["rules", ARGUMENT],
    ["rules", f"--{ARGUMENT}"],
    ["rules", f"--json={ARGUMENT}"],
    ["rules", "--ruleset", ARGUMENT],
    ["check", ARGUMENT],
    ["check", ARGUMENT, "--json"],
    ["check", f"{ARGUMENT}.json/deeper"],
    ["check", ODD],
    ["check", "x.json", "--level", ARGUMENT],
    ["fight", ARGUMENT, "golem"],
    ["fight", "golem", f"{ARGUMENT}.json"],
    ["fight", "golem", "ninja", "--seed", ARGUMENT],
    ["fight", "golem", "ninja", "--ruleset", ARGUMENT],
    ["train", ARGUMENT, "--against", "golem"],
    ["train", "golem", "--against", ARGUMENT],
    ["train", "golem", "--against", "pm", "-n", ARGUMENT],
    ["train", "golem", "--against", "pm", "--seed", ARGUMENT],
    ["train", "golem", "--against", "pm", "--ruleset", ARGUMENT],
    ["run", ARGUMENT],
    ["run", "daily", "--for", ARGUMENT],
    ["runs", "list", "--state", ARGUMENT],
    ["runs", "retry", ARGUMENT],
    ["tick", ARGUMENT],
    ["verify", ARGUMENT],
    ["digest", ARGUMENT],
    ["digest", "--format", ARGUMENT],
]

FIELDS = [
    {"name": ODD},
    {"motto": ODD},
    {"abilities": [ODD]},
    {"abilities": ODD},
    {"rules": [ODD]},
    {"rules": [f"self.{ODD} < 3 -> {ODD}"]},
    {"rules": [f"{ODD} -> strike", f"self.hp {ODD} 3% -> strike", f"turn > 3 -> strike {ODD}"]},
    {"rules": [{ODD: ODD}]},
    {"stats": {"hp": ODD, ODD: 3}},
    {"sprite": {"palette": [ODD], "pixels": [ODD] * 32, "rig": [ODD] * 32}},
    {ODD: ODD},
]


def obeyed(text: str) -> set[str]:
    """The characters that a terminal would obey, and the lines that begin where the caller says so."""
    characters = {char for char in text if not char.isprintable()} - {"\n", "\u00a0"}
    return characters | {line for line in text.split("\n") if line.startswith("evil")}


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=lambda words: " ".join(map(ascii, words)))
def test_an_argument_is_never_obeyed(arena: Arena, arguments: list[str]) -> None:
    result = arena(*arguments)
    assert result.code in (1, 2)
    assert obeyed(result.out + result.err) == set()


@pytest.mark.parametrize("fields", FIELDS, ids=ascii)
@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_a_hero_s_texts_are_never_obeyed(
    arena: Arena, hero_file: HeroFile, fields: dict[str, object], options: list[str], locale: str
) -> None:
    result = arena("check", hero_file(**fields), *options, "--lang", locale)
    assert (result.code, result.err) == (1, "")
    assert obeyed(result.out) == set()


@pytest.mark.parametrize("content", [ODD, f'{{"name": {ODD}}}', f'{{"{ARGUMENT}": 1}}', "\x9b" * 9])
def test_what_is_no_json_is_never_obeyed(arena: Arena, tmp_path: Path, content: str) -> None:
    (tmp_path / "bad.json").write_text(content, encoding="utf-8")
    result = arena("check", "bad.json")
    assert result.code == 1
    assert obeyed(result.out) == set()


def test_a_valid_hero_s_file_name_is_escaped_where_it_is_told(arena: Arena, hero_file: HeroFile) -> None:
    result = arena("check", hero_file(f"{ARGUMENT}.json"))
    assert result.code == 0
    assert obeyed(result.out + result.err) == set()
    assert f"{SHOWN}.json" in result.out


@pytest.mark.parametrize(
    "arguments",
    [["fight", "{}", "golem"], ["fight", "golem", "{}"], ["train", "{}", "--against", "pm", "-n9"]],
)
def test_no_command_is_offered_with_a_name_that_cannot_be_typed(
    arena: Arena, hero_file: HeroFile, arguments: list[str]
) -> None:
    file = hero_file(f"{ARGUMENT}.json")
    result = arena(*(word.format(file) for word in arguments))
    assert result.code == 0
    assert obeyed(result.out + result.err) == set()
    assert "arena " not in result.out


def test_json_keeps_an_odd_file_name_and_escapes_it(arena: Arena, hero_file: HeroFile) -> None:
    file = hero_file(f"{ARGUMENT}.json")
    result = arena("check", file, "--json")
    assert json.loads(result.out)["files"][0]["file"] == file
    assert obeyed(result.out) == set()


def test_folders_that_the_surroundings_name_are_never_obeyed(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    odd = tmp_path / ARGUMENT
    odd.mkdir()
    monkeypatch.chdir(odd)
    monkeypatch.setenv("XDG_STATE_HOME", str(odd))
    assert SHOWN in arena("check", "missing.json").out
    monkeypatch.setattr(check, "check_given", lambda given, level: 1 // 0)
    result = arena("check", "missing.json")
    assert result.code == 3
    assert SHOWN in result.err
    assert obeyed(result.err) == set()
