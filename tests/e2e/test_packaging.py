"""What is installed: exact versions of everything, and a wheel that holds the data and no tests."""

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from gettext import GNUTranslations
from importlib.metadata import packages_distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
COMPILER = ROOT / "mcp_server" / "deploy" / "compile_catalogues.py"
ROOMS = ("arena", "dsl", "mcp_server", "render", "scheduler")
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+]+")


def normal(name: str) -> str:
    """A package's name as indexes compare it, without the extras and versions asked for."""
    return re.sub(r"[-_.]+", "-", Requirement(name).name).lower()


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {normal(name): version for name, version in (line.split("==") for line in lines)}


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_constraints_hold_names_and_exact_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert len({line.split("==")[0].lower() for line in lines}) == len(lines)


def test_every_dependency_is_pinned() -> None:
    wanted = [*project()["project"]["dependencies"], *project()["project"]["optional-dependencies"]["dev"]]
    assert [name for name in wanted if normal(name) not in pins()] == []


def test_the_pinned_versions_are_such_as_are_wanted() -> None:
    wanted = map(Requirement, project()["project"]["dependencies"])
    assert [str(each) for each in wanted if pins()[normal(each.name)] not in each.specifier] == []


def test_the_build_uses_the_pinned_versions() -> None:
    requirements = dict(line.split("==") for line in project()["build-system"]["requires"])
    assert {name: pins()[normal(name)] for name in requirements} == requirements


def modules(source: str) -> set[str]:
    """The top-level names of all modules that `source` imports, inside functions too; not relative ones."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def imported(room: str) -> set[str]:
    """What a room imports of others' packages. The build hook is not installed: its needs are the build's."""
    files = [path for path in (ROOT / room).rglob("*.py") if ROOT / "mcp_server/deploy" not in path.parents]
    found = set().union(*(modules(path.read_text(encoding="utf-8")) for path in files))
    return found - set(ROOMS) - sys.stdlib_module_names


@pytest.mark.parametrize("room", ROOMS)
def test_every_package_that_a_room_imports_is_a_dependency(room: str) -> None:
    """By itself, not because another package happens to bring it."""
    packages, dependencies = packages_distributions(), set(map(normal, project()["project"]["dependencies"]))
    missing = {
        module for module in imported(room) if not dependencies & set(map(normal, packages.get(module, [])))
    }
    assert missing == set()


def test_every_dependency_is_imported_by_a_room() -> None:
    packages = packages_distributions()
    used = {normal(name) for room in ROOMS for module in imported(room) for name in packages.get(module, [])}
    assert set(map(normal, project()["project"]["dependencies"])) - used == set()


@pytest.fixture(scope="module")
def wheel_files(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize(
    "name",
    [
        "arena/battle/RULES.md",
        "arena/league/digest/page.html.jinja",
        "arena/league/league.toml",
        "arena/roster/golem.json",
        "arena/roster/samples/knight.json",
        "arena/rulesets/v0.toml",
        "arena/rulesets/v1.toml",
        "arena/locales/ru.mo",
        "arena/store/migrations/env.py",
        "arena/store/migrations/versions/0001_the_first_tables.py",
        "dsl/grammar.lark",
        "dsl/locales/es.mo",
        "mcp_server/locales/en.mo",
        "render/film/font.txt",
        "render/locales/ru.mo",
    ],
)
def test_the_wheel_holds_the_data(wheel_files: set[str], name: str) -> None:
    assert name in wheel_files


def test_the_wheel_holds_the_rooms_and_no_tests(wheel_files: set[str]) -> None:
    rooms = {name.split("/")[0] for name in wheel_files if ".dist-info" not in name}
    assert rooms == set(ROOMS)


def test_the_same_texts_are_compiled_to_the_same_bytes_and_written_once(tmp_path: Path) -> None:
    """What is made by a program is kept by its fingerprint, in which catalogues are."""
    source = tmp_path / "render" / "locales" / "en.po"
    source.parent.mkdir(parents=True)
    shutil.copy(ROOT / "render" / "locales" / "en.po", source)
    compile_catalogues = runpy.run_path(str(COMPILER))["compile_catalogues"]
    (compiled,) = compile_catalogues(tmp_path)
    with compiled.open("rb") as file:
        assert GNUTranslations(file).info()["pot-creation-date"].startswith("1970-01-01")
    os.utime(compiled, (1, 1))
    assert compile_catalogues(tmp_path) == [compiled]
    assert compiled.stat().st_mtime == 1
    source.write_bytes(source.read_bytes().replace(b'msgstr "', b'msgstr "!', 5))
    compile_catalogues(tmp_path)
    assert compiled.stat().st_mtime > 1
