"""The README's examples do what it shows: shell lines run, Python prompts give what stands below them."""

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena import roster
from arena.league.calendar import DAY, Calendar, Job
from arena.settings import PREFIX
from tests.leagues import ZONE, PutClock, opened, populate

LEAGUE = "league.sqlite"
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
CHECKER = doctest.OutputChecker()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def shell_examples() -> Iterator[tuple[str, str]]:
    """Each `$ command` with the output shown below it."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the examples run one after another, with the README's hero in it as `hero.json`, and
    its league: of eight heroes, founded an hour before the last evening."""
    folder = tmp_path_factory.mktemp("readme")
    (hero,) = blocks("json")
    (folder / "hero.json").write_text(hero, encoding="utf-8")
    calendar, now = Calendar.of(ZONE), datetime.now(UTC)
    *_, evening = calendar.due(Job.DAILY, calendar.local_date(now) - 2 * DAY, now)
    with opened(str(folder / LEAGUE), PutClock(evening.scheduled_for - timedelta(hours=1))) as desk:
        populate(desk, 8)
    return folder


def test_the_readme_begins_with_its_two_lines() -> None:
    demo, tests = [line.strip() for line in README.splitlines() if line.startswith("    ")][:2]
    assert demo.endswith("arena demo")
    assert tests.endswith("pytest")


def test_the_python_examples_give_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with the README's hero, which by then has a sprite."""
    (hero,) = blocks("json")
    sprite = json.loads(roster.document("kerning"))["sprite"]
    (tmp_path / "hero.json").write_text(json.dumps({**json.loads(hero), "sprite": sprite}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert blocks("python")
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "README.md", None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


@pytest.mark.parametrize(
    ("command", "expected"), list(shell_examples()), ids=lambda text: text.split("\n")[0]
)
def test_a_shell_example_gives_what_it_shows(folder: Path, command: str, expected: str) -> None:
    program = shutil.which("arena", path=str(Path(sys.executable).parent))
    assert program, "install the project: pip install -e ."
    assert command.startswith("arena ")
    words = [program, *shlex.split(command)[1:]]
    own = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    environment = own | {"ARENA_LANG": "en", "COLUMNS": "100", "ARENA_DATABASE_URL": str(folder / LEAGUE)}
    environment |= {"ARENA_BACKUP_DIR": str(folder / "backups")}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert CHECKER.check_output(expected, done.stdout, doctest.ELLIPSIS), done.stdout + done.stderr
