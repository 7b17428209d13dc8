"""The container and the unit for systemd."""

import json
import re
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from fnmatch import fnmatch
from pathlib import Path

import pytest

from arena.settings import PREFIX, Settings, variable
from mcp_server.cli.main import TERMINATED
from tests.mcp_server.deploy import DEPLOY, README, ROOT
from tests.mcp_server.hosts import program
from tests.waiting import LONGEST

LONGEST_START = 20
"""Seconds within which the program has found out that it cannot start."""
MOST_EXPOSED = 15
"""Of 100, as systemd counts: a service that nothing is forbidden to has 96."""


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with what follows them, in their order."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#")).replace("\\\n", " ")
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines.splitlines() if line)]


def test_every_path_that_is_copied_is_there_and_not_left_out() -> None:
    rules = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split("\n")
    kept = {line[1:] for line in rules if line.startswith("!")}
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    sources = [source for each in copied for source in each]
    assert sources
    assert [source for source in sources if not (ROOT / source).exists()] == []
    assert set(sources) == kept


def test_all_rooms_of_the_wheel_are_copied() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    rooms = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    copied = " ".join(rest for word, rest in instructions() if word == "COPY")
    assert [room for room in rooms if f"{room} {room}" not in copied] == []


def test_it_runs_as_nobody_special_and_keeps_its_data_in_the_volume() -> None:
    told = dict(instructions())
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", told["USER"])
    (volume,) = json.loads(told["VOLUME"])
    known = {variable(field) for field in Settings.model_fields}
    given = dict(re.findall(r"(\w+)=(\S+)", told["ENV"]))
    assert {name for name in given if name.startswith(PREFIX)} <= known
    assert all(given[name].startswith(volume) for name in ("ARENA_DATABASE_URL", "ARENA_BACKUP_DIR"))


def test_bases_have_a_version_and_packages_their_pins() -> None:
    bases = [rest for word, rest in instructions() if word == "FROM"]
    (default,) = [rest for word, rest in instructions() if word == "ARG"]
    assert all(base.startswith("python:${PYTHON}") for base in bases)
    assert fnmatch(default, "PYTHON=3.1[1-9]-slim-*")
    installs = [rest for word, rest in instructions() if word == "RUN" and "pip install" in rest]
    assert all("-c constraints.txt" in each or "--no-deps" in each for each in installs)


def test_it_serves_and_is_asked_whether_it_can() -> None:
    told = dict(instructions())
    command = json.loads(told["CMD"])
    assert command[:2] == ["arena", "serve"]
    port = command[command.index("--port") + 1]
    assert told["EXPOSE"] == port
    assert f"127.0.0.1:{port}/readyz" in told["HEALTHCHECK"]


def unit() -> ConfigParser:
    """The server's unit; of settings that it gives twice the last."""
    read = ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]  # systemd minds upper case
    read.read_string((DEPLOY / "arena.service").read_text(encoding="utf-8"))
    return read


def test_the_unit_runs_the_program_of_the_readme_with_its_settings() -> None:
    service = unit()["Service"]
    (line,) = re.findall(r"^```crontab\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)
    program, command = service["ExecStart"].split()
    assert command == "serve"
    assert f". {service['EnvironmentFile']}; {program} tick" in line
    (backups,) = re.findall(r"^ARENA_BACKUP_DIR='(.+)'$", README, re.MULTILINE)
    assert service["ReadWritePaths"] == f"-{backups}"
    (database,) = re.findall(r"^ARENA_DATABASE_URL='(.+)'$", README, re.MULTILINE)
    assert Path(database).parent == Path("/var/lib") / service["StateDirectory"]
    (films,) = re.findall(r"^ARENA_FILMS_DIR='(.+)'$", README, re.MULTILINE)
    assert f"ARENA_FILMS_DIR={films}" in service["Environment"].split()
    assert Path(films).parent == Path("/var/cache") / service["CacheDirectory"]


def test_the_unit_is_given_up_after_a_while_and_ends_in_peace_when_it_is_asked_to() -> None:
    """A wrong setting stays wrong: without a limit that restarts can reach there is no end to it."""
    about, service = unit()["Unit"], unit()["Service"]
    pause, limit = int(service["RestartSec"]), int(about["StartLimitIntervalSec"])
    row = int(about["StartLimitBurst"]) * (pause + LONGEST_START)
    assert service["Restart"] == "on-failure"
    assert 60 < int(about["StartLimitBurst"]) * pause < row < limit
    assert service["SuccessExitStatus"] == str(TERMINATED)


def analysed(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, timeout=LONGEST, check=False
    )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd to ask")
def test_systemd_understands_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    own, here = DEPLOY / "arena.service", tmp_path / "arena.service"
    text = own.read_text(encoding="utf-8").replace("User=arena", "User=root")
    here.write_text(text.replace(unit()["Service"]["ExecStart"].split()[0], program()), encoding="utf-8")
    verified = analysed("verify", "--recursive-errors=no", str(here))
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    judged = analysed("security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(own))
    assert judged.returncode == 0, judged.stdout
