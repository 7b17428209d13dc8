"""Exit codes, streams, and what a call may import."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from arena.battle.sources import kernel_is_kept
from dsl.catalogue import Catalogue
from mcp_server import words
from mcp_server.cli.commands import check
from mcp_server.cli.program import COMMANDS
from tests.waiting import LONGEST

ARENA = [sys.executable, "-c", "from mcp_server.cli.main import main; main()"]
HEAVY = ("numba", "numpy", "pydantic", "babel", "arena")


def _arena(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ARENA, *arguments], capture_output=True, text=True, timeout=60, **options)


def test_help_imports_no_command_and_nothing_heavy():
    code = (
        "import sys; from mcp_server.cli.program import run; run(['--help']);"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}"
        " | {name for name in sys.modules if name.startswith('mcp_server.cli.')}), file=sys.stderr)"
    )
    imported = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=LONGEST
    ).stderr.split()
    assert "typer" in imported
    assert not {*HEAVY, *COMMANDS.values()} & set(imported)


def test_a_second_fight_compiles_nothing(arena):
    arena("fight", "golem", "ninja")
    if not kernel_is_kept():
        pytest.skip("no folder to keep the kernel in")
    code = (
        "import sys; from mcp_server.cli.program import run; run(['fight', 'golem', 'ninja']);"
        "from arena.battle.kernel import run_battles; stats = run_battles.stats;"
        "print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), file=sys.stderr)"
    )
    fought = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert fought.stderr == "1 0\n"


@pytest.mark.parametrize(
    "name", [*COMMANDS, "bench battle", "bench season", "bench render", "render hero", "render battle"]
)
def test_every_help_has_an_example_that_begins_with_its_command(arena, name):
    result = arena(*name.split(), "--help")
    assert result.code == 0
    assert f"\n  arena {name}" in result.out.partition("Examples")[2]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["chek"],
            "there is no command chek. There are: demo, check, fight, train, render, rules, digest, mcp,",
        ),
        (["bench", "batle"], "There are: battle, "),
        (["fight", "golem"], "B is missing"),
        (["check"], "HERO… is missing"),
        (["train", "golem"], "--against is missing"),
        (["fight", "golem", "ninja", "--sed", "3"], "no option --sed. Did you mean --seed?"),
        (["rules", "--zzz"], "no option --zzz."),
        (["rules", "[red]x[/red]"], "unexpected: [red]x[/red]."),
        (["rules", "--ruleset"], "--ruleset needs a value"),
        (["check", "x.json", "--level", "high"], "--level must be a whole number from 1 to 7"),
        (["check", "x.json", "--level", "8"], "--level must be a whole number from 1 to 7"),
        (["check", "x.json", "--level", "9" * 5000], "--level must be a whole number from 1 to 7"),
        (["rules", "--json=1"], "--json takes no value."),
        (["fight", "golem", "ninja", "--seed", "-1"], '0 to 2^64 - 1, decimal or 0x…, not "-1"'),
        (["fight", "golem", "ninja", "--seed", "18446744073709551616"], "0 to 2^64 - 1"),
        (
            ["train", "golem", "--against", "pm", "-n", "0"],
            "--battles must be a whole number from 1 to 1000000",
        ),
        (["demo", "-n", "20"], "no option -n."),
        (["bench", "battle", "-n", "0"], "from 1 to"),
    ],
)
def test_a_wrong_call_says_what_is_right_and_exits_with_2(arena, arguments, told):
    result = arena(*arguments)
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert result.err.rstrip().endswith("--help")


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["fight", "golem", "ninja", "--seed"], "arena fight"),
        (["bench", "battle", "--json=1"], "arena bench battle"),
        (["rules", "x"], "arena rules"),
        (["--nope"], "arena"),
    ],
)
def test_the_help_that_a_wrong_call_is_sent_to_is_that_of_its_command(arena, arguments, command):
    assert arena(*arguments).err.rstrip().endswith(f"Help: {command} --help")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["fight", "ninjja", "golem"], "ninja"),
        (["fight", "golem", "ninja", "--ruleset", "v9"], "v0, v1"),
        (["rules", "--ruleset", "v9"], "v0, v1"),
        (["train", "golem", "--against", "nobody.json"], "no such file"),
    ],
)
def test_a_request_at_fault_says_what_to_write_and_exits_with_1(arena, arguments, told):
    result = arena(*arguments)
    assert (result.code, result.out) == (1, "")
    assert told in result.err


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        (["fight", "golem", "nobody"], 1, "unknown-hero"),
        (["train", "no.json", "--against", "golem"], 1, "file-missing"),
        (["rules", "--ruleset", "v9"], 1, "unknown-ruleset"),
        (["fight", "golem"], 2, "usage-missing"),
        (["fight", "golem", "ninja", "--seed", "-1"], 2, "usage-seed"),
        (["bench", "battle", "-n", "0"], 2, "usage-bad-range"),
    ],
)
def test_a_failure_is_json_too_where_json_was_asked_for(arena, arguments, exit_code, code):
    result = arena(*arguments, "--json")
    assert (result.code, result.err) == (exit_code, "")
    assert list(result.data) == ["ok", "file", "faults"]
    (fault,) = result.data["faults"]
    assert (result.data["ok"], fault["code"]) == (False, code)
    assert list(fault) == ["code", "path", "text", "span", "message", "hint"]
    assert fault["message"]
    assert fault["hint"]


def test_a_hero_with_faults_fails_as_json_with_its_file_and_all_its_faults(arena, hero_file):
    file = hero_file(rules=["self.hp < 35 -> shield"], abilities=["shilde"])
    failed = arena("fight", "golem", file, "--json")
    (checked,) = arena("check", file, "--json").data["files"]
    assert (failed.code, failed.err, failed.data["file"]) == (1, "", file)
    assert failed.data["faults"] == checked["faults"]


def test_a_fault_of_ours_is_json_too_where_json_was_asked_for(arena, monkeypatch):
    monkeypatch.setattr(check, "check_given", lambda given, level: 1 // 0)
    result = arena("check", "hero.json", "--json")
    assert (result.code, result.err) == (3, "")
    assert [fault["code"] for fault in result.data["faults"]] == ["fault-ours"]


@pytest.mark.parametrize("arguments", [["-h"], ["help"], ["--help"], []])
def test_help_is_there_under_each_of_its_names(arena, arguments):
    assert arena(*arguments).out.startswith("Usage: arena [OPTIONS] COMMAND")


def test_the_help_lists_what_players_use_before_what_organisers_do(arena):
    out = arena("--help").out
    players, organisers = out.index("To play and to watch\n  demo  "), out.index("To run a league\n  serve  ")
    assert players < out.index("\n  digest  ") < organisers < out.index("\n  bench  ")
    assert [name for name in COMMANDS if out.count(f"\n  {name} ") != 1] == []


def test_a_command_has_its_help_under_each_of_its_names(arena):
    wanted = arena("fight", "--help")
    assert wanted.code == 0
    assert arena("fight", "-h") == arena("help", "fight") == wanted


def test_the_version_is_the_installed_one(arena):
    assert arena("--version").out == f"arena {version('hero-arena')}\n"


def test_a_fault_of_ours_is_one_line_with_an_id_and_its_details_are_written_down(
    arena, monkeypatch, tmp_path
):
    def broken(file: str, level: int | None) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(check, "check_given", broken)
    result = arena("check", "hero.json")
    assert (result.code, result.out, result.err.count("\n")) == (3, "", 1)
    log = (tmp_path / "state" / "hero-arena" / "faults.log").read_text(encoding="utf-8")
    id_ = log.split("\n")[0].split()[-1]
    assert id_ in result.err
    assert "RuntimeError: a wheel came off" in log
    assert "wheel" not in result.err


def test_a_fault_of_ours_that_cannot_be_written_down_is_still_told(arena, monkeypatch, tmp_path):
    monkeypatch.setattr(check, "check_given", lambda file, level: 1 // 0)
    (tmp_path / "state").write_text("a file where a folder has to be")
    result = arena("check", "hero.json")
    assert (result.code, result.err.count("\n")) == (3, 1)
    assert "nowhere to write" in result.err


def test_catalogues_that_were_never_compiled_are_told_with_the_way_to_compile_them(
    arena, monkeypatch, tmp_path
):
    monkeypatch.setattr(words, "TEXTS", Catalogue(tmp_path))
    result = arena("--help")
    assert (result.code, result.out) == (3, "")
    assert "pip install -e ." in result.err


def test_an_interrupted_call_is_quiet(arena, monkeypatch):
    def interrupted(file: str, level: int | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "check_given", interrupted)
    result = arena("check", "hero.json")
    assert (result.code, result.out, result.err) == (130, "", "")


@pytest.mark.medium
@pytest.mark.parametrize("arguments", [["rules"], ["rules", "--json"], ["rules", "--help"]])
def test_a_reader_that_leaves_is_met_with_silence(arguments):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as nobody:
        left = subprocess.run(
            [*ARENA, *arguments], stdout=nobody, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert (left.returncode, left.stderr) == (0, "")


def test_a_closed_stdout_is_no_fault():
    left = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *ARENA, "rules"], stderr=subprocess.PIPE, text=True, timeout=60
    )
    assert (left.returncode, left.stderr) == (0, "")


FULL = Path("/dev/full")
needs_a_full_disk = pytest.mark.skipif(
    not FULL.exists(), reason="this system has no device that is always full"
)


@pytest.mark.medium
@needs_a_full_disk
@pytest.mark.parametrize(
    "arguments", [["rules"], ["rules", "--json"], ["rules", "--help"], ["fight", "golem", "ninja"], []]
)
def test_a_full_disk_is_told_in_one_line_and_is_no_fault_of_ours(arguments):
    with FULL.open("w") as full:
        told = subprocess.run(
            [*ARENA, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert told.returncode == 1
    assert told.stderr == "arena: The output cannot be written: No space left on device.\n"


@needs_a_full_disk
def test_a_fault_that_cannot_be_told_still_has_its_exit_code():
    for arguments, code in (["chek"], 2), (["fight", "nobody", "golem"], 1):
        with FULL.open("w") as full:
            told = subprocess.run([*ARENA, *arguments], stdout=subprocess.PIPE, stderr=full, timeout=60)
        assert (told.returncode, told.stdout) == (code, b"")


def test_a_closed_stdin_is_an_empty_file():
    told = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *ARENA, "check", "-"], capture_output=True, text=True, timeout=60
    )
    assert (told.returncode, told.stderr) == (1, "")
    assert "nothing here" in told.stdout


def test_letters_that_the_terminal_lacks_are_escaped(hero_file, tmp_path):
    hero_file(name="Кернинг")
    told = _arena(
        "check", "hero.json", cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert told.returncode == 0
    assert "\\u041a\\u0435\\u0440\\u043d\\u0438\\u043d\\u0433" in told.stdout


def test_json_alone_is_on_stdout_even_with_a_file_name_that_is_no_text(tmp_path, hero_file):
    odd = os.fsdecode(b"hero\xff.json")
    Path(tmp_path, hero_file()).rename(tmp_path / odd)
    told = _arena("check", odd, "--json", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert json.loads(told.stdout)["files"][0]["file"] == odd


@pytest.mark.parametrize(
    "arguments", [["check", "hero.json"], ["fight", "golem", "ninja"], ["rules"], ["--help"]]
)
def test_outside_a_terminal_there_are_no_colours_and_no_trailing_spaces(arena, hero_file, arguments):
    hero_file()
    result = arena(*arguments)
    assert "\x1b" not in result.out
    assert not [line for line in result.out.split("\n") if line.endswith(" ")]


def test_no_color_is_honoured(terminal, monkeypatch):
    assert "\x1b[38;2;" in terminal(100, "fight", "golem", "ninja").out
    monkeypatch.setenv("NO_COLOR", "1")
    result = terminal(100, "fight", "golem", "ninja")
    assert "\x1b[38" not in result.out
    assert "█" in result.out
