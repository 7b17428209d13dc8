"""`arena bench mcp`: what is measured adds up, from the fewest requests on. Speed itself is not tested."""

import pytest

from mcp_server.cli.benches.target import Target

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
    figures = [
        tools[0]["dearer_ms"],
        tools[0]["kept"],
        result.data["memory_grown_bytes"] / 1e6,
        run["p99_ratio"],
    ]
    assert [each["figure"] for each in result.data["targets"]] == figures
    assert [each["bound"] for each in result.data["targets"]] == [2, 0.4, 5, 3]
    assert result.code == (0 if all(each["met"] for each in result.data["targets"]) else 1)


@pytest.mark.parametrize(("kept", "is_met"), [(0.39, False), (0.4, True), (1.0, True)])
def test_a_target_is_met_from_its_bound_on(kept: float, is_met: bool) -> None:
    assert Target("kept", kept, 0.4, is_least=True).is_met == is_met


@pytest.mark.parametrize(("ratio", "is_met"), [(1.0, True), (3.0, True), (3.01, False)])
def test_a_target_is_met_up_to_its_bound(ratio: float, is_met: bool) -> None:
    assert Target("p99_ratio", ratio, 3.0).is_met == is_met
