"""The official conformance suite, over both eras of the protocol.

The real app, as `arena serve` has it, is run against a list of failures that are expected, each with its
reason: a new one fails, and so does one that no longer happens. Whatever the suite requires beyond what a
league offers is asked of the same factory with the suite's own fixtures, and there nothing may fail.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.desk.desk import Desk
from tests.leagues import opened
from tests.mcp_server.conformance.serving import listening, real_app, server_with_fixtures
from tests.mcp_server.node import NEEDS_NODE, run_tool

REVISIONS = ("2025-11-25", "2026-07-28")
HERE = Path(__file__).parent


@pytest.fixture
def league(tmp_path: Path) -> Iterator[Desk]:
    with opened(str(tmp_path / "league.sqlite")) as desk:
        yield desk


def suite(url: str, *options: str, folder: Path) -> tuple[int, str]:
    """The exit code and the summary of a run."""
    done = run_tool("conformance", "server", "--url", url, *options, folder=folder)
    told = done.stdout + done.stderr
    return done.returncode, told[told.rfind("=== SUMMARY") :]


@pytest.mark.medium
@NEEDS_NODE
@pytest.mark.parametrize("revision", REVISIONS)
def test_the_real_app_fails_only_where_it_is_expected(league: Desk, tmp_path: Path, revision: str) -> None:
    expected = HERE / f"expected-{revision}.yml"
    with real_app(league) as url:
        options = ("--suite", "all", "--spec-version", revision, "--expected-failures", str(expected))
        code, summary = suite(url, *options, folder=tmp_path)
    assert code == 0, summary


@pytest.mark.medium
@NEEDS_NODE
@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")  # of what the older revision requires
@pytest.mark.parametrize("revision", REVISIONS)
def test_all_that_a_revision_requires_holds_with_the_suites_fixtures(
    league: Desk, tmp_path: Path, revision: str
) -> None:
    with listening(server_with_fixtures(league), conversing=True) as url:
        code, summary = suite(url, "--requirements", revision, folder=tmp_path)
    assert code == 0, summary


def test_every_expected_failure_has_its_reason() -> None:
    for revision in REVISIONS:
        lines = (HERE / f"expected-{revision}.yml").read_text(encoding="utf-8").splitlines()
        entries = [line for line in lines if line.startswith("  - ")]
        assert entries
        assert [line for line in entries if " # " not in line] == []
