"""`arena bench mcp`: what is measured adds up, from the fewest requests on. Speed itself is not tested."""

import pytest

LATENCY = ["requests_per_second", "p50_ms", "p99_ms"]


@pytest.mark.slow
def test_json_has_every_measurement_with_stable_keys(arena):
    result = arena("bench", "mcp", "-n", "20", "--requests", "16", "--many", "100", "--json")
    assert (result.code, result.err) == (0, "")
    assert list(result.data) == ["nothing", "tools", "memory_grown_bytes", "run"]
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
