"""Streams, signals, folders and variables as a hostile or broken shell leaves them."""

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import killed_in_time

MAIN = "from mcp_server.cli.main import main; main()"
ARENA = [sys.executable, "-c", MAIN]
FULL = Path("/dev/full")
needs_a_full_device = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is full")


def call(*arguments: str, program: str = MAIN, **options: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own; what is not in `options` is a pipe."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, text=True, timeout=60, check=False, **{**streams, **options})


@contextmanager
def nobody_reads() -> Iterator[int]:
    """A pipe whose reader is gone."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@contextmanager
def screen(columns: int) -> Iterator[tuple[int, int]]:
    """A terminal so wide: our end and the program's."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    yield ours, its
    os.close(ours)


# ---- streams

FAILING = [(["fight", "--nope"], 2), (["check", "-"], 1), (["fight", "golem", "nobody"], 1)]


@pytest.mark.medium
@needs_a_full_device
@pytest.mark.parametrize(("arguments", "code"), FAILING)
def test_an_error_that_cannot_be_told_keeps_its_exit_code(arguments: list[str], code: int) -> None:
    with FULL.open("w") as full:
        assert call(*arguments, stderr=full).returncode == code


@pytest.mark.medium
@pytest.mark.parametrize(("arguments", "code"), FAILING)
def test_an_error_that_nobody_reads_keeps_its_exit_code(arguments: list[str], code: int) -> None:
    with nobody_reads() as write:
        assert call(*arguments, stderr=write).returncode == code
        assert call(*arguments, "--json", stdout=write).returncode == code


@pytest.mark.medium
@needs_a_full_device
def test_a_note_that_cannot_be_printed_does_not_cost_the_battle() -> None:
    program = f"from mcp_server.cli import compiling; compiling.kernel_is_kept = lambda: False; {MAIN}"
    with FULL.open("w") as full:
        fought = call("fight", "golem", "ninja", "--seed", "7", program=program, stderr=full)
    assert fought.returncode == 0
    assert fought.stdout.endswith("Film: arena render battle golem ninja --seed 7\n")


@pytest.mark.medium
def test_a_reader_that_leaves_does_not_turn_a_faulty_hero_into_a_good_one() -> None:
    with nobody_reads() as write:
        for options in ([], ["--json"]):
            assert call("check", "nobody", *options, stdout=write).returncode == 1
            assert call("check", "golem", *options, stdout=write).returncode == 0


def test_json_stays_json_where_the_stream_has_few_letters() -> None:
    few = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    told = call("check", "golem", "--json", env=few)
    assert told.stdout.isascii()
    assert json.loads(told.stdout)["files"][0]["name"] == "Легаси-голем"


def test_a_closed_standard_input_holds_nothing() -> None:
    told = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *ARENA, "check", "-"], capture_output=True, text=True, timeout=60
    )
    assert (told.returncode, told.stderr) == (1, "")
    assert "There is nothing here." in told.stdout


# ---- width


@pytest.mark.parametrize("columns", ["0", "1", "2"])
@pytest.mark.parametrize(
    "arguments", [["rules"], ["check", "golem"], ["fight", "golem", "ninja"], ["--help"]]
)
def test_no_width_is_too_small_to_print_anything(arena, terminal, monkeypatch, arguments, columns):
    monkeypatch.setenv("COLUMNS", columns)
    assert len(arena(*arguments).out) > 100
    assert len(terminal(int(columns), *arguments).out) > 100


def test_a_terminal_of_two_columns_is_written_to() -> None:
    with screen(2) as (ours, its):
        told = call("check", "golem", stdout=its, env=without("COLUMNS"))
        os.close(its)
        assert told.returncode == 0
        assert len(os.read(ours, 1000)) > 100


def without(*names: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in names}


# ---- files


def test_a_pipe_that_nobody_writes_to_is_refused_and_not_waited_for(arena, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    result = arena("check", "pipe", "/dev/zero", "--json")
    assert result.code == 1
    assert [[fault["code"] for fault in file["faults"]] for file in result.data["files"]] == [
        ["file-special"],
        ["file-special"],
    ]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system does not name open files")
def test_what_the_shell_has_opened_is_read_though_it_is_a_pipe(hero_file, tmp_path):
    hero = (tmp_path / hero_file()).read_text(encoding="utf-8")
    assert call("check", "/dev/stdin", stdin=None, input=hero).returncode == 0
    read, write = os.pipe()
    os.write(write, hero.encode())
    os.close(write)
    assert call("check", f"/dev/fd/{read}", pass_fds=[read]).returncode == 0
    os.close(read)


def test_a_folder_that_is_gone_is_told_in_one_line(tmp_path: Path) -> None:
    gone = f"import os; os.mkdir('x'); os.chdir('x'); os.rmdir('../x'); {MAIN}"
    inside = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    told = call("check", "hero.json", program=gone, cwd=tmp_path, env=inside)
    assert (told.returncode, told.stderr) == (1, "")
    assert "the current folder no longer exists" in told.stdout


def test_more_than_is_ever_read_is_told_as_more(tmp_path: Path, arena) -> None:
    (tmp_path / "big.json").write_bytes(b" " * (10 << 20))
    assert "more than 1048576 bytes" in arena("check", "big.json").out


# ---- signals


def test_an_interrupt_while_modules_are_imported_is_quiet() -> None:
    program = """
import sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
"""
    told = call("rules", program=program + MAIN)
    assert (told.returncode, told.stdout, told.stderr) == (130, "", "")


def test_termination_gives_the_terminal_its_cursor_back() -> None:
    with screen(80) as (ours, its):
        command = [*ARENA, "train", "golem", "--against", "all", "-n", "1000000"]
        with (
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=its, env=without("COLUMNS")) as arena,
            killed_in_time(arena),
        ):
            os.close(its)
            told = b""
            while b"\x1b[?25l" not in told:
                told += os.read(ours, 1000)
            arena.send_signal(signal.SIGTERM)
            assert arena.wait(timeout=60) == 143
            assert b"\x1b[?25h" in told + os.read(ours, 10_000)


# ---- variables


@pytest.mark.medium
def test_without_a_compiler_there_is_one_clear_line() -> None:
    for arguments in (["fight", "golem", "ninja"], ["demo", "--once"], ["bench", "battle"]):
        told = call(*arguments, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
        assert (told.returncode, told.stdout, told.stderr.count("\n")) == (1, "", 1)
        assert "unset NUMBA_DISABLE_JIT" in told.stderr
