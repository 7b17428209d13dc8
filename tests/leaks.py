"""No key, sign-in link or session may stand in a log: a pytest plugin that looks through all that every test
of a run wrote to stderr, by itself or by programs that it started, into Python's logs and into `faults.log`.

Secrets are known by their form, so that those count too which a program under test made.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from arena.desk.players.keys import FORM as KEY
from arena.desk.players.keys import is_whole

TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])", re.ASCII)
"""Of a link or a session, or a long name: what is made by chance has capitals and small letters, several of
each."""
KINDS = (re.compile("[A-Z].*[A-Z]"), re.compile("[a-z].*[a-z]"))
FAULTS = "faults.log*"
"""Files in which commands keep the errors that nobody expected."""
OF_CLIENTS = re.compile(r"^[A-Z]+ +(?:httpx2?|httpcore2?)[.:].*$", re.MULTILINE)
"""What a test's own client logs, which knows the address that it opens."""
SHOWN = 12
"""Characters of a secret by which one finds it."""


def secrets_in(log: str) -> list[str]:
    """The beginnings of the keys and tokens that stand in a log."""
    tokens = [found for found in TOKEN.findall(log) if all(kind.search(found) for kind in KINDS)]
    return [found[:SHOWN] for found in (*filter(is_whole, KEY.findall(log)), *tokens)]


_READ: list[str] = []
"""What a test has itself read of stderr since the last look."""


def note(stderr: object) -> None:
    """Have something that a program wrote looked through with the rest of this test."""
    _READ.append(stderr.decode(errors="replace") if isinstance(stderr, bytes) else str(stderr or ""))


def _noting_stderr(read: Callable[..., Any], of: Callable[[Any], object]) -> Callable[..., Any]:
    """The same function, whose result is also kept for the next look."""

    @wraps(read)
    def reading(*arguments: Any, **options: Any) -> Any:
        told = read(*arguments, **options)
        note(of(told))
        return told

    return reading


@pytest.fixture(scope="session", autouse=True)
def _what_tests_read_is_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        streams, process = pytest.CaptureFixture, subprocess.Popen
        patch.setattr(streams, "readouterr", _noting_stderr(streams.readouterr, lambda told: told.err))
        patch.setattr(process, "communicate", _noting_stderr(process.communicate, lambda told: told[1]))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Fail a test in whose logs a secret stands."""
    report: pytest.TestReport = yield  # type: ignore[misc,assignment]
    ours = {f"Captured {kind} {report.when}" for kind in ("stderr", "log")}
    captured = [text for name, text in report.sections if name in ours]
    files = _files(item) if report.when == "call" else []
    logs = OF_CLIENTS.sub("", "\n".join([*_READ, *captured, *files]))
    _READ.clear()
    if found := secrets_in(logs):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} logs secrets: {', '.join(found)}…\n{report.longreprtext}"
    return report  # type: ignore[return-value]


def _files(item: pytest.Item) -> list[str]:
    folder = getattr(item, "funcargs", {}).get("tmp_path")
    if not isinstance(folder, Path):
        return []
    return [file.read_text(encoding="utf-8", errors="replace") for file in folder.rglob(FAULTS)]
