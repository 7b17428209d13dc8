"""`arena bench mcp`: what is measured adds up, from the fewest requests on. Speed itself is not tested."""

import pytest

from mcp_server.cli.benches.mcp_client import Latency
from mcp_server.cli.benches.mcp_speed import BesideRun, McpSpeed, ToolSpeed
from mcp_server.cli.benches.target import Target, exit_code, print_verdicts
from mcp_server.words import Words

LATENCY = ["requests_per_second", "p50_ms", "p99_ms"]


@pytest.mark.slow
def test_json_has_every_measurement_with_stable_keys(arena):
    result = arena("bench", "mcp", "-n", "20", "--requests", "16", "--many", "100", "--json")
    assert result.err == ""
    assert list(result.data) == ["nothing", "tools", "memory_grown_bytes", "run", "targets"]
    nothing, tools, run = result.data["nothing"], result.data["tools"], result.data["run"]
    assert [each["tool"] for each in (nothing, *tools)] == ["do_nothing", "check_hero", "list_heroes"]
    for each in (nothing, *tools):
        assert list(each) == ["tool", "alone", "together", "dearer_ms", "kept"]
        for latency in (each["alone"], each["together"]):
            assert list(latency) == LATENCY
            assert 0 < latency["p50_ms"] <= latency["p99_ms"]
    assert (nothing["dearer_ms"], nothing["kept"]) == (0, 1)
    assert list(run) == ["heroes", "seconds", "requests", "quiet", "beside", "p99_ratio"]
    assert list(run["quiet"]) == list(run["beside"]) == LATENCY
    assert run["heroes"] == 20
    assert run["requests"] >= 16
    assert run["p99_ratio"] == run["beside"]["p99_ms"] / run["quiet"]["p99_ms"]
    measured = [
        tools[0]["dearer_ms"],
        tools[0]["kept"],
        result.data["memory_grown_bytes"] / 1e6,
        run["p99_ratio"],
    ]
    assert [each["measured"] for each in result.data["targets"]] == measured
    assert [each["bound"] for each in result.data["targets"]] == [2, 0.4, 5, 3]
    assert result.code == (0 if all(each["met"] for each in result.data["targets"]) else 1)


@pytest.mark.parametrize(("kept", "is_met"), [(0.39, False), (0.4, True), (1.0, True)])
def test_a_target_is_met_from_its_bound_on(kept: float, is_met: bool) -> None:
    assert Target("kept", kept, 0.4, is_least=True).is_met == is_met


@pytest.mark.parametrize(("ratio", "is_met"), [(1.0, True), (3.0, True), (3.01, False)])
def test_a_target_is_met_up_to_its_bound(ratio: float, is_met: bool) -> None:
    assert Target("p99_ratio", ratio, 3.0).is_met == is_met


@pytest.mark.parametrize(("locale", "bound"), [("ru", "0,4"), ("en", "0.4"), ("es", "0,4")])
def test_every_target_is_told_with_its_bound_in_the_reader_s_language(capsys, locale, bound):
    slow, quick = Latency(100, 1.0, 10.0, 40.0), Latency(100, 1.0, 10.0, 10.0)
    check = ToolSpeed("check_hero", quick, quick, 1.5, 0.25)
    targets = McpSpeed(check, (check,), 0, BesideRun(20, quick, slow, 1.0)).targets
    print_verdicts(targets, "mcp", Words(locale))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(targets) == 4
    assert bound in lines[1]
    missed = Words(locale)("bench.missed")
    assert [missed in line for line in lines] == [False, True, False, True]
    assert exit_code(targets) == 1
    assert exit_code(targets[:1]) == 0
