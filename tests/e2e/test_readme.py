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
from configparser import ConfigParser
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena import roster
from arena.desk.players.keys import issue_key
from arena.hero import check_hero, read_hero
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
    its league: of eight heroes, founded an hour before the last evening. The first one's key is in `key`."""
    folder = tmp_path_factory.mktemp("readme")
    (hero,) = blocks("json")
    (folder / "hero.json").write_text(hero, encoding="utf-8")
    calendar, now = Calendar.of(ZONE), datetime.now(UTC)
    *_, evening = calendar.due(Job.DAILY, calendar.local_date(now) - 2 * DAY, now)
    with opened(str(folder / LEAGUE), PutClock(evening.scheduled_for - timedelta(hours=1))) as desk:
        populate(desk, 8)
        with desk.write() as (session, now):
            (folder / "key").write_text(issue_key(session, 1, now).key, encoding="utf-8")
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


def test_the_heroes_of_the_roster_for_a_newcomer_are_those_that_fit_level_1() -> None:
    (told,) = re.findall(r"Of the roster ((?:`\w+`(?:, | and )?)+) fit it", README)
    fitting = [
        id_ for id_ in roster.sample_ids() if check_hero(read_hero(roster.document(id_))).needs_level == 1
    ]
    assert re.findall(r"`(\w+)`", told) == fitting


@pytest.mark.medium
def test_the_shell_examples_give_what_they_show_one_after_the_other(folder: Path) -> None:
    """In one test: a reader types them in their order too, and what one does the next ones show."""
    examples = list(shell_examples())
    assert len(examples) > 5
    for command, expected in examples:
        told = shown(folder, command)
        assert CHECKER.check_output(expected, told, doctest.ELLIPSIS), f"{command}\n{told}"


def shown(folder: Path, command: str) -> str:
    """What a command writes in the README's league, to somebody who has activated the environment."""
    assert command.startswith("arena ")
    words = [program(), *shlex.split(command)[1:]]
    own = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    environment = own | {"ARENA_LANG": "en", "COLUMNS": "100", "ARENA_DATABASE_URL": str(folder / LEAGUE)}
    environment |= {"ARENA_BACKUP_DIR": str(folder / "backups")}
    environment["PATH"] = os.pathsep.join([str(Path(program()).parent), os.environ.get("PATH", os.defpath)])
    environment |= {"ARENA_KEY": (folder / "key").read_text(encoding="utf-8")}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def program() -> str:
    found = shutil.which("arena", path=str(Path(sys.executable).parent))
    assert found, "install the project: pip install -e ."
    return found


def test_the_line_for_cron_works_with_what_cron_gives_it(tmp_path: Path) -> None:
    """A short path, a home, and /bin/sh."""
    (settings,), (line,) = blocks("sh"), blocks("crontab")
    settings = settings.replace("/var/lib/arena", str(tmp_path / "data")).replace("/mnt", str(tmp_path))
    settings = re.sub(r"tgram://\S+(?=')", "json://127.0.0.1/?a=b&c=d", settings)
    (tmp_path / "arena.env").write_text(settings, encoding="utf-8")
    *schedule, command = line.rstrip("\n").split(" ", 5)
    assert schedule == ["*/5", "*", "*", "*", "*"]
    assert "%" not in command, "cron takes it for the end of the line"
    command = command.replace("/etc/arena.env", str(tmp_path / "arena.env"))
    command = command.replace("/opt/arena/.venv/bin/arena", program())
    surroundings = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "SHELL": "/bin/sh"}
    done = subprocess.run(
        ["/bin/sh", "-c", command], env=surroundings, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "data" / LEAGUE).exists()


def units() -> dict[str, str]:
    """The files for systemd, by the names under which the README puts them."""
    names = re.findall(r"`/etc/systemd/system/(\S+?)`", README)
    return dict(zip(names, blocks("ini"), strict=True))


def test_the_service_reads_the_settings_and_calls_the_program_as_cron_does() -> None:
    service = ConfigParser(interpolation=None)
    service.read_string(units()["arena-tick.service"])
    (line,) = blocks("crontab")
    assert f". {service['Service']['EnvironmentFile']};" in line
    assert line.rstrip("\n").endswith(service["Service"]["ExecStart"])
    timer = ConfigParser(interpolation=None)
    timer.read_string(units()["arena-tick.timer"])
    assert timer["Timer"]["OnCalendar"] == "*:0/5"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd to ask")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for name, unit in units().items():
        there = unit.replace("/opt/arena/.venv/bin/arena", program()).replace("User=arena", "User=root")
        (tmp_path / name).write_text(there, encoding="utf-8")
    files = [str(tmp_path / name) for name in units()]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
