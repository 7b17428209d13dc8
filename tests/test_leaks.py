"""A secret in a log fails the test that wrote it, whichever way it got there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.desk.players.keys import SHOWN_DIGITS, make_key
from arena.desk.players.sessions import make_token
from tests.leaks import secrets_in

ROOT = Path(__file__).parents[1]
PLANTED = """
import logging, subprocess, sys
from pathlib import Path
from arena.desk.players.keys import make_key
from arena.desk.players.sessions import make_token
from arena.logs import LOG, log_unexpected

TELL = "import sys; sys.stderr.write(sys.argv[1])"

def test_leak_by_an_event():
    LOG.warning("key_refused", key=make_key())

def test_leak_by_the_log_of_a_library():
    logging.getLogger("library").error("link %s", f"https://arena.example/sign-in#{make_token()}")

def test_leak_by_the_words_of_an_error():
    log_unexpected("broken", KeyError(make_token()))

def test_leak_by_a_program_whose_stderr_is_read():
    subprocess.run([sys.executable, "-c", TELL, make_key()], capture_output=True)

def test_leak_by_a_program_whose_stderr_is_ours():
    subprocess.run([sys.executable, "-c", TELL, make_token()])

def test_leak_by_what_the_test_reads_itself(capfd):
    LOG.warning("key_refused", key=make_key())
    assert "key_refused" in capfd.readouterr().err

def test_leak_by_what_a_test_that_could_read_does_not(capfd):
    LOG.warning("key_refused", key=make_key())

def test_leak_by_the_file_of_faults(tmp_path):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "faults.log").write_text(f"KeyError: {make_key()}")

def test_fine_on_stdout_and_by_its_beginning(tmp_path):
    print(make_key(), make_token())
    LOG.warning("key_refused", key=make_key()[:12], file=str(tmp_path))
"""


@pytest.mark.medium
def test_every_planted_secret_fails_its_test_and_nothing_else_does(tmp_path: Path) -> None:
    planted = tmp_path / "test_planted.py"
    planted.write_text(PLANTED, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.leaks",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
    ]
    run = subprocess.run(
        [*command, "--rootdir", str(tmp_path), "-rA", "--tb=line", "--show-capture=no", str(planted)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    ended = dict(reversed(line) for line in re.findall(r"^(\w+) test_planted\.py::(\w+)", run.stdout, re.M))
    names = re.findall(r"def (test_\w+)", PLANTED)
    assert {name: ended.get(name) for name in names} == {
        name: "PASSED" if "fine" in name else "FAILED" for name in names
    }, run.stdout


@pytest.mark.parametrize("make", [make_key, make_token])
def test_a_secret_is_found_in_any_surroundings_and_not_repeated(make: object) -> None:
    for _ in range(50):
        secret = make()  # type: ignore[operator]
        for line in (secret, f'{{"key": "{secret}"}}', f"https://arena.example/sign-in?code={secret}&x=1"):
            (found,) = secrets_in(line)
            assert found == secret[: len(found)]
            assert len(found) < len(secret) / 2


def test_beginnings_hashes_and_long_names_are_no_secrets() -> None:
    key = make_key()
    beginning = key[: key.index("_") + 1 + SHOWN_DIGITS]
    names = "test_a_name_of_a_test_in_forty_three_letters", "0123456789abcdef" * 4, "Aa1" * 14
    assert secrets_in(" ".join([beginning, f"{key[:-1]}!", *names])) == []
