"""The bundle that hosts install with a click."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from mcp_server.stdio.remote import KEY, URL
from tests.mcp_server.deploy import DEPLOY, ROOT, project
from tests.mcp_server.node import NEEDS_NODE, run_tool
from tests.waiting import killed_in_time

LARGEST_BUNDLE = 3_000_000
"""Bytes: without the packages of others, which the host fetches."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("bundle") / "hero-arena.mcpb")


@pytest.fixture(scope="module")
def unpacked(bundle: Path) -> Path:
    folder = bundle.with_name("unpacked")
    with ZipFile(bundle) as archive:
        archive.extractall(folder)
    return folder


def built(target: Path) -> Path:
    command = [sys.executable, str(DEPLOY / "bundle.py"), str(target)]
    subprocess.run(command, cwd=target.parent, check=True)
    return target


@pytest.mark.medium
def test_the_same_checkout_gives_the_same_bundle(bundle: Path, tmp_path: Path) -> None:
    assert built(tmp_path / "again.mcpb").read_bytes() == bundle.read_bytes()


def test_it_holds_the_wheel_and_nothing_big_or_of_this_machine(bundle: Path) -> None:
    wheel = f"hero_arena-{project()['version']}-py3-none-any.whl"
    with ZipFile(bundle) as archive:
        assert archive.namelist() == [wheel, "icon.png", "manifest.json", "pyproject.toml", "server.py"]
        assert not any(str(ROOT).encode() in archive.read(name) for name in archive.namelist())
    assert bundle.stat().st_size < LARGEST_BUNDLE


def test_its_environment_has_every_package_at_its_known_version(unpacked: Path) -> None:
    told = tomllib.loads((unpacked / "pyproject.toml").read_text(encoding="utf-8"))
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert told["tool"]["uv"]["constraint-dependencies"] == pins
    assert told["project"]["dependencies"] == [project()["name"]]
    (source,) = told["tool"]["uv"]["sources"].values()
    assert (unpacked / source["path"]).exists()


def test_its_manifest_hands_over_address_and_key_as_the_bridge_reads_them(unpacked: Path) -> None:
    manifest = json.loads((unpacked / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["version"] == project()["version"]
    assert manifest["server"]["mcp_config"]["env"] == {
        URL: "${user_config.arena_url}",
        KEY: "${user_config.arena_key}",
    }
    asked = manifest["user_config"]
    assert asked["arena_key"]["sensitive"]
    # Without a default the host would hand over the placeholder itself.
    assert all(each["default"] == "" and not each["required"] for each in asked.values())


@pytest.mark.medium
def test_what_it_starts_speaks_mcp(unpacked: Path, tmp_path: Path) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    environment = {
        "PATH": "/usr/bin:/bin",
        "ARENA_DATABASE_URL": str(tmp_path / "league.sqlite"),
        URL: "",
        KEY: "",
    }
    started = subprocess.Popen(
        [sys.executable, str(unpacked / "server.py")],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stdin is not None
    assert started.stdout is not None
    started.stdin.write(json.dumps(ping) + "\n")
    started.stdin.flush()
    with killed_in_time(started):
        answer = started.stdout.readline()  # it ends soon after its input, though it may just have begun
        _, told = started.communicate()
    assert json.loads(answer) == {"jsonrpc": "2.0", "id": 1, "result": {}}, told


@NEEDS_NODE
def test_the_official_tool_finds_it_valid_and_unpacks_it(
    bundle: Path, unpacked: Path, tmp_path: Path
) -> None:
    validated = run_tool("mcpb", "validate", str(unpacked / "manifest.json"), folder=tmp_path)
    assert validated.returncode == 0, validated.stdout
    opened = run_tool("mcpb", "unpack", str(bundle), str(tmp_path / "there"), folder=tmp_path)
    assert opened.returncode == 0, opened.stdout
    assert {each.name for each in (tmp_path / "there").iterdir()} == {
        each.name for each in unpacked.iterdir()
    }


def test_their_versions_are_exact_and_the_lock_has_them() -> None:
    wanted = json.loads((DEPLOY / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((DEPLOY / "package-lock.json").read_text(encoding="utf-8"))
    named = wanted["devDependencies"] | wanted["optionalDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+(-[a-z]+\.\d+)?", version) for version in named.values())
    locked = {name: lock["packages"][f"node_modules/{name}"]["version"] for name in named}
    assert locked == named


def test_the_lock_holds_hashes_and_no_addresses() -> None:
    text = (DEPLOY / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    fetched = [package for path, package in packages.items() if path and not package.get("inBundle")]
    assert all(package["integrity"].startswith("sha512-") for package in fetched)
    assert "://" not in text, "leave out what npm adds: resolved and funding"
