"""The command as a test calls it: in this process, with its streams and exit code; and files of heroes."""

import atexit
import json
import logging
import re
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import time_machine

from arena.hero.sample import SAMPLE
from arena.settings import Settings, variable
from mcp_server.cli.own_key import KEY
from mcp_server.cli.program import run
from mcp_server.library_logs import Retelling
from mcp_server.stdio.remote import URL
from scheduler.tick import tick
from tests.leagues import MONDAY, opened, populate
from tests.leagues import PutClock as Clock


@dataclass(frozen=True)
class Result:
    """What a call left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        """What a terminal shows of `out`, without its colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.out).split("\n")


Arena = Callable[..., Result]
HeroFile = Callable[..., str]


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No language, colours or folders of the machine the tests run on."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ARENA_LANG", "en")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    for name in (KEY, URL):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _no_library_logs_are_kept() -> Iterator[None]:
    """A command that takes them, such as `arena mcp`, is else a process of its own."""
    yield
    root = logging.getLogger()
    for handler in root.handlers[:]:
        if isinstance(handler, Retelling):
            root.removeHandler(handler)


@pytest.fixture
def arena(capfd: pytest.CaptureFixture[str]) -> Arena:
    """`arena("check", "hero.json")` runs the command line and gives its `Result`."""

    def call(*arguments: str) -> Result:
        code = run(arguments)
        captured = capfd.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture
def terminal(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """The same on a terminal with colours: `terminal(80, "fight", "golem", "ninja")`."""

    def call(width: int, *arguments: str) -> Result:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLORTERM", "truecolor")
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("COLUMNS", str(width))
        return arena(*arguments)

    return call


@pytest.fixture
def hero_file(tmp_path: Path) -> HeroFile:
    """`hero_file(name="Bit", rules=[])` writes the sample hero, so changed, and gives the file's name."""

    def write(file: str = "hero.json", **changes: object) -> str:
        data = {**deepcopy(SAMPLE), **changes}
        (tmp_path / file).write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        return file

    return write


PutClock = Callable[..., None]
LEAGUE = "league.sqlite"
DAY, FRIDAY = (2026, 4, 20, 18), (2026, 4, 24, 12)


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PutClock]:
    """A league of eight heroes since a Monday noon, for the commands to work on. The machine's clock stands
    at its beginning: `league(2026, 4, 20, 18)` puts it to an hour of UTC."""
    monkeypatch.setenv("ARENA_DATABASE_URL", str(tmp_path / LEAGUE))
    shutil.copy(_league_at(), tmp_path / LEAGUE)
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield lambda *moment: traveller.move_to(datetime(*moment, tzinfo=UTC))


@pytest.fixture
def day(league: PutClock, tmp_path: Path) -> None:
    """The first day was played: run 1, with 12 battles."""
    league(*DAY)
    shutil.copy(_league_at(*DAY), tmp_path / LEAGUE)


@pytest.fixture
def friday(league: PutClock, tmp_path: Path) -> None:
    """The first week was played, to the results of its tournament."""
    league(*FRIDAY)
    shutil.copy(_league_at(*FRIDAY), tmp_path / LEAGUE)


@cache
def _league_at(*moment: int) -> Path:
    """A league of eight heroes that has played what is due at a moment, to be copied."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    file, clock = Path(folder.name) / LEAGUE, Clock()
    with opened(str(file), clock) as desk:
        populate(desk, 8)
        if moment:
            clock.put(*moment)
            assert tick(desk).failed == 0
    return file
